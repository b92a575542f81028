import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Attendee } from '../checkouts/attendee.ts';
import { findUnsubscribe } from '../messages/unsubscribe-queries.ts';
import { listOrdersOfCheckouts, type OrderOfCheckout, type OrderRefund } from '../orders/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { listSubscriptionsOf } from '../subscriptions/queries.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Entry } from '../waiting-list/entry.ts';
import { listEntriesOf } from '../waiting-list/queries.ts';
import * as data from './export-queries.ts';
import { listPurchasesAfter } from './find-queries.ts';
import { listTicketNotifications, type TicketNotification } from './notification-queries.ts';
import type { Person, Purchase } from './person.ts';

/** One page; a person with more purchases is read in several. */
const PURCHASES_PER_PAGE = 100;

export interface ExportedPurchase {
  role: Purchase['role'];
  checkout: data.CheckoutData;
  attendees: Attendee[];
  answers: data.AnswerData[];
  order: OrderOfCheckout | null;
  tickets: data.TicketData[];
  payments: data.PaymentData[];
  refunds: OrderRefund[];
  mails: data.MailData[];
  notifications: TicketNotification[];
  changes: data.ChangeData[];
}

export interface BuyerExport {
  purchases: ExportedPurchase[];
  subscriptions: Subscription[];
  entries: Entry[];
  /** When the person unsubscribed from messages; on the first page. */
  unsubscribedAt: Date | null;
  /** Where the next page begins; null: this is the last. */
  next: Uuid | null;
}

/**
 * Reads what the organization holds about the person with an e-mail address, a page of purchases at a time, oldest
 * first. If the person is a guest in another buyer's purchase, the export has only their own ticket and mails. The
 * audit log records who read it. The pages are not of one instant: a purchase made meanwhile may be missing.
 */
export async function exportBuyer(
  db: Database,
  person: Person,
  { actor, after, now }: { actor: Actor; after: Uuid | null; now: Date },
): Promise<BuyerExport> {
  const purchases = await listPurchasesAfter(db, person, { after, limit: PURCHASES_PER_PAGE });
  const subscriptions = after === null ? await listSubscriptionsOf(db, person.organizationId, person.email) : [];
  const entries = after === null ? await listEntriesOf(db, person.organizationId, person.email, now) : [];
  const unsubscribedAt = after === null ? await findUnsubscribe(db, person) : null;
  const exported = await readPurchases(db, person, purchases);
  await recordExport(db, person.organizationId, actor, { purchases, subscriptions, entries, now });
  const last = purchases.at(-1);
  return {
    purchases: exported,
    subscriptions,
    entries,
    unsubscribedAt,
    next: purchases.length < PURCHASES_PER_PAGE ? null : (last?.checkoutId ?? null),
  };
}

async function readPurchases(db: Database, person: Person, purchases: Purchase[]): Promise<ExportedPurchase[]> {
  const { organizationId } = person;
  const all = purchases.map(({ checkoutId }) => checkoutId);
  const own = purchases.filter(({ role }) => role === 'buyer').map(({ checkoutId }) => checkoutId);
  const ordersOf = (ids: Uuid[]) =>
    purchases.flatMap(({ checkoutId, orderId }) => (orderId !== null && ids.includes(checkoutId) ? orderId : []));
  const [checkouts, answers, orders, tickets, payments, refunds, mails, notifications] = await Promise.all([
    data.listCheckoutData(db, organizationId, all),
    data.listAnswerData(db, organizationId, all),
    listOrdersOfCheckouts(db, organizationId, own),
    data.listTicketData(db, organizationId, ordersOf(all)),
    data.listPaymentData(db, organizationId, own),
    data.listRefundData(db, organizationId, own),
    data.listMailData(db, person, all, ordersOf(all)),
    listTicketNotifications(db, organizationId, ordersOf(own)),
  ]);
  const held = tickets.filter(
    (ticket) => own.includes(checkoutOf(purchases, ticket.orderId)) || isPersons(person, ticket),
  );
  const subjects = [...own, ...ordersOf(own), ...held.map(({ id }) => id)];
  const changes = await data.listChangeData(db, organizationId, subjects);
  return checkouts
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((checkout): ExportedPurchase => {
      const { role, orderId } = purchases.find(({ checkoutId }) => checkoutId === checkout.id) as Purchase;
      const ofCheckout = (row: { checkoutId: Uuid }) => row.checkoutId === checkout.id;
      const ofOrder = (row: { orderId: Uuid }) => row.orderId === orderId;
      const theirs = held.filter(ofOrder);
      const named = new Set<string | null>([checkout.id, orderId, ...theirs.map(({ id }) => id)]);
      return {
        role,
        checkout,
        attendees: (checkout.attendees ?? []).filter(({ email }) => role === 'buyer' || isAddress(person, email)),
        answers: answers
          .filter(ofCheckout)
          .filter(
            ({ ticket }) => role === 'buyer' || isAddress(person, checkout.attendees?.[ticket - 1]?.email ?? null),
          ),
        order: orders.find(ofCheckout) ?? null,
        tickets: theirs,
        payments: payments.filter(ofCheckout),
        refunds: refunds.filter(ofCheckout),
        mails: mails.filter(
          (mail) => mail.checkoutId === checkout.id || (orderId !== null && mail.orderId === orderId),
        ),
        notifications: notifications.filter(ofOrder),
        changes: changes.filter(({ subjectId }) => named.has(subjectId)),
      };
    });
}

const checkoutOf = (purchases: Purchase[], orderId: Uuid): Uuid =>
  purchases.find((purchase) => purchase.orderId === orderId)?.checkoutId ?? '';
const isAddress = ({ email }: Person, address: string | null) => address?.toLowerCase() === email.toLowerCase();
const isPersons = (person: Person, { attendeeEmail }: data.TicketData) => isAddress(person, attendeeEmail);

/** An export that found nothing has no subject, and showed nothing. */
async function recordExport(
  db: Database,
  organizationId: Uuid,
  actor: Actor,
  found: { purchases: Purchase[]; subscriptions: Subscription[]; entries: Entry[]; now: Date },
) {
  const { purchases, subscriptions, entries, now } = found;
  const first = purchases[0];
  const subjectId = first?.orderId ?? first?.checkoutId ?? subscriptions[0]?.id ?? entries[0]?.id;
  if (subjectId === undefined) return;
  const after = {
    purchases: purchases.length,
    subscriptions: subscriptions.length,
    waiting_list_entries: entries.length,
  };
  await db.transaction(async (tx) =>
    recordChange(tx, { organizationId, actor, action: 'buyer.exported', subjectId, before: {}, after, now }),
  );
}
