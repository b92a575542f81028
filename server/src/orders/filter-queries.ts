import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { TimeRange } from '../platform/http/contract/time-range.ts';
import type { Uuid } from '../values/uuid.ts';
import type { OrderStatus } from './order.ts';

/** What narrows a list of orders down. Each field that is set is one more condition. */
export interface OrderFilter extends TimeRange {
  eventId?: Uuid | undefined;
  status?: OrderStatus | undefined;
  /** With tickets of this tier. */
  tier?: { id: Uuid; eventId: Uuid } | undefined;
  /** The link that brought the buyer. */
  source?: string | undefined;
  ref?: string | undefined;
  /** With a refund that failed for good. */
  hasFailedRefund?: true | undefined;
  /** Only these orders. */
  ids?: Uuid[] | undefined;
}

/** Condition on `orders o`. */
export const ordersOf = (organizationId: Uuid, { eventId, ...filter }: OrderFilter): Sql => sql`
  o.organization_id = ${organizationId} ${eventId ? sql`and o.event_id = ${eventId}` : empty}
  ${narrowing(organizationId, filter)}`;

/** The part of the condition beside organization and event. Each begins with `and`. */
export const narrowing = (
  organizationId: Uuid,
  { status, tier, source, ref, hasFailedRefund, from, to, ids }: Omit<OrderFilter, 'eventId'>,
): Sql => sql`
  ${status === undefined ? empty : withStatus(status)}
  ${tier === undefined ? empty : withTier(organizationId, tier)}
  ${source === undefined ? empty : sql`and o.source = ${source}`}
  ${ref === undefined ? empty : sql`and o.ref = ${ref}`}
  ${hasFailedRefund ? withFailedRefund(organizationId) : empty}
  ${from === undefined ? empty : sql`and o.paid_at >= ${from}`}
  ${to === undefined ? empty : sql`and o.paid_at <= ${to}`}
  ${ids === undefined ? empty : sql`and o.id = any(${ids}::uuid[])`}`;

/** Few orders have another status than paid. The constant lets the planner use the index that has only these. */
const withStatus = (status: OrderStatus): Sql =>
  sql`and o.status = ${status} ${status === 'paid' ? empty : sql`and o.status <> 'paid'`}`;

/** Among the orders of the tier's event, by the lines of each. */
const withTier = (organizationId: Uuid, { id, eventId }: { id: Uuid; eventId: Uuid }): Sql => sql`
  and o.event_id = ${eventId} and exists (
    select 1 from checkout_lines l
     where l.organization_id = ${organizationId} and l.checkout_id = o.checkout_id and l.tier_id = ${id})`;

/** The failed refunds have an index of their own, so orders are looked up by id, however many there are. */
const withFailedRefund = (organizationId: Uuid): Sql => sql`
  and o.id = any(array(
    select p.order_id from refunds r
      join payments p on p.organization_id = ${organizationId} and p.id = r.payment_id
     where r.organization_id = ${organizationId} and r.status = 'failed'))`;

/**
 * Query: how many orders there are. The sales figures have a row per event: counting 200,000 orders would take longer
 * than reading the page. Nearly all are paid, so those are all but the others, which have an index.
 */
export function totalOfOrders(organizationId: Uuid, filter: OrderFilter): Sql {
  const { eventId, status, ...rest } = filter;
  const isNarrow = Object.values(rest).some((value) => value !== undefined);
  if (isNarrow || (status !== undefined && status !== 'paid'))
    return sql`select count(*) as total from orders o where ${ordersOf(organizationId, filter)}`;
  const ofEvent = sql`o.organization_id = ${organizationId} ${eventId ? sql`and o.event_id = ${eventId}` : empty}`;
  const notPaid = sql`- (select count(*) from orders o where o.status <> 'paid' and ${ofEvent})`;
  return sql`
    select coalesce(sum(o.orders), 0) ${status === 'paid' ? notPaid : empty} as total
      from sales_figures o where o.period = 'all' and ${ofEvent}`;
}

/**
 * Query: how many tickets the orders of an event have, returned ones too. Counting 200,000 would take longer than
 * reading a page.
 */
export const totalOfTickets = (organizationId: Uuid, eventId: Uuid): Sql => sql`
  select coalesce(sum(tickets), 0) as total from sales_figures
   where organization_id = ${organizationId} and event_id = ${eventId} and period = 'all'`;

/** Whether all of these are orders of the organization. */
export async function areOrders(db: Queryable, organizationId: Uuid, ids: Uuid[]): Promise<boolean> {
  const [row] = await db.query<{ found: number }>(sql`
    select count(*) as found from orders where organization_id = ${organizationId} and id = any(${ids}::uuid[])`);
  return row?.found === new Set(ids).size;
}
