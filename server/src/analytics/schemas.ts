import { type Static, Type } from 'typebox';
import { badRequest } from '../http/errors.ts';
import { Instant, nullable, Uuid } from '../http/fields.ts';
import { pesosFromCentavos } from '../money.ts';
import { parseRangeEnd, parseRangeStart } from '../timestamps.ts';
import type { EventFigures } from './queries.ts';
import { type Parts, splitRange } from './split-range.ts';

const RangeBound = (description: string) => Type.Optional(Type.String({ format: 'date-or-timestamp', description }));

export const SalesQuery = Type.Object({
  event_id: Type.Optional(Uuid('Only this event.')),
  from: RangeBound('Orders paid from then on; a date is its first instant in the time zone of the organization.'),
  to: RangeBound('Orders paid until then; a date is its last instant in the time zone of the organization.'),
});

export const SalesJson = Type.Object({
  total_revenue: Type.Number({ description: 'PHP, paid minus refunded' }),
  total_tickets_sold: Type.Integer({ description: 'Tickets valid or used' }),
  total_orders: Type.Integer(),
  total_discounts: Type.Number({ description: 'PHP' }),
  date_range: Type.Object({ from: nullable(Type.String()), to: nullable(Type.String()) }),
  events: Type.Array(
    Type.Object({
      id: Uuid(),
      title: Type.String(),
      start_datetime: Instant(),
      capacity: Type.Integer(),
      revenue: Type.Number({ description: 'PHP' }),
      tickets_sold: Type.Integer(),
      orders: Type.Integer(),
      discount_total: Type.Number({ description: 'PHP' }),
    }),
  ),
});

type Query = Static<typeof SalesQuery>;

/** @returns null for all time @throws ApiError 400 when the range ends before it begins */
export function partsOf({ from, to }: Query, timeZone: string): Parts | null {
  if (from === undefined && to === undefined) return null;
  const start = from === undefined ? undefined : parseRangeStart(from, timeZone);
  const end = to === undefined ? undefined : parseRangeEnd(to, timeZone);
  if (start && end && start > end) throw badRequest('from must not be after to');
  return splitRange(start, end);
}

const sum = (events: EventFigures[], of: (figures: EventFigures) => number) =>
  events.reduce((total, figures) => total + of(figures), 0);

export const salesJson = (events: EventFigures[], { from, to }: Query): Static<typeof SalesJson> => ({
  total_revenue: pesosFromCentavos(sum(events, (e) => e.revenue_centavos)),
  total_tickets_sold: sum(events, (e) => e.tickets_sold),
  total_orders: sum(events, (e) => e.orders),
  total_discounts: pesosFromCentavos(sum(events, (e) => e.discount_centavos)),
  date_range: { from: from ?? null, to: to ?? null },
  events: events.map((e) => ({
    id: e.id,
    title: e.title,
    start_datetime: e.start_datetime.toISOString(),
    capacity: e.capacity,
    revenue: pesosFromCentavos(e.revenue_centavos),
    tickets_sold: e.tickets_sold,
    orders: e.orders,
    discount_total: pesosFromCentavos(e.discount_centavos),
  })),
});
