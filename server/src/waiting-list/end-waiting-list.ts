import { movePlaces, type Places, type TierPlaces } from '../events/places.ts';
import { insertEndedMails } from '../mail/entry-queries.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { entriesToTell, markEnded } from './offer-queries.ts';

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

/**
 * Ends the waiting lists of a cancelled event. The people in line get an e-mail, and also those whose offers,
 * by the ids of their checkouts, were ended with it. An address that waited for several tiers gets one.
 */
export function cancelWaitingLists(tx: Tx, places: Places, { offers, now }: { offers: Uuid[]; now: Date }) {
  const { organizationId, eventId } = places;
  insertEndedMails(tx, entriesToTell({ organizationId, eventId, offers }), { organizationId, now });
  endWaitingLists(tx, places);
}
