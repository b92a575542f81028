import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { markPassesChanged } from './queries.ts';

/** Organizers often correct a change at once: wallets learn of both together. */
const GATHER_MS = 60_000;

const dueAt = (now: Date) => new Date(now.getTime() + GATHER_MS);

interface ChangedEvent {
  organizationId: Uuid;
  eventId: Uuid;
  now: Date;
}

/**
 * Tickets have another status, holder, place or code: the wallets that have a pass of them are told, a minute later, in
 * the transaction that changes the tickets. Nothing is written where no wallet has one.
 */
export function recordPassChanges(tx: Tx, organizationId: Uuid, ticketIds: Uuid[], now: Date): void {
  if (ticketIds.length > 0) markPassesChanged(tx, organizationId, { ticketIds }, dueAt(now));
}

/** The same for all tickets of an event. */
export function recordPassChangesOfEvent(tx: Tx, { organizationId, eventId, now }: ChangedEvent): void {
  markPassesChanged(tx, organizationId, { eventId }, dueAt(now));
}

/** The same for the tickets of a tier, which has another name. */
export function recordPassChangesOfTier(
  tx: Tx,
  { organizationId, now, ...tier }: ChangedEvent & { tierId: Uuid },
): void {
  markPassesChanged(tx, organizationId, tier, dueAt(now));
}

/** The event has another title, time or place: the same for the wallets that show it. */
export function recordEventChangeOnPasses(tx: Tx, { organizationId, eventId, now }: ChangedEvent): void {
  markPassesChanged(tx, organizationId, { factsOfEventId: eventId }, dueAt(now));
}
