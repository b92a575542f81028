import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { loggedTier } from './logged.ts';
import { lockPlaces, saveCounters } from './places.ts';
import { deleteTierRow, getEvent, getEventIdOfTier } from './queries.ts';
import { eventRefusals } from './refusals.ts';
import type { Sales } from './sales.ts';
import { tiersChanged } from './tier-rules.ts';

/**
 * Deletes a tier that never sold or held a place. A tier that a checkout refers to, even an ended one, cannot be
 * deleted, so that the history stays readable. Records `event.updated`. In a race with a buyer of the tier the first to
 * lock the event wins: either the tier stays, or the buyer gets 404.
 * @throws Refusal 404; 409 when it sold or held anything, the seating plan uses it, a promo code opens it, or a tier
 * follows it
 */
export async function deleteTier(
  db: Database,
  sales: Sales,
  { organizationId, actor, tierId, now }: { organizationId: Uuid; actor: Actor; tierId: Uuid; now: Date },
): Promise<void> {
  const eventId = await getEventIdOfTier(db, organizationId, tierId);
  await db.transaction(async (tx) => {
    const places = await lockPlaces(tx, organizationId, eventId);
    const tier = places.tiers.find(({ id }) => id === tierId);
    if (!tier) throw eventRefusals.tier_not_found();
    // The foreign key of checkouts would refuse too, but without the reason. No new checkout or plan can use the tier
    // after this query, because that requires the event's lock.
    const uses = await sales.findUsesOfTier(tx, { organizationId, eventId, tierId });
    if (uses.plan) throw eventRefusals.tier_in_seating_plan();
    if (places.tiers.some(({ followsTierId }) => followsTierId === tierId)) throw eventRefusals.tier_followed();
    if (uses.promoCodes) throw eventRefusals.tier_opened_by_code();
    if (uses.checkouts) throw eventRefusals.tier_in_use();
    await sales.releaseOverdueHolds(tx, places, now);
    saveCounters(tx, places);
    const before = (await getEvent(tx, organizationId, eventId)).tiers.find(({ id }) => id === tier.id);
    await deleteTierRow(tx, organizationId, tierId);
    await tiersChanged(tx, organizationId, eventId, now);
    const gone = { action: 'tier.deleted', subjectId: tier.id, before: before ? loggedTier(before) : null } as const;
    recordChange(tx, { organizationId, actor, ...gone, after: null, now });
  });
}
