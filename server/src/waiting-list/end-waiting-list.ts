import { movePlaces, type Places, type TierPlaces } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import { markEnded } from './offer-queries.ts';

/**
 * Ends the waiting lists of an event, or of one tier: no entry waits any more, and free places are on free sale. Offers
 * that were made stay. The caller holds the event's lock and saves the places.
 */
export function endWaitingLists(tx: Tx, places: Places, tiers: TierPlaces[] = places.tiers) {
  for (const { id: tierId, waiting } of tiers) {
    if (waiting === 0) continue;
    markEnded(tx, { organizationId: places.organizationId, tierId });
    movePlaces(places, tierId, { waiting: -waiting });
  }
}
