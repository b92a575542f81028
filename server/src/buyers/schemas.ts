import { type Static, Type } from 'typebox';
import { attendeeOrNull } from '../checkouts/attendee.ts';
import { CHECKOUT_STATUSES, checkoutCode } from '../checkouts/checkout.ts';
import { CheckoutCode } from '../checkouts/schemas.ts';
import { EventReferenceJson } from '../events/schemas.ts';
import { MailJson, mailJson } from '../mail/schemas.ts';
import { ConsentJson, OrderCustomerJson, OrderJson, orderJson, RefundJson, refundJson } from '../orders/schemas.ts';
import { Amount, Email, Instant, nullable, optional, Uuid } from '../platform/http/contract/fields.ts';
import { described, Model, OpenEnum } from '../platform/http/contract/models.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { SubscriptionJson, subscriptionJson } from '../subscriptions/schemas.ts';
import {
  AttendeeJson,
  AttendeeOrNullJson,
  DirectionSchema,
  TicketNumber,
  TicketStatusSchema,
} from '../tickets/schemas.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid as OrganizationId } from '../values/uuid.ts';
import { EntryJson, entryJson } from '../waiting-list/schemas.ts';
import type { Erasure } from './erase-buyer.ts';
import type { BuyerExport, ExportedPurchase } from './export-buyer.ts';
import type { TicketData } from './export-queries.ts';

const PersonFields = { email: Email() };

export const BuyerErasureBody = Model('BuyerErasureRequest', 'The person whose personal data is erased.', PersonFields);

export const BuyerExportBody = Model('BuyerExportRequest', 'The person whose data is read.', {
  ...PersonFields,
  after: optional(Uuid('`next` of the page before; omit for the first.')),
});

const PassageJson = Model('BuyerPassage', 'When a ticket passed, and where.', {
  list: nullable(Type.String({ description: 'The name of the check-in list; null: the gate.' })),
  direction: DirectionSchema,
  passed_at: Instant(),
});

const TicketDataJson = Model('BuyerTicket', 'A ticket that the person bought or was named for.', {
  id: Uuid(),
  ticket_number: nullable(TicketNumber()),
  status: TicketStatusSchema,
  attendee: AttendeeOrNullJson,
  purchased_at: Instant(),
  checked_in_at: nullable(Instant()),
  passages: Type.Array(PassageJson, { description: 'At check-in lists, and out of the gate and in again.' }),
});

const PaymentJson = Model('BuyerPayment', 'A payment that arrived.', {
  id: Uuid(),
  provider: Type.String(),
  provider_payment_id: Type.String({ description: 'Its id at the provider.' }),
  method: Type.String(),
  amount: Amount(),
  paid_at: Instant(),
});

const NotificationJson = Type.Object(
  {},
  { title: 'SentNotification', about: 'A notification as webhooks received it.', additionalProperties: true },
);

const ChangeDataJson = Model('BuyerLogEntry', 'An entry of the audit log.', {
  at: Instant(),
  action: Type.String(),
});

const AnswerDataJson = Model('BuyerAnswer', 'What was answered to a question of the organizer.', {
  ticket: nullable(Type.Integer({ description: 'From 1; null: about the order.' })),
  label: Type.String({ description: 'The question.' }),
  value: Type.String(),
});

const ReservationDataJson = Model('BuyerReservation', 'What the box office wrote down when it kept the places.', {
  name: Type.String(),
  note: nullable(Type.String()),
  until: nullable(Instant()),
});

const PurchaseJson = Model('BuyerPurchase', 'A checkout with everything that followed from it.', {
  checkout_id: nullable(CheckoutCode('Null for a guest: it is the key to the page of the buyer.')),
  role: OpenEnum('buyer, or guest: another buyer named the person for a ticket.', ['buyer', 'guest']),
  status: OpenEnum('Status of the checkout.', CHECKOUT_STATUSES),
  event: EventReferenceJson,
  customer: nullable(described(OrderCustomerJson, 'Null for a guest, whose buyer is another person.')),
  attendees: Type.Array(AttendeeJson),
  answers: Type.Array(AnswerDataJson, { description: 'A guest: about their own ticket.' }),
  language: nullable(Type.String()),
  buyer_reference: nullable(Type.String()),
  success_url: nullable(Type.String()),
  cancel_url: nullable(Type.String()),
  created_at: Instant(),
  reservation: nullable(
    described(ReservationDataJson, 'Where the places were kept for a name first. Null for a guest.'),
  ),
  consent: nullable(described(ConsentJson, 'What the buyer agreed to.')),
  order: nullable(described(OrderJson, 'Null when nothing was bought, and for a guest.')),
  tickets: Type.Array(TicketDataJson),
  payments: Type.Array(PaymentJson),
  refunds: Type.Array(RefundJson),
  mails: Type.Array(MailJson, { description: 'To the person.' }),
  notifications: Type.Array(NotificationJson),
  audit_log: Type.Array(ChangeDataJson),
});

const EntryDataJson = Model('BuyerWaitingListEntry', 'A place on a waiting list.', {
  ...EntryJson.properties,
  language: nullable(Type.String()),
  success_url: Type.String(),
  cancel_url: nullable(Type.String()),
});

export const BuyerExportJson = Model('BuyerExport', 'A page of what the organization holds about a person.', {
  email: Type.String(),
  exported_at: Instant(),
  purchases: Type.Array(PurchaseJson, { description: 'Oldest first.' }),
  subscriptions: Type.Array(SubscriptionJson, { description: 'On the first page.' }),
  waiting_list_entries: Type.Array(EntryDataJson, { description: 'On the first page.' }),
  unsubscribed_at: nullable(Instant('When the person unsubscribed from messages. On the first page.')),
  next: nullable(Uuid('Send it as `after` for the next page; null: this is the last.')),
});

export const BuyerErasureJson = Model('BuyerErasure', 'What this request erased.', {
  purchases: Type.Integer(),
  mails: Type.Integer(),
  notifications: Type.Integer(),
  subscriptions: Type.Integer(),
  waiting_list_entries: Type.Integer(),
  unsubscribes: Type.Integer(),
  complete: Type.Boolean({ description: 'false: send the request again, it continues.' }),
});

export const erasureJson = (erasure: Erasure) => shown(BuyerErasureJson, erasure);

export const exportJson = (
  organizationId: OrganizationId,
  exported: BuyerExport,
  { email, now }: { email: string; now: Date },
): Static<typeof BuyerExportJson> => ({
  email,
  exported_at: now.toISOString(),
  purchases: exported.purchases.map((purchase) => purchaseJson(organizationId, purchase)),
  subscriptions: exported.subscriptions.map((subscription) => subscriptionJson(subscription, now)),
  waiting_list_entries: exported.entries.map((entry) => ({
    ...entryJson(entry, true),
    language: entry.language,
    success_url: entry.successUrl,
    cancel_url: entry.cancelUrl,
  })),
  unsubscribed_at: exported.unsubscribedAt?.toISOString() ?? null,
  next: exported.next,
});

function purchaseJson(organizationId: OrganizationId, purchase: ExportedPurchase): Static<typeof PurchaseJson> {
  const { role, checkout, order } = purchase;
  const isBuyer = role === 'buyer';
  const { customerName: name, customerEmail: email, customerPhone: phone, consentText, consentAt } = checkout;
  return {
    checkout_id: isBuyer ? checkoutCode({ organizationId, id: checkout.id }) : null,
    role,
    status: checkout.status,
    event: { id: checkout.eventId, title: checkout.eventTitle },
    customer: isBuyer ? { name, email, phone } : null,
    attendees: purchase.attendees,
    answers: purchase.answers.map(({ ticket, label, value }) => ({ ticket: ticket || null, label, value })),
    language: isBuyer ? checkout.language : null,
    buyer_reference: isBuyer ? checkout.buyerReference : null,
    success_url: isBuyer ? checkout.successUrl : null,
    cancel_url: isBuyer ? checkout.cancelUrl : null,
    created_at: checkout.createdAt.toISOString(),
    reservation:
      isBuyer && checkout.reservedFor !== null
        ? {
            name: checkout.reservedFor,
            note: checkout.reservationNote,
            until: checkout.keptUntil?.toISOString() ?? null,
          }
        : null,
    consent:
      isBuyer && consentText !== null && consentAt ? { text: consentText, given_at: consentAt.toISOString() } : null,
    order: order && orderJson(order),
    tickets: purchase.tickets.map((ticket) => ticketJson(ticket, role)),
    payments: purchase.payments.map((payment) => ({
      id: payment.id,
      provider: payment.provider,
      provider_payment_id: payment.providerPaymentId,
      method: payment.method,
      amount: pesosFromCentavos(payment.amountCentavos),
      paid_at: payment.paidAt.toISOString(),
    })),
    refunds: purchase.refunds.map(refundJson),
    mails: purchase.mails.map(mailJson),
    notifications: purchase.notifications.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    audit_log: purchase.changes.map(({ at, action }) => ({ at: at.toISOString(), action })),
  };
}

/** The number of a ticket admits at the door: once it was passed on, it is no longer the buyer's. */
const ticketJson = (ticket: TicketData, role: ExportedPurchase['role']): Static<typeof TicketDataJson> => ({
  id: ticket.id,
  ticket_number: role === 'buyer' && ticket.passedOn > 0 ? null : ticket.ticketNumber,
  status: ticket.status,
  attendee: attendeeOrNull({ name: ticket.attendeeName, email: ticket.attendeeEmail }),
  purchased_at: ticket.purchasedAt.toISOString(),
  checked_in_at: ticket.checkedInAt?.toISOString() ?? null,
  passages: ticket.passages.map(({ list, direction, passedAt }) => ({
    list,
    direction,
    passed_at: new Date(passedAt).toISOString(),
  })),
});
