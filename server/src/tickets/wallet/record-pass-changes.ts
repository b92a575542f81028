import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { markPassesChanged } from './queries.ts';

/** Organizers often correct a change at once: phones learn of both together. */
const GATHER_MS = 60_000;

const dueAt = (now: Date) => new Date(now.getTime() + GATHER_MS);

/**
 * Tickets have another status, holder, place or code: the phones that have a pass of them are told, a minute later, in
 * the transaction that changes the tickets. Nothing is written where no phone has one.
 */
export function recordPassChanges(tx: Tx, organizationId: Uuid, ticketIds: Uuid[], now: Date): void {
  if (ticketIds.length > 0) markPassesChanged(tx, organizationId, { ticketIds }, dueAt(now));
}

/** The same for all tickets of an event. */
export function recordPassChangesOfEvent(
  tx: Tx,
  { organizationId, eventId, now }: { organizationId: Uuid; eventId: Uuid; now: Date },
): void {
  markPassesChanged(tx, organizationId, { eventId }, dueAt(now));
}
