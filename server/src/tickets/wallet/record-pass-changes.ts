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
 * Schedules a push to the wallets that have a pass of these tickets, a minute later: the status, holder, place or code
 * of the tickets changes in this transaction. Nothing is written where no wallet has a pass.
 */
export function recordPassChanges(tx: Tx, organizationId: Uuid, ticketIds: Uuid[], now: Date): void {
  if (ticketIds.length > 0) markPassesChanged(tx, organizationId, { ticketIds }, dueAt(now));
}

/** Schedules a push to the wallets with a ticket of the event. */
export function recordPassChangesOfEvent(tx: Tx, { organizationId, eventId, now }: ChangedEvent): void {
  markPassesChanged(tx, organizationId, { eventId }, dueAt(now));
}

/** Schedules a push to the wallets with a ticket of the tier, whose name changes. */
export function recordPassChangesOfTier(
  tx: Tx,
  { organizationId, now, ...tier }: ChangedEvent & { tierId: Uuid },
): void {
  markPassesChanged(tx, organizationId, tier, dueAt(now));
}

/** Schedules a push to the wallets that show the event, whose title, time or place changes. */
export function recordEventChangeOnPasses(tx: Tx, { organizationId, eventId, now }: ChangedEvent): void {
  markPassesChanged(tx, organizationId, { factsOfEventId: eventId }, dueAt(now));
}
