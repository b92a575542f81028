import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { type Checkout, statusAt } from '../checkouts/checkout.ts';
import { cancelOne } from '../checkouts/hold-queries.ts';
import { getCheckout, lockCheckout } from '../checkouts/queries.ts';
import { checkoutRefusals } from '../checkouts/refusals.ts';
import { releasePlaces } from '../checkouts/release-holds.ts';
import { changePlaces } from '../events/change-places.ts';
import { savePlaces } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordEndedTransfers } from './payment/record-ended-transfers.ts';

interface Release {
  organizationId: Uuid;
  actor: Actor;
  checkoutId: Uuid;
  now: Date;
}

/**
 * Ends the hold of a checkout for the organizer, even while its money is on its way. The places are free at once, and
 * money that still arrives is refunded in full, which its buyer is told. If a payment is recorded first, the checkout
 * is completed. A checkout whose hold had already ended does not change.
 * @throws Refusal 404; 409 when it is completed
 */
export async function releaseCheckout(db: Database, release: Release): Promise<Checkout> {
  const { organizationId, actor, checkoutId, now } = release;
  const { eventId } = await getCheckout(db, organizationId, checkoutId);
  return changePlaces(db, { organizationId, eventId }, async (tx, places) => {
    const before = await lockCheckout(tx, organizationId, checkoutId);
    if (before.status === 'completed') throw checkoutRefusals.checkout_not_open({ status: before.status });
    const ended = statusAt(before, now) === 'expired' ? [] : await cancelOne(tx, organizationId, checkoutId);
    if (ended.length === 0) return before;
    await releasePlaces(tx, places, ended);
    savePlaces(tx, places, now);
    await recordEndedTransfers(tx, organizationId, { ended, endedBy: 'released' }, now);
    const change = { before: { status: before.status }, after: { status: 'cancelled', quantity: before.quantity } };
    recordChange(tx, { organizationId, actor, action: 'checkout.released', subjectId: checkoutId, ...change, now });
    return { ...before, status: 'cancelled' };
  });
}
