import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { type Database, violatedConstraint } from '../database/database.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { Uuid } from '../uuid.ts';
import { loggedTier } from './logged.ts';
import { lockPlaces, type Sales, savePlaces } from './places.ts';
import { deleteTier as deleteTierRow, getEvent, getEventIdOfTier } from './queries.ts';
import { tiersChanged } from './tier-rules.ts';

/**
 * Deletes a tier that never sold or held a place; the database refuses one that a checkout or a ticket names, even an
 * ended one, since their history must stay readable. Records `event.updated`.
 * @throws ApiError 404; 409 when it sold or held anything, or the seating plan names it
 */
export async function deleteTier(
  db: Database,
  sales: Sales,
  { organizationId, actor, tierId, now }: { organizationId: Uuid; actor: Actor; tierId: Uuid; now: Date },
): Promise<void> {
  const eventId = await getEventIdOfTier(db, organizationId, tierId);
  try {
    await db.transaction(async (tx) => {
      const places = await lockPlaces(tx, organizationId, eventId);
      const tier = places.tiers.find(({ id }) => id === tierId);
      if (!tier) throw notFound('Tier');
      await sales.releaseOverdueHolds(tx, places, now);
      savePlaces(tx, places, now);
      const before = (await getEvent(tx, organizationId, eventId)).tiers.find(({ id }) => id === tier.id);
      if (!(await deleteTierRow(tx, organizationId, tierId))) throw conflict('The seating plan names this tier');
      await tiersChanged(tx, organizationId, eventId, now);
      const gone = { action: 'tier.deleted', subjectId: tier.id, before: before ? loggedTier(before) : null } as const;
      recordChange(tx, { organizationId, actor, ...gone, after: null, now });
    });
  } catch (error) {
    if (violatedConstraint(error)?.endsWith('_fkey'))
      throw conflict('Places of this tier were sold or are held: set is_active to false instead');
    throw error;
  }
}
