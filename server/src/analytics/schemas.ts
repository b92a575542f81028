import assert from 'node:assert';
import { type Static, Type } from 'typebox';
import { Instant, nullable, OneOf, Uuid } from '../platform/http/contract/fields.ts';
import { badRequest } from '../platform/refusals/errors.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { parseRangeEnd, parseRangeStart } from '../values/timestamps.ts';
import type { EventFigures } from './queries.ts';
import type { SalesPoint } from './read-series.ts';
import { STEPS } from './series.ts';
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
  total_revenue: pesosFromCentavos(sum(events, (e) => e.revenueCentavos)),
  total_tickets_sold: sum(events, (e) => e.ticketsSold),
  total_orders: sum(events, (e) => e.orders),
  total_discounts: pesosFromCentavos(sum(events, (e) => e.discountCentavos)),
  date_range: { from: from ?? null, to: to ?? null },
  events: events.map((e) => ({
    id: e.id,
    title: e.title,
    start_datetime: e.startDatetime.toISOString(),
    capacity: e.capacity,
    revenue: pesosFromCentavos(e.revenueCentavos),
    tickets_sold: e.ticketsSold,
    orders: e.orders,
    discount_total: pesosFromCentavos(e.discountCentavos),
  })),
});

export const SeriesQuery = Type.Object({
  event_id: SalesQuery.properties.event_id,
  from: Type.String({ format: 'date-or-timestamp', description: 'The first point is the step that this lies in.' }),
  to: Type.String({ format: 'date-or-timestamp', description: 'Included; a date is the whole day.' }),
  by: Type.Optional(OneOf(STEPS, 'Steps of the calendar in the time zone of the organization. Default day.')),
});

export const SalesPointJson = Type.Object({
  at: Instant('When the step begins.'),
  orders: Type.Integer(),
  tickets: Type.Integer({ description: 'Sold in these orders and valid or used now' }),
  revenue: Type.Number({ description: 'PHP, paid minus refunded' }),
  refunds: Type.Number({ description: 'PHP, of these orders, whenever it was given back' }),
});

export const SeriesJson = Type.Object({
  by: OneOf(STEPS),
  time_zone: Type.String(),
  points: Type.Array(SalesPointJson),
});

/** @throws ApiError 400 when the range ends before it begins */
export function rangeAsked({ from, to }: Static<typeof SeriesQuery>, timeZone: string): { from: Date; to: Date } {
  const [start, end] = [parseRangeStart(from, timeZone), parseRangeEnd(to, timeZone)];
  assert(start && end, 'the schema checked the format');
  if (start > end) throw badRequest('from must not be after to');
  return { from: start, to: end };
}

export const salesPointJson = (point: SalesPoint): Static<typeof SalesPointJson> => ({
  at: point.at.toISOString(),
  orders: point.orders,
  tickets: point.tickets,
  revenue: pesosFromCentavos(point.revenueCentavos),
  refunds: pesosFromCentavos(point.refundedCentavos),
});
