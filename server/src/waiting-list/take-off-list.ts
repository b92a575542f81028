import { movePlaces, type Places } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { entryNotified } from './entry.ts';

/**
 * Counts and tells that entries no longer wait, while the list goes on. The caller changes their status, holds the
 * event's lock and saves the places.
 */
export function takeOffList(
  tx: Tx,
  places: Places,
  entries: { id: Uuid; tierId: Uuid; quantity: number }[],
  now: Date,
) {
  const { organizationId, eventId } = places;
  for (const { tierId, quantity } of entries) movePlaces(places, tierId, { waiting: -quantity });
  const notifications = entries.map((entry) => ({
    type: 'waiting_list.left' as const,
    data: entryNotified({ ...entry, eventId }),
  }));
  recordNotifications(tx, organizationId, notifications, now);
}
