import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Attribution, Channel } from '../checkouts/checkout.ts';
import { type Customer, customerColumns, withCustomer } from '../checkouts/customer.ts';
import type { RefundReason } from '../payments/refund-reason.ts';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { assignments, columnsExcept, insertAllInto, type RowOf } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Seat } from '../seating/seat.ts';
import type { OrderMethod } from '../values/payment-method.ts';
import type { Uuid } from '../values/uuid.ts';
import { narrowing, type OrderFilter, ordersOf, totalOfOrders } from './filter-queries.ts';
import type { Order } from './order.ts';
import { newOrderNumber } from './order-number.ts';
import { orderRefusals } from './refusals.ts';
import { type OrderRow, ordersTable } from './tables.ts';
import { listMatches } from './word-search-queries.ts';

/** Columns of `orders o`, joined with its event. */
const orderColumns = columnsExcept(
  ordersTable,
  ['organizationId', 'checkoutId', 'promoCodeId', 'returned', 'ticketsMailed', 'attendeesMailed'],
  'o',
);
const withEvent = raw(`join events e on e.organization_id = o.organization_id and e.id = o.event_id`);

/**
 * The lines of `orders o`, with the names that their tiers have now. Tickets that were changed apart from each other
 * are one line if they have the same tier, section and price.
 */
export const orderLines = (organizationId: Uuid): Sql => sql`(
  select json_agg(json_build_object('tierId', l.tier_id, 'tierName', t.name, 'sectionId', l.section_id,
                                    'quantity', l.quantity, 'unitPriceCentavos', l.unit_price_centavos) order by l.position)
    from (select tier_id, section_id, unit_price_centavos, sum(quantity) as quantity, min(position) as position
            from checkout_lines
           where organization_id = ${organizationId} and checkout_id = o.checkout_id group by 1, 2, 3) l
    join ticket_tiers t on t.organization_id = ${organizationId} and t.id = l.tier_id) as lines`;

const promoCode = (organizationId: Uuid) => sql`(
  select code from promo_codes where organization_id = ${organizationId} and id = o.promo_code_id) as promo_code`;

const orderWithEvent = (organizationId: Uuid) =>
  sql`${orderColumns}, ${orderLines(organizationId)}, ${promoCode(organizationId)}, e.title as event_title`;

type OrderWithEvent = RowOf<typeof orderColumns> & Pick<Order, 'lines' | 'promoCode'> & { eventTitle: string };

const orderFrom = ({ eventId, eventTitle, ...order }: OrderWithEvent): Order => ({
  ...withCustomer(order),
  event: { id: eventId, title: eventTitle },
});

export interface NewOrder extends Attribution {
  id: Uuid;
  checkoutId: Uuid;
  customer: Customer;
  quantity: number;
  subtotalCentavos: number;
  discountCentavos: number;
  totalCentavos: number;
  promoCodeId: Uuid | null;
  paymentMethod: OrderMethod;
  channel: Channel;
  /** The organizer's own number of the payment of a sale by hand. */
  reference: string | null;
  note: string | null;
  /** false: no e-mail has its tickets, unless they are resent. */
  ticketsMailed: boolean;
  /** false: attendees get no mail until `confirmAttendees`. */
  attendeesMailed: boolean;
}

/**
 * Inserts orders of one event, each with a new number. The transaction rejects with a violation of
 * `orders_one_per_checkout` when a checkout has an order already, and of `orders_one_number` when a number is taken:
 * the caller repeats it.
 */
export function insertOrders(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  orders: NewOrder[],
  paidAt: Date,
) {
  const rows = orders.map((order) => ({
    id: order.id,
    orderNumber: newOrderNumber(),
    checkoutId: order.checkoutId,
    ...customerColumns(order.customer),
    quantity: order.quantity,
    subtotalCentavos: order.subtotalCentavos,
    discountCentavos: order.discountCentavos,
    totalCentavos: order.totalCentavos,
    promoCodeId: order.promoCodeId,
    paymentMethod: order.paymentMethod,
    reference: order.reference,
    note: order.note,
    channel: order.channel,
    source: order.source,
    medium: order.medium,
    campaign: order.campaign,
    ref: order.ref,
    ticketsMailed: order.ticketsMailed,
    attendeesMailed: order.attendeesMailed,
  }));
  write(tx, insertAllInto(ordersTable, { organizationId, eventId, status: 'paid', paidAt, createdAt: paidAt }, rows));
}

/** Saves another buyer. If the address is another one, earlier links to the order are void. */
export function saveCustomer(
  tx: Tx,
  { organizationId, orderId }: { organizationId: Uuid; orderId: Uuid },
  { customer, voidsLinks }: { customer: Customer; voidsLinks: boolean },
) {
  write(
    tx,
    sql`
    update orders
       set ${assignments(ordersTable, customerColumns(customer))},
           link_revision = link_revision + ${voidsLinks ? 1 : 0}
     where organization_id = ${organizationId} and id = ${orderId}`,
  );
}

/** The buyer confirms the attendees of a free order. @returns false when they were confirmed before */
export async function confirmAttendees(tx: Tx, organizationId: Uuid, orderId: Uuid): Promise<boolean> {
  const rows = await tx.query(sql`
    update orders set attendees_mailed = true
     where organization_id = ${organizationId} and id = ${orderId} and not attendees_mailed returning 1`);
  return rows.length > 0;
}

export async function getOrder(db: Queryable, organizationId: Uuid, orderId: Uuid): Promise<Order> {
  const [row] = await db.query<OrderWithEvent>(sql`
    select ${orderWithEvent(organizationId)} from orders o ${withEvent}
     where o.organization_id = ${organizationId} and o.id = ${orderId}`);
  if (!row) throw orderRefusals.order_not_found();
  return orderFrom(row);
}

/** Lists orders, newest first. */
export async function listOrders(
  db: Queryable,
  organizationId: Uuid,
  { page, ...filter }: OrderFilter & { page: Page },
) {
  const { rows, total } = await readPage<OrderWithEvent>(db, {
    // Joins only the orders of the page, not those skipped before it.
    rows: sql`
      select ${orderWithEvent(organizationId)} from orders o ${withEvent}
       where o.organization_id = ${organizationId} and o.id = any(array(
               select o.id from orders o where ${ordersOf(organizationId, filter)}
                order by o.paid_at desc, o.id desc limit ${page.perPage} offset ${offset(page)}))
       order by o.paid_at desc, o.id desc`,
    total: totalOfOrders(organizationId, filter),
  });
  return { orders: rows.map(orderFrom), total };
}

/** Lists the orders that a search finds, newest first. `found` is a condition of order `o`. */
export async function searchOrders(
  db: Queryable,
  organizationId: Uuid,
  { eventId, found, page, ...filter }: OrderFilter & { found: Sql; page: Page },
) {
  const condition = sql`${found} ${narrowing(organizationId, filter)}`;
  const { rows, orders } = await listMatches<OrderWithEvent | { id: null }>(
    db,
    { organizationId, eventId, condition, orderBy: sql`o.paid_at desc, o.id desc`, page },
    {
      rows: sql`
        select ${orderWithEvent(organizationId)} from orders o ${withEvent}
         where o.organization_id = ${organizationId} and o.id = any(array(
                 select id from found order by paid_at desc, id desc limit ${page.perPage} offset ${offset(page)}))`,
      orderBy: sql`paid_at desc, id desc`,
    },
  );
  return { orders: rows.flatMap((row) => (row.id === null ? [] : orderFrom(row))), total: orders };
}

/** Lists the next `limit` orders older than the cursor. Every batch costs the same, however far down the list. */
export async function listOrdersAfter(
  db: Queryable,
  organizationId: Uuid,
  { after, limit, ...filter }: OrderFilter & { after: Order | null; limit: number },
): Promise<OrderWithSeats[]> {
  const rows = await db.query<OrderWithEvent & { seats: Seat[] | null }>(sql`
    select ${orderWithEvent(organizationId)}, ${orderSeats(organizationId)} from orders o ${withEvent}
     where ${ordersOf(organizationId, filter)}
       ${after ? sql`and (o.paid_at, o.id) < (${after.paidAt}, ${after.id})` : empty}
     order by o.paid_at desc, o.id desc limit ${limit}`);
  return rows.map((row) => ({ ...orderFrom(row), seats: row.seats ?? [] }));
}

/** The orders that were made of checkouts. */
export async function listOrdersOfCheckouts(
  db: Queryable,
  organizationId: Uuid,
  checkoutIds: Uuid[],
): Promise<OrderOfCheckout[]> {
  const rows = await db.query<OrderWithEvent & { checkoutId: Uuid }>(sql`
    select ${orderWithEvent(organizationId)}, o.checkout_id from orders o ${withEvent}
     where o.organization_id = ${organizationId} and o.checkout_id = any(${checkoutIds}::uuid[])`);
  return rows.map((row) => ({ ...orderFrom(row), checkoutId: row.checkoutId }));
}

export type OrderOfCheckout = Order & { checkoutId: Uuid };

/** The seats that were bought, including refunded ones; none for general admission. */
export type OrderWithSeats = Order & { seats: Seat[] };

const orderSeats = (organizationId: Uuid) => sql`(
  select json_agg(json_build_object('section', s.section_label, 'row', s.row_label, 'seat', s.seat) order by s.position)
    from seat_claims s where s.organization_id = ${organizationId} and s.checkout_id = o.checkout_id) as seats`;

/** The refunds of the order in every state, oldest first. */
export async function listOrderRefunds(db: Queryable, organizationId: Uuid, orderId: Uuid) {
  return db.query<OrderRefund>(sql`
    select r.id, r.amount_centavos, r.status, r.reason, r.failure_reason, r.created_at, r.updated_at
      from payments p join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
     where p.organization_id = ${organizationId} and p.order_id = ${orderId} order by r.id`);
}

export interface OrderRefund {
  id: Uuid;
  amountCentavos: number;
  status: 'pending' | 'succeeded' | 'failed';
  reason: RefundReason;
  failureReason: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The text the buyer agreed to before paying; undefined when the event had none. */
export async function findOrderConsent(db: Queryable, organizationId: Uuid, orderId: Uuid) {
  const [row] = await db.query<OrderConsent>(sql`
    select c.text, c.given_at from orders o
      join consents c on c.organization_id = o.organization_id and c.checkout_id = o.checkout_id
     where o.organization_id = ${organizationId} and o.id = ${orderId}`);
  return row;
}

export interface OrderConsent {
  text: string;
  givenAt: Date;
}

interface ReturnedTickets {
  orderId: Uuid;
  tickets: number;
  amountCentavos: number;
}

/**
 * Adds refunded tickets and amounts to orders. An order is refunded when none of its tickets is valid or used.
 * @returns the same per order, with what the sales figures need
 */
export async function addReturned(tx: Tx, organizationId: Uuid, returns: ReturnedTickets[]) {
  return tx.query<
    ReturnedTickets &
      Pick<OrderRow, 'eventId' | 'paidAt' | 'channel' | 'source' | 'ref'> & { paymentMethod: OrderMethod }
  >(sql`
    update orders o
       set refunded_centavos = o.refunded_centavos + back.amount, returned = o.returned + back.tickets,
           status = case when o.returned + back.tickets < o.quantity then 'partially_refunded' else 'refunded' end
      from unnest(${returns.map((r) => r.orderId)}::uuid[], ${returns.map((r) => r.tickets)}::int[],
                  ${returns.map((r) => r.amountCentavos)}::bigint[]) as back (order_id, tickets, amount)
     where o.organization_id = ${organizationId} and o.id = back.order_id
    returning o.id as order_id, o.event_id, o.paid_at, o.channel, o.payment_method, o.source, o.ref, back.tickets,
              back.amount as amount_centavos`);
}
