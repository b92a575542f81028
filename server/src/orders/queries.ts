import sql, { empty, raw } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import { notFound } from '../platform/refusals/errors.ts';
import type { Seat } from '../seating/seat.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Order, OrderStatus } from './order.ts';
import { buyerIs, listFound, type Search } from './word-search.ts';

interface OrderRow {
  id: Uuid;
  event_id: Uuid;
  event_title: string;
  customer_name: string;
  customer_email: string;
  customer_phone: string | null;
  quantity: number;
  subtotal_centavos: number;
  discount_centavos: number;
  total_centavos: number;
  refunded_centavos: number;
  status: OrderStatus;
  payment_method: string;
  paid_at: Date;
  created_at: Date;
}

const orderColumns = raw(`o.id, o.event_id, e.title as event_title, o.customer_name, o.customer_email, o.customer_phone,
  o.quantity, o.subtotal_centavos, o.discount_centavos, o.total_centavos, o.refunded_centavos, o.status,
  o.payment_method, o.paid_at, o.created_at`);
const withEvent = raw(`join events e on e.organization_id = o.organization_id and e.id = o.event_id`);

const orderFrom = (row: OrderRow): Order => ({
  id: row.id,
  event: { id: row.event_id, title: row.event_title },
  customer: { name: row.customer_name, email: row.customer_email, phone: row.customer_phone },
  quantity: row.quantity,
  subtotalCentavos: row.subtotal_centavos,
  discountCentavos: row.discount_centavos,
  totalCentavos: row.total_centavos,
  refundedCentavos: row.refunded_centavos,
  status: row.status,
  paymentMethod: row.payment_method,
  paidAt: row.paid_at,
  createdAt: row.created_at,
});

export interface NewOrder {
  id: Uuid;
  checkoutId: Uuid;
  customer: { name: string; email: string; phone: string | null };
  quantity: number;
  subtotalCentavos: number;
  discountCentavos: number;
  promoCodeId: Uuid | null;
  paymentMethod: string;
}

/** Orders of one event. The transaction rejects with a violation of `orders_one_per_checkout`. */
export function insertOrders(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  orders: NewOrder[],
  paidAt: Date,
) {
  write(
    tx,
    sql`
    insert into orders (organization_id, event_id, status, paid_at, created_at, id, checkout_id, customer_name,
      customer_email, customer_phone, quantity, subtotal_centavos, discount_centavos, total_centavos, promo_code_id,
      payment_method)
    select ${organizationId}, ${eventId}, 'paid', ${paidAt}, ${paidAt}, o.* from unnest(
      ${orders.map((o) => o.id)}::uuid[], ${orders.map((o) => o.checkoutId)}::uuid[],
      ${orders.map((o) => o.customer.name)}::text[], ${orders.map((o) => o.customer.email)}::text[],
      ${orders.map((o) => o.customer.phone)}::text[], ${orders.map((o) => o.quantity)}::int[],
      ${orders.map((o) => o.subtotalCentavos)}::bigint[], ${orders.map((o) => o.discountCentavos)}::bigint[],
      ${orders.map((o) => o.subtotalCentavos - o.discountCentavos)}::bigint[],
      ${orders.map((o) => o.promoCodeId)}::uuid[], ${orders.map((o) => o.paymentMethod)}::text[]) o`,
  );
}

export async function getOrder(db: Queryable, organizationId: Uuid, orderId: Uuid): Promise<Order> {
  const [row] = await db.query<OrderRow>(sql`
    select ${orderColumns} from orders o ${withEvent}
     where o.organization_id = ${organizationId} and o.id = ${orderId}`);
  if (!row) throw notFound('Order');
  return orderFrom(row);
}

/** Newest first. */
export async function listOrders(
  db: Queryable,
  organizationId: Uuid,
  { eventId, page }: { eventId: Uuid | undefined; page: Page },
) {
  const asked = sql`o.organization_id = ${organizationId} ${eventId ? sql`and o.event_id = ${eventId}` : empty}`;
  const [rows, totals] = await Promise.all([
    // Joined are the orders of the page, not those that are skipped before it.
    db.query<OrderRow>(sql`
      select ${orderColumns} from orders o ${withEvent}
       where o.organization_id = ${organizationId} and o.id = any(array(
               select o.id from orders o
                where ${asked} order by o.paid_at desc, o.id desc limit ${page.perPage} offset ${offset(page)}))
       order by o.paid_at desc, o.id desc`),
    // The sums that are kept with the orders, one row an event: counting 200,000 orders took longer than the page.
    db.query<{ total: number }>(sql`
      select coalesce(sum(o.orders), 0) as total from sales_figures o where o.period = 'all' and ${asked}`),
  ]);
  return { orders: rows.map(orderFrom), total: totals[0]?.total ?? 0 };
}

/** The same of what is searched for. */
export async function listOrdersFound(
  db: Queryable,
  organizationId: Uuid,
  { eventId, search, page }: { eventId: Uuid | undefined; search: Search; page: Page },
) {
  const is = search.by === 'words' ? buyerIs(organizationId, search) : sql`o.id = ${search.orderId}`;
  const { rows, orders } = await listFound<OrderRow | { id: null }>(
    db,
    { organizationId, eventId, is, sorted: sql`o.paid_at desc, o.id desc`, page },
    {
      rows: sql`
        select ${orderColumns} from orders o ${withEvent}
         where o.organization_id = ${organizationId} and o.id = any(array(
                 select id from found order by paid_at desc, id desc limit ${page.perPage} offset ${offset(page)}))`,
      sorted: sql`paid_at desc, id desc`,
    },
  );
  return { orders: rows.flatMap((row) => (row.id === null ? [] : orderFrom(row))), total: orders };
}

export async function findTicketOfNumber(db: Queryable, organizationId: Uuid, ticketNumber: string) {
  const [ticket] = await db.query<{ id: Uuid; order_id: Uuid }>(sql`
    select id, order_id from tickets where organization_id = ${organizationId} and ticket_number = ${ticketNumber}`);
  return ticket;
}

/** The next `most` orders older than the cursor: every batch costs the same, however far down the list. */
export async function listOrdersAfter(
  db: Queryable,
  organizationId: Uuid,
  asked: { eventId: Uuid | undefined; status: OrderStatus | undefined; after: Order | null; most: number },
): Promise<OrderLine[]> {
  const { eventId, status, after, most } = asked;
  const rows = await db.query<OrderRow & { seats: Seat[] | null }>(sql`
    select ${orderColumns}, ${seatsOfOrder} from orders o ${withEvent}
     where o.organization_id = ${organizationId} ${eventId ? sql`and o.event_id = ${eventId}` : empty}
       ${status ? sql`and o.status = ${status}` : empty}
       ${after ? sql`and (o.paid_at, o.id) < (${after.paidAt}, ${after.id})` : empty}
     order by o.paid_at desc, o.id desc limit ${most}`);
  return rows.map((row) => ({ ...orderFrom(row), seats: row.seats ?? [] }));
}

/** Bought seats, returned ones included; none for general admission. */
export type OrderLine = Order & { seats: Seat[] };

const seatsOfOrder = raw(`(
  select json_agg(json_build_object('section', s.section_label, 'row', s.row_label, 'seat', s.seat) order by s.position)
    from seat_claims s where s.organization_id = o.organization_id and s.checkout_id = o.checkout_id) as seats`);

/** Money on its way back, or back already, oldest first. */
export async function listRefundsOfOrder(db: Queryable, organizationId: Uuid, orderId: Uuid) {
  return db.query<RefundOfOrder>(sql`
    select r.id, r.amount_centavos, r.status, r.reason, r.failure_reason, r.created_at, r.updated_at
      from payments p join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
     where p.organization_id = ${organizationId} and p.order_id = ${orderId} order by r.id`);
}

export interface RefundOfOrder {
  id: Uuid;
  amount_centavos: number;
  status: 'pending' | 'succeeded' | 'failed';
  reason: string;
  failure_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

/** What the buyer agreed to before paying; undefined when the event asked for nothing. */
export async function findConsentOfOrder(db: Queryable, organizationId: Uuid, orderId: Uuid) {
  const [row] = await db.query<ConsentOfOrder>(sql`
    select c.text, c.given_at from orders o
      join consents c on c.organization_id = o.organization_id and c.checkout_id = o.checkout_id
     where o.organization_id = ${organizationId} and o.id = ${orderId}`);
  return row;
}

export interface ConsentOfOrder {
  text: string;
  given_at: Date;
}

/** @throws ApiError 404 when the organization has no such ticket */
export async function getOrderIdOfTicket(db: Queryable, organizationId: Uuid, ticketId: Uuid): Promise<Uuid> {
  const [ticket] = await db.query<{ order_id: Uuid }>(sql`
    select order_id from tickets where organization_id = ${organizationId} and id = ${ticketId}`);
  if (!ticket) throw notFound('Ticket');
  return ticket.order_id;
}

/** In order of their numbers, which is the order of their seats. */
export async function listTicketsOfOrder(db: Queryable, organizationId: Uuid, orderId: Uuid) {
  return db.query<TicketOfOrder>(sql`
    select t.id, t.ticket_number, t.status, t.amount_centavos, s.section_label as section, s.row_label as row, s.seat,
           t.revision, t.attendee_name, t.attendee_email
      from tickets t
      join orders o on o.organization_id = t.organization_id and o.id = t.order_id
      left join seat_claims s on s.organization_id = o.organization_id and s.checkout_id = o.checkout_id
       and s.position = t.position
     where t.organization_id = ${organizationId} and t.order_id = ${orderId} order by t.ticket_number`);
}

export interface TicketOfOrder {
  id: Uuid;
  ticket_number: string;
  status: TicketStatus;
  amount_centavos: number;
  revision: number;
  attendee_name: string | null;
  attendee_email: string | null;
  section: string | null;
  row: string | null;
  seat: number | null;
}

/**
 * Adds to what was given back; an order is refunded when no ticket of it is valid or used any more.
 * @returns the same per order, with what the sales figures need to know
 */
export async function addReturned(
  tx: Tx,
  organizationId: Uuid,
  returns: { orderId: Uuid; tickets: number; amountCentavos: number }[],
) {
  const rows = await tx.query<{ event_id: Uuid; paid_at: Date; tickets: number; amount: number }>(sql`
    update orders o
       set refunded_centavos = o.refunded_centavos + back.amount, returned = o.returned + back.tickets,
           status = case when o.returned + back.tickets < o.quantity then 'partially_refunded' else 'refunded' end
      from unnest(${returns.map((r) => r.orderId)}::uuid[], ${returns.map((r) => r.tickets)}::int[],
                  ${returns.map((r) => r.amountCentavos)}::bigint[]) as back (order_id, tickets, amount)
     where o.organization_id = ${organizationId} and o.id = back.order_id
    returning o.event_id, o.paid_at, back.tickets, back.amount`);
  return rows.map((row) => ({
    eventId: row.event_id,
    paidAt: row.paid_at,
    tickets: row.tickets,
    amountCentavos: row.amount,
  }));
}
