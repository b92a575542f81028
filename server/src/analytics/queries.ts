import sql, { empty } from 'sql-template-tag';
import type { Channel } from '../checkouts/checkout.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Segment } from './series.ts';
import type { Parts } from './split-range.ts';

export interface EventFigures {
  id: Uuid;
  title: string;
  startDatetime: Date;
  capacity: number;
  orders: number;
  revenueCentavos: number;
  discountCentavos: number;
  ticketsSold: number;
  /** Where the orders of all time came from; null unless they were asked for. */
  sources: SourceFigures[] | null;
}

/** Sums of the orders of a channel with one source and one referral code; empty: none. */
export interface SourceFigures {
  channel: Channel;
  source: string;
  ref: string;
  /** Orders whose source and code have no sums of their own. */
  isRest: boolean;
  orders: number;
  revenueCentavos: number;
  discountCentavos: number;
  ticketsSold: number;
}

/** The sources of `events e`, of which an event has a bounded number. */
const sourcesOfEvent = (organizationId: Uuid) => sql`(
  select coalesce(json_agg(json_build_object(
           'channel', f.channel, 'source', f.source, 'ref', f.ref, 'isRest', f.is_rest, 'orders', f.orders,
           'revenueCentavos', f.revenue_centavos, 'discountCentavos', f.discount_centavos,
           'ticketsSold', f.tickets_sold)), '[]')
    from sales_sources f where f.organization_id = ${organizationId} and f.event_id = e.id)`;

/**
 * The figures of every event with an order in the range, by start; with `eventId` of exactly that event, even if they
 * are zero, and without `parts` where its orders came from. One statement, so that all figures are of one instant.
 * `parts` null means all time.
 */
export async function listEventFigures(
  db: Queryable,
  organizationId: Uuid,
  { eventId, parts }: { eventId: Uuid | undefined; parts: Parts | null },
): Promise<EventFigures[]> {
  const ofEvent = eventId ? sql`and event_id = ${eventId}` : empty;
  const figures = sql`select event_id, orders, revenue_centavos, discount_centavos, tickets_sold from sales_figures
    where organization_id = ${organizationId} ${ofEvent}`;
  const summed = parts
    ? sql`
        ${figures} and period = 'day' and starts_at >= ${parts.days[0]} and starts_at < ${parts.days[1]}
        union all
        ${figures} and period = 'hour' and starts_at >= ${parts.hoursBefore[0]} and starts_at < ${parts.hoursBefore[1]}
        union all
        ${figures} and period = 'hour' and starts_at >= ${parts.hoursAfter[0]} and starts_at < ${parts.hoursAfter[1]}
        union all
        select event_id, 1, total_centavos - refunded_centavos, discount_centavos, quantity - returned from orders
         where organization_id = ${organizationId} ${ofEvent}
           and (paid_at >= ${parts.ordersBefore[0]} and paid_at < ${parts.ordersBefore[1]}
                or paid_at >= ${parts.ordersAfter[0]} and paid_at < ${parts.ordersAfter[1]})`
    : sql`${figures} and period = 'all'`;
  return db.query<EventFigures>(sql`
    select e.id, e.title, e.start_datetime, e.capacity, coalesce(s.orders, 0) as orders,
           coalesce(s.revenue, 0) as revenue_centavos, coalesce(s.discount, 0) as discount_centavos,
           coalesce(s.tickets, 0) as tickets_sold, ${eventId && !parts ? sourcesOfEvent(organizationId) : sql`null`} as sources
      from (select event_id, sum(orders) as orders, sum(revenue_centavos) as revenue,
                   sum(discount_centavos) as discount, sum(tickets_sold) as tickets
              from (${summed}) parts group by event_id having sum(orders) > 0) s
      ${eventId ? sql`right join` : sql`join`} events e on e.id = s.event_id
     where e.organization_id = ${organizationId} ${eventId ? sql`and e.id = ${eventId}` : empty}
     order by e.start_datetime, e.id`);
}

export interface PointFigures {
  point: number;
  orders: number;
  ticketsSold: number;
  revenueCentavos: number;
  refundedCentavos: number;
}

/**
 * The sums of each point that has any. One statement, so that all figures are of one instant. The segments are read one
 * by one (`lateral`), each as a range of an index. An ordinary join would compare every segment with every row.
 */
export async function sumSegments(
  db: Queryable,
  organizationId: Uuid,
  { eventId, segments }: { eventId: Uuid | undefined; segments: Segment[] },
): Promise<PointFigures[]> {
  const condition = sql`organization_id = ${organizationId} ${eventId ? sql`and event_id = ${eventId}` : empty}`;
  return db.query<PointFigures>(sql`
    select s.point, sum(f.orders) as orders, sum(f.tickets_sold) as tickets_sold,
           sum(f.revenue_centavos) as revenue_centavos, sum(f.refunded_centavos) as refunded_centavos
      from unnest(${segments.map(({ point }) => point)}::int[], ${segments.map(({ period }) => period)}::text[],
                  ${segments.map(({ span }) => span[0])}::timestamptz[],
                  ${segments.map(({ span }) => span[1])}::timestamptz[]) as s (point, period, "from", before)
     cross join lateral (
            select orders, tickets_sold, revenue_centavos, 0 as refunded_centavos from sales_figures
             where ${condition} and period = s.period and starts_at >= s."from" and starts_at < s.before
            union all
            select 1, quantity - returned, total_centavos - refunded_centavos, 0 from orders
             where s.period = 'order' and ${condition} and paid_at >= s."from" and paid_at < s.before
            union all
            select 0, 0, 0, refunded_centavos from orders
             where ${condition} and refunded_centavos > 0 and paid_at >= s."from" and paid_at < s.before) f
     group by s.point`);
}
