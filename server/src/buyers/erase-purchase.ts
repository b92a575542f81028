import type { Actor } from '../audit-log/actor.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import { changePlaces } from '../events/change-places.ts';
import { changeDoorList } from '../events/queries.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { isBlocked } from './blockers.ts';
import {
  eraseAnswers,
  eraseAttendeesOfCheckout,
  eraseAttendeesOfTickets,
  eraseCustomer,
  eraseMails,
  eraseNotifications,
  eraseWalletRegistrations,
  lockTicketsToErase,
} from './erase-queries.ts';
import { findBlockers } from './find-queries.ts';
import { listTicketNotifications } from './notification-queries.ts';
import type { Person, Purchase } from './person.ts';
import { recordErasures } from './record-erasures.ts';

/** Notifications rewritten in one transaction: an order of 100,000 tickets would hold its locks for a minute. */
const NOTIFICATIONS_PER_BATCH = 500;

export interface ErasedPurchase {
  mailIds: Uuid[];
  notifications: number;
}

/**
 * Replaces the person in one purchase. The event, the checkout and its valid tickets are locked, as they are by every
 * operation that copies the buyer's name or address into a mail or a notification. So an operation that comes first is
 * erased with the rest, and a later one finds no person. A purchase that became needed again (money arrived, a payment
 * was started) is left whole.
 * @returns undefined when it was left
 */
export async function erasePurchase(
  db: Database,
  person: Person,
  { purchase, actor, now }: { purchase: Purchase; actor: Actor; now: Date },
): Promise<ErasedPurchase | undefined> {
  const { organizationId } = person;
  const { checkoutId, eventId, orderId, role } = purchase;
  const erased = { ...person, ...purchase };
  let early = 0;
  // The last batch is left to the transaction that replaces the buyer: then no notification with the name is left.
  const notifications = role === 'buyer' && orderId ? await listTicketNotifications(db, organizationId, [orderId]) : [];
  for (let from = 0; from + NOTIFICATIONS_PER_BATCH < notifications.length; from += NOTIFICATIONS_PER_BATCH) {
    const batch = notifications.slice(from, from + NOTIFICATIONS_PER_BATCH);
    early += await db.transaction((tx) => eraseNotifications(tx, organizationId, batch));
  }

  return changePlaces(db, { organizationId, eventId }, async (tx) => {
    await lockCheckout(tx, organizationId, checkoutId);
    if (isBlocked(await findBlockers(tx, person, { checkoutId, now }))) return undefined;
    await eraseWalletRegistrations(tx, erased);
    const erase = role === 'buyer' ? eraseBuyerOf : eraseGuestOf;
    const { mailIds, notifications } = await erase(tx, erased, now);
    if (orderId) changeDoorList(tx, organizationId, eventId, now);
    recordErasures(tx, organizationId, { subjectIds: [orderId ?? checkoutId], erased: role, actor, now });
    return { mailIds, notifications: early + notifications };
  });
}

async function eraseBuyerOf(tx: Tx, purchase: Person & Purchase, now: Date): Promise<ErasedPurchase> {
  await lockTicketsToErase(tx, purchase);
  await eraseAnswers(tx, purchase);
  const ticketIds = await eraseAttendeesOfTickets(tx, purchase);
  await eraseCustomer(tx, purchase, now);
  const mailIds = await eraseMails(tx, purchase, ticketIds);
  const { organizationId, orderId } = purchase;
  const notifications = await listTicketNotifications(tx, organizationId, orderId ? [orderId] : []);
  return { mailIds, notifications: await eraseNotifications(tx, organizationId, notifications) };
}

async function eraseGuestOf(tx: Tx, purchase: Person & Purchase): Promise<ErasedPurchase> {
  await lockTicketsToErase(tx, purchase);
  await eraseAnswers(tx, purchase);
  await eraseAttendeesOfTickets(tx, purchase);
  await eraseAttendeesOfCheckout(tx, purchase);
  return { mailIds: await eraseMails(tx, purchase, []), notifications: 0 };
}
