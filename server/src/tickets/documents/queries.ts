import sql, { empty } from 'sql-template-tag';
import { admissions } from '../../checkouts/queries.ts';
import type { EventStatus } from '../../events/event-status.ts';
import { type RefundColumns, refundRuleOf } from '../../events/refund-rule.ts';
import type { OrderLine } from '../../orders/order.ts';
import { orderLines } from '../../orders/queries.ts';
import { type OrganizerColumns, organizerColumns, organizerOf } from '../../organizations/organizer-queries.ts';
import { BY_HAND } from '../../payments/queries.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { seatFrom } from '../../seating/seat.ts';
import type { Language } from '../../values/language.ts';
import type { OrderMethod } from '../../values/payment-method.ts';
import type { Uuid } from '../../values/uuid.ts';
import { MAX_PASSES } from '../change-holder.ts';
import { orderRevision, scansAgain } from '../order-ticket-queries.ts';
import { ticketRefusals } from '../refusals.ts';
import type { TicketStatus } from '../ticket.ts';
import type { PrintedOrder, PrintedTicket } from './printed-order.ts';

interface OrderRow extends RefundColumns, OrganizerColumns {
  isRefundRequested: boolean;
  orderNumber: string;
  customerName: string;
  customerEmail: string;
  quantity: number;
  totalCentavos: number;
  discountCentavos: number;
  refundedCentavos: number;
  changedCentavos: number;
  takenByHand: boolean;
  cancelledCentavos: number;
  cancelledByHandCentavos: number;
  paymentMethod: OrderMethod;
  paidAt: Date;
  attendeesMailed: boolean;
  lines: OrderLine[];
  addOnQuantity: number;
  revision: number;
  eventId: Uuid;
  title: string;
  status: EventStatus;
  startDatetime: Date;
  endDatetime: Date | null;
  venueName: string | null;
  address: string | null;
  city: string | null;
  updatedAt: Date;
  scansAgain: boolean;
  language: Language | null;
  timeZone: string;
}

/** Reads an order, with the revision that its link proves. @throws Refusal 404 */
export async function getOrderToPrint(
  db: Queryable,
  organizationId: Uuid,
  orderId: Uuid,
): Promise<
  Pick<
    PrintedOrder,
    | 'orderNumber'
    | 'customer'
    | 'language'
    | 'event'
    | 'payment'
    | 'quantity'
    | 'addOnQuantity'
    | 'attendeesMailed'
    | 'isRefundRequested'
  > & {
    revision: number;
  }
> {
  const [row] = await db.query<OrderRow>(sql`
    select o.order_number, o.customer_name, o.customer_email, o.quantity, o.total_centavos, o.discount_centavos,
           o.refunded_centavos, o.payment_method, o.paid_at, o.attendees_mailed, ${orderLines(organizationId)},
           (select coalesce(sum(d.difference_centavos), 0) from order_changes d
             where d.organization_id = ${organizationId} and d.order_id = o.id) as changed_centavos,
           exists (select 1 from payments p
                    where p.organization_id = ${organizationId} and p.order_id = o.id and p.provider = ${BY_HAND})
             as taken_by_hand,
           cancelled.centavos as cancelled_centavos, cancelled.by_hand_centavos as cancelled_by_hand_centavos,
           c.quantity - ${admissions(organizationId)} as add_on_quantity,
           ${orderRevision(organizationId)},
           e.id as event_id, e.title, e.status, e.start_datetime, e.end_datetime, e.venue_name, e.address, e.city,
           e.refund_approval, e.refund_until_hours, e.refund_fee_percent, e.refund_fee_centavos,
           exists (select 1 from refund_requests r
                    where r.organization_id = ${organizationId} and r.order_id = o.id and r.status = 'pending')
             as is_refund_requested,
           ${scansAgain(organizationId)} as scans_again, e.updated_at, ${organizerColumns}, n.time_zone, c.language
      from orders o
      join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
      join events e on e.organization_id = o.organization_id and e.id = o.event_id
      join organizations n on n.organization_id = o.organization_id
      cross join lateral (
            select coalesce(sum(r.amount_centavos), 0) as centavos,
                   coalesce(sum(r.amount_centavos) filter (where r.by_hand), 0) as by_hand_centavos
              from refunds r
              join payments p on p.organization_id = r.organization_id and p.id = r.payment_id
             where r.organization_id = ${organizationId} and p.order_id = o.id and r.reason = 'event_cancelled') cancelled
     where o.organization_id = ${organizationId} and o.id = ${orderId}`);
  if (!row) throw ticketRefusals.ticket_not_found();
  return {
    orderNumber: row.orderNumber,
    customer: { name: row.customerName, email: row.customerEmail },
    language: row.language,
    quantity: row.quantity,
    addOnQuantity: row.addOnQuantity,
    attendeesMailed: row.attendeesMailed,
    isRefundRequested: row.isRefundRequested,
    revision: row.revision,
    payment: {
      totalCentavos: row.totalCentavos,
      discountCentavos: row.discountCentavos,
      refundedCentavos: row.refundedCentavos,
      changedCentavos: row.changedCentavos,
      takenByHand: row.takenByHand,
      cancelledCentavos: row.cancelledCentavos,
      cancelledByHandCentavos: row.cancelledByHandCentavos,
      method: row.paymentMethod,
      paidAt: row.paidAt,
      lines: row.lines,
    },
    event: {
      id: row.eventId,
      title: row.title,
      status: row.status,
      startDatetime: row.startDatetime,
      endDatetime: row.endDatetime,
      venueName: row.venueName,
      address: row.address,
      city: row.city,
      refundRule: refundRuleOf(row),
      organizer: organizerOf(row),
      timeZone: row.timeZone,
      updatedAt: row.updatedAt,
      scansAgain: row.scansAgain,
    },
  };
}

interface TicketRow {
  id: Uuid;
  ticketNumber: string;
  status: TicketStatus;
  revision: number;
  checkedInAt: Date | null;
  holder: string;
  isNamed: boolean;
  attendeeEmail: string | null;
  tierName: string;
  admission: boolean;
  passedOn: number;
  amountCentavos: number;
  section: string | null;
  row: string | null;
  seat: number | null;
}

/** Tickets in the order of the items and of their seats. */
export async function listTicketsToPrint(
  db: Queryable,
  selection: {
    organizationId: Uuid;
    orderId: Uuid;
    ticketIds: Uuid[] | null;
    validFor: string | null;
    page: number;
    perPage: number;
  },
): Promise<Omit<PrintedTicket, 'code' | 'url'>[]> {
  const { organizationId, orderId, ticketIds, validFor, page, perPage } = selection;
  const isForAddress = sql`lower(${validFor}) in (lower(o.customer_email), lower(t.attendee_email))`;
  const rows = await db.query<TicketRow>(sql`
    select t.id, t.ticket_number, t.status, t.revision, t.checked_in_at, tier.name as tier_name, tier.admission,
           coalesce(t.attendee_name, o.customer_name) as holder, t.attendee_name is not null as is_named,
           t.attendee_email, t.passed_on, t.amount_centavos,
           s.section_label as section, s.row_label as row, s.seat
      from tickets t
      join orders o on o.organization_id = t.organization_id and o.id = t.order_id
      join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
      left join seat_claims s on s.organization_id = o.organization_id and s.checkout_id = o.checkout_id
       and s.position = t.position
     where t.organization_id = ${organizationId} and t.order_id = ${orderId}
       ${ticketIds === null ? empty : sql`and t.id = any(${ticketIds}::uuid[])`}
       ${validFor === null ? empty : sql`and t.status = 'valid' and ${isForAddress}`}
     order by t.position limit ${perPage} offset ${(page - 1) * perPage}`);
  return rows.map((row) => ({
    id: row.id,
    number: row.ticketNumber,
    status: row.status,
    revision: row.revision,
    checkedInAt: row.checkedInAt,
    holder: row.holder,
    isNamed: row.isNamed,
    holderEmail: row.attendeeEmail,
    tierName: row.tierName,
    admission: row.admission,
    isPassedOn: row.passedOn > 0,
    mayBePassedOn: row.passedOn < MAX_PASSES,
    seat: seatFrom(row),
    amountCentavos: row.amountCentavos,
  }));
}

/** The revision that a link to the ticket must prove, and the ticket's order. */
export async function findLinkedTicket(db: Queryable, organizationId: Uuid, ticketId: Uuid) {
  const [row] = await db.query<{ orderId: Uuid; revision: number }>(sql`
    select order_id, revision from tickets where organization_id = ${organizationId} and id = ${ticketId}`);
  return row && { orderId: row.orderId, revision: row.revision };
}
