import sql from 'sql-template-tag';
import type { Attendee } from '../checkouts/attendee.ts';
import type { CheckoutStatus } from '../checkouts/checkout.ts';
import type { Mail, ORDER_MAIL_KINDS } from '../mail/mail.ts';
import type { OrderRefund } from '../orders/queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Direction } from '../tickets/passage.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Person } from './person.ts';

/* What is held about these purchases. Rows name their checkout, or their order. */

export interface CheckoutData {
  id: Uuid;
  status: CheckoutStatus;
  quantity: number;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  buyerReference: string | null;
  attendees: Attendee[] | null;
  language: string | null;
  successUrl: string;
  cancelUrl: string | null;
  createdAt: Date;
  eventId: Uuid;
  eventTitle: string;
  consentText: string | null;
  consentAt: Date | null;
  reservedFor: string | null;
  reservationNote: string | null;
  keptUntil: Date | null;
}

/**
 * Condition: reservation `r` names the buyer of checkout `c`. Each part that is picked up has its own checkout, and the
 * buyer of the rest takes over the checkout of the reservation. So the person named may have either.
 */
export const isReservationOf = sql`
  r.organization_id = c.organization_id and r.id = c.reservation_id
  and (r.id = c.id or lower(r.name) = lower(c.customer_name))`;

export const listCheckoutData = (db: Queryable, organizationId: Uuid, checkoutIds: Uuid[]) =>
  db.query<CheckoutData>(sql`
    select c.id, c.status, c.quantity, c.customer_name, c.customer_email, c.customer_phone, c.buyer_reference,
           c.attendees, c.language, c.success_url, c.cancel_url, c.created_at, c.event_id, e.title as event_title,
           s.text as consent_text, s.given_at as consent_at,
           r.name as reserved_for, r.note as reservation_note, r.kept_until
      from checkouts c
      join events e on e.organization_id = c.organization_id and e.id = c.event_id
      left join consents s on s.organization_id = c.organization_id and s.checkout_id = c.id
      left join reservations r on ${isReservationOf}
     where c.organization_id = ${organizationId} and c.id = any(${checkoutIds}::uuid[])`);

export interface AnswerData {
  checkoutId: Uuid;
  ticket: number;
  label: string;
  value: string;
}

export const listAnswerData = (db: Queryable, organizationId: Uuid, checkoutIds: Uuid[]) =>
  db.query<AnswerData>(sql`
    select checkout_id, ticket, label, value from answers
     where organization_id = ${organizationId} and checkout_id = any(${checkoutIds}::uuid[])
     order by checkout_id, ticket, question_id`);

export interface TicketData {
  id: Uuid;
  orderId: Uuid;
  ticketNumber: string;
  /** How often the buyer passed it on. */
  passedOn: number;
  status: TicketStatus;
  attendeeName: string | null;
  attendeeEmail: string | null;
  checkedInAt: Date | null;
  purchasedAt: Date;
  /** Where it passed beside the check-in; `list` is null at the gate. */
  passages: { list: string | null; direction: Direction; passedAt: string }[];
}

export const listTicketData = (db: Queryable, organizationId: Uuid, orderIds: Uuid[]) =>
  db.query<TicketData>(sql`
    select t.id, t.order_id, t.ticket_number, t.passed_on, t.status, t.attendee_name, t.attendee_email, t.checked_in_at, t.purchased_at,
           coalesce((
             select jsonb_agg(jsonb_build_object('list', l.name, 'direction', p.direction, 'passedAt', p.passed_at)
                              order by p.passed_at, p.number)
               from passages p
               left join check_in_lists l on l.organization_id = p.organization_id and l.id = p.list_id
              where p.organization_id = ${organizationId} and p.ticket_id = t.id and p.undone_at is null),
             '[]') as passages
      from tickets t
     where t.organization_id = ${organizationId} and t.order_id = any(${orderIds}::uuid[])
     order by t.order_id, t.position`);

export interface PaymentData {
  id: Uuid;
  checkoutId: Uuid;
  provider: string;
  providerPaymentId: string;
  method: string;
  amountCentavos: number;
  paidAt: Date;
}

export const listPaymentData = (db: Queryable, organizationId: Uuid, checkoutIds: Uuid[]) =>
  db.query<PaymentData>(sql`
    select id, checkout_id, provider, provider_payment_id, method, amount_centavos, paid_at from payments
     where organization_id = ${organizationId} and checkout_id = any(${checkoutIds}::uuid[]) order by id`);

export const listRefundData = (db: Queryable, organizationId: Uuid, checkoutIds: Uuid[]) =>
  db.query<OrderRefund & { checkoutId: Uuid }>(sql`
    select r.id, p.checkout_id, r.amount_centavos, r.status, r.reason, r.failure_reason, r.created_at, r.updated_at
      from payments p join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
     where p.organization_id = ${organizationId} and p.checkout_id = any(${checkoutIds}::uuid[]) order by r.id`);

export type MailData = Mail & {
  kind: (typeof ORDER_MAIL_KINDS)[number];
  orderId: Uuid | null;
  checkoutId: Uuid | null;
};

/** Mails to the person: those to other attendees are not theirs. */
export const listMailData = (db: Queryable, { organizationId, email }: Person, checkoutIds: Uuid[], orderIds: Uuid[]) =>
  db.query<MailData>(sql`
    select id, kind, order_id, checkout_id, ticket_id, recipient, status, attempts, failure_reason, created_at, sent_at
      from mails
     where organization_id = ${organizationId} and lower(recipient) = lower(${email})
       and (order_id = any(${orderIds}::uuid[]) or checkout_id = any(${checkoutIds}::uuid[])) order by id`);

export interface ChangeData {
  subjectId: string;
  action: string;
  at: Date;
}

export const listChangeData = (db: Queryable, organizationId: Uuid, subjectIds: Uuid[]) =>
  db.query<ChangeData>(sql`
    select subject_id, action, at from audit_log
     where organization_id = ${organizationId} and subject_id = any(${subjectIds}::text[]) order by id`);
