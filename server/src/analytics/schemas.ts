import assert from 'node:assert';
import { type Static, Type } from 'typebox';
import { Amount, DateOrTimestamp, Instant, LongCount, nullable, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { TimeRangeQuery, timeRangeFrom } from '../platform/http/contract/time-range.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { EventFigures } from './queries.ts';
import type { SalesPoint } from './read-series.ts';
import { ChannelSalesJson, channelsJson, ReferralSalesJson, referralsJson, sums, sumsJson } from './source-schemas.ts';
import { type Parts, splitRange } from './split-range.ts';
import { STEPS } from './step.ts';

export const SalesQuery = Type.Object({
  event_id: Type.Optional(Uuid('Only this event.')),
  ...TimeRangeQuery('Orders paid'),
});

const DateRangeJson = Model('DateRange', 'The bounds as sent; null: none.', {
  from: nullable(Type.String()),
  to: nullable(Type.String()),
});

const EventSalesJson = Model('EventSales', 'The sales of one event.', {
  id: Uuid(),
  title: Type.String(),
  start_datetime: Instant(),
  capacity: Type.Integer(),
  ...sums,
});

export const SalesJson = Model('Sales', 'The sales in a range of time.', {
  total_revenue: Amount('PHP, paid minus refunded'),
  total_tickets_sold: LongCount('Tickets valid or used, add-ons included'),
  total_orders: LongCount(),
  total_discounts: Amount(),
  date_range: DateRangeJson,
  events: Type.Array(EventSalesJson),
  channels: Type.Unsafe<Static<typeof ChannelSalesJson>[] | null>({
    type: ['array', 'null'],
    items: ChannelSalesJson,
    description: 'Of all time: null without `event_id`, and with `from` or `to`.',
  }),
  referrals: Type.Unsafe<Static<typeof ReferralSalesJson>[] | null>({
    type: ['array', 'null'],
    items: ReferralSalesJson,
    description: 'Orders with a source or referral code, the highest revenue first. Null where `channels` is.',
  }),
});

type Query = Static<typeof SalesQuery>;

/** @returns null for all time @throws Refusal 400 when the range ends before it starts */
export function partsOf({ from, to }: Query, timeZone: string): Parts | null {
  if (from === undefined && to === undefined) return null;
  const range = timeRangeFrom({ from, to }, timeZone);
  return splitRange(range.from, range.to);
}

export function salesJson(events: EventFigures[], { from, to }: Query): Static<typeof SalesJson> {
  const total = sumsJson(events);
  return {
    total_revenue: total.revenue,
    total_tickets_sold: total.tickets_sold,
    total_orders: total.orders,
    total_discounts: total.discount_total,
    date_range: { from: from ?? null, to: to ?? null },
    events: events.map((event) => ({
      id: event.id,
      title: event.title,
      start_datetime: event.startDatetime.toISOString(),
      capacity: event.capacity,
      ...sumsJson([event]),
    })),
    channels: events[0]?.sources ? channelsJson(events[0].sources) : null,
    referrals: events[0]?.sources ? referralsJson(events[0].sources) : null,
  };
}

const SeriesStep = Enum('SeriesStep', 'A calendar step in the time zone of the organization.', STEPS);

export const SeriesQuery = Type.Object({
  event_id: SalesQuery.properties.event_id,
  from: DateOrTimestamp('The first point is the step that contains it.'),
  to: DateOrTimestamp('Included; a date is the whole day.'),
  by: Type.Optional(described(SeriesStep, 'Default day.')),
});

export const SalesPointJson = Model('SalesPoint', 'The sales in one step of a series.', {
  at: Instant('Start of the step.'),
  orders: Type.Integer(),
  tickets: Type.Integer({ description: 'Tickets of these orders, valid or used now' }),
  revenue: Amount('PHP, paid minus refunded'),
  refunds: Amount('PHP, of these orders, whenever they were made'),
});

export const SeriesJson = Model('SalesSeries', 'Sales by calendar step.', {
  by: SeriesStep,
  time_zone: Type.String(),
  points: Type.Array(SalesPointJson),
});

/** @throws Refusal 400 when the range ends before it starts */
export function rangeFrom(query: Static<typeof SeriesQuery>, timeZone: string): { from: Date; to: Date } {
  const { from, to } = timeRangeFrom(query, timeZone);
  assert(from && to, 'the schema requires both');
  return { from, to };
}

export const salesPointJson = (point: SalesPoint): Static<typeof SalesPointJson> => ({
  at: point.at.toISOString(),
  orders: point.orders,
  tickets: point.tickets,
  revenue: pesosFromCentavos(point.revenueCentavos),
  refunds: pesosFromCentavos(point.refundedCentavos),
});
