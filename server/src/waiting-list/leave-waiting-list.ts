import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import { endOpenHold, releasePlaces } from '../checkouts/release-holds.ts';
import { changePlaces } from '../events/change-places.ts';
import { type Places, savePlaces } from '../events/places.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { type Entry, entryNotified } from './entry.ts';
import { getEntry, markLeft } from './queries.ts';
import { entryRefusals } from './refusals.ts';
import { takeOffList } from './take-off-list.ts';

interface Leave {
  organizationId: Uuid;
  id: Uuid;
  /** null: the person left by the link of their entry. */
  actor: Actor | null;
  now: Date;
}

/**
 * Takes an entry off the waiting list, or ends its offer: the places go to the next in line. In a race with the buyer's
 * payment, whichever locks the checkout first wins.
 * @throws Refusal 404; 409 when the offer is being paid, or the entry neither waits nor has an offer
 */
export async function leaveWaitingList(db: Database, leave: Leave): Promise<Entry> {
  const { organizationId, actor, now } = leave;
  const { eventId } = await getEntry(db, leave, now);
  return changePlaces(db, { organizationId, eventId }, async (tx, places) => {
    const entry = await getEntry(tx, leave, now);
    const { status } = entry;
    if (status !== 'waiting' && status !== 'offered') throw entryRefusals.entry_ended({ status });
    if (status === 'waiting') takeOffList(tx, places, [entry], now);
    else await endOffer(tx, places, entry, now);
    if (!(await markLeft(tx, entry, status))) throw entryRefusals.entry_ended({ status: 'left' });
    savePlaces(tx, places, now);
    const change = { before: { status }, after: { status: 'left', quantity: entry.quantity } };
    if (actor)
      recordChange(tx, {
        organizationId,
        actor,
        action: 'waiting_list.entry_removed',
        subjectId: entry.id,
        ...change,
        now,
      });
    return { ...entry, status: 'left' };
  });
}

/** @throws Refusal 409 */
async function endOffer(tx: Tx, places: Places, entry: Entry, now: Date) {
  const { organizationId, checkoutId } = entry;
  const checkout = await lockCheckout(tx, organizationId, checkoutId ?? '');
  if (checkout.status === 'completed') throw entryRefusals.entry_ended({ status: 'bought' });
  if (checkout.status !== 'open' || checkout.paymentStarted) throw entryRefusals.offer_being_paid();
  await releasePlaces(tx, places, await endOpenHold(tx, places, checkout.id, now));
  recordNotification(tx, { organizationId, type: 'waiting_list.left', data: entryNotified(entry), now });
}
