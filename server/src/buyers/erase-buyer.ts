import type { Actor } from '../audit-log/actor.ts';
import { markOf } from '../idempotency/answer-marks.ts';
import { eraseKeptAnswers } from '../idempotency/queries.ts';
import { deleteMailFiles } from '../mail/sending/mail-files.ts';
import { deleteUnsubscribe } from '../messages/unsubscribe-queries.ts';
import type { Database } from '../platform/database/database.ts';
import { isBlocked } from './blockers.ts';
import { erasePurchase } from './erase-purchase.ts';
import { eraseSubscriptions, listMailIds } from './erase-queries.ts';
import { eraseWaitingListEntries, MOST_EVENTS } from './erase-waiting-list.ts';
import { findBlockers, listPurchasesAfter, listTicketIds } from './find-queries.ts';
import type { Person, Purchase } from './person.ts';
import { recordErasures } from './record-erasures.ts';
import { buyerRefusals } from './refusals.ts';

/** Purchases read at once; each is erased in a transaction of its own. */
const PURCHASES_PER_PAGE = 20;
/** Bounds one request to seconds. A person with more is erased by repeating it. */
const MAX_PAGES = 10;
const SUBSCRIPTIONS_PER_BATCH = 200;

export interface Erasure {
  purchases: number;
  mails: number;
  notifications: number;
  subscriptions: number;
  /** Places on waiting lists. */
  waitingListEntries: number;
  /** Places on the list of people who want no messages: 0 or 1. */
  unsubscribes: number;
  /** false: there is more, or a purchase became needed again meanwhile. Repeating the request continues. */
  complete: boolean;
}

/**
 * Replaces the person with an e-mail address by “Erased” in everything that the organization holds, and takes them off
 * its waiting lists and its list of people who want no messages. Orders, tickets,
 * payments and refunds stay, with their amounts. Each purchase is one transaction, so that a request that is
 * interrupted leaves only whole purchases, and the next one continues where it ended. Repeating it changes nothing.
 *
 * Races: a purchase, payment, refund or check-in that commits before its purchase is erased is part of what is erased,
 * or keeps its purchase whole if it needs the person again. One that comes later copies “Erased”. A new checkout with
 * the same address is new data: it stays.
 * @throws Refusal 409 while a ticket of an event that is not over, money on its way or a paid subscription needs the
 * data
 */
export async function eraseBuyer(
  db: Database,
  person: Person,
  { actor, mailDirectory, now }: { actor: Actor; mailDirectory: string; now: Date },
): Promise<Erasure> {
  const blockers = await findBlockers(db, person, { now });
  if (isBlocked(blockers)) throw buyerRefusals.buyer_data_needed({ ...blockers });
  // First: the waiting list makes no more checkouts for the person then.
  const { entries, events } = await eraseWaitingListEntries(db, person, { actor, mailDirectory, now });
  const erasure: Erasure = {
    purchases: 0,
    mails: 0,
    notifications: 0,
    subscriptions: 0,
    waitingListEntries: entries,
    unsubscribes: 0,
    complete: false,
  };
  let left = 0;
  let after: Purchase | undefined;
  for (let page = 0; page < MAX_PAGES && !erasure.complete; page++) {
    const limit = PURCHASES_PER_PAGE;
    const purchases = await listPurchasesAfter(db, person, { after: after?.checkoutId ?? null, limit });
    const marks = await marksOfAnswers(db, person, purchases);
    // Before the purchases, too: while those still have the address, an interrupted erasure finds these again. Mails
    // that are recorded meanwhile are found only when each purchase is erased.
    await eraseKeptAnswers(db, person.organizationId, marks);
    for (const purchase of purchases)
      await deleteMailFiles(mailDirectory, await listMailIds(db, { ...person, ...purchase }));
    for (const purchase of purchases) {
      const erased = await erasePurchase(db, person, { purchase, actor, now });
      if (!erased) left += 1;
      else {
        erasure.purchases += 1;
        erasure.mails += erased.mailIds.length;
        erasure.notifications += erased.notifications;
        await deleteMailFiles(mailDirectory, erased.mailIds);
      }
    }
    // Once more: requests may have been answered meanwhile.
    await eraseKeptAnswers(db, person.organizationId, marks);
    after = purchases.at(-1);
    erasure.complete = purchases.length < limit;
  }
  erasure.subscriptions = await eraseSubscriptionsOf(db, person, actor, now);
  erasure.unsubscribes = await deleteUnsubscribe(db, person);
  await eraseKeptAnswers(db, person.organizationId, [markOf(person.email)]);
  const isWhole = erasure.subscriptions < SUBSCRIPTIONS_PER_BATCH && events < MOST_EVENTS;
  return { ...erasure, complete: erasure.complete && left === 0 && isWhole };
}

/** Marks of the answers that are kept for an Idempotency-Key and may name the person. */
async function marksOfAnswers(db: Database, { organizationId, email }: Person, purchases: Purchase[]) {
  const orderIds = purchases.flatMap(({ orderId }) => orderId ?? []);
  const ids = [...purchases.map(({ checkoutId }) => checkoutId), ...orderIds];
  const ticketIds = orderIds.length > 0 ? await listTicketIds(db, organizationId, orderIds) : [];
  return [email, ...ids, ...ticketIds].map(markOf);
}

const eraseSubscriptionsOf = (db: Database, person: Person, actor: Actor, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const ids = await eraseSubscriptions(tx, person, { limit: SUBSCRIPTIONS_PER_BATCH, now });
    recordErasures(tx, person.organizationId, { subjectIds: ids, erased: 'subscriber', actor, now });
    return ids.length;
  });
