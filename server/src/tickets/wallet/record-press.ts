import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { PassOfTicket } from './pass-serial.ts';
import { savePress } from './queries.ts';

/** Nearly all buyers who save a ticket have done so by then. */
const SAVED_WITHIN_MS = 300_000;

/**
 * The buyer goes to Google to save a ticket. Google does not report whether they do, so every press counts as saved:
 * changes are sent to these tickets alone, and to their events. Both are sent once soon after, because the link has no
 * room for long texts, and because another press is the remedy for a ticket that missed a change. The event comes
 * first, so that no ticket is known without it.
 */
export async function recordPress(
  db: Database,
  { organizationId, eventId, ticketId, revision }: PassOfTicket & { eventId: Uuid },
  now: Date,
): Promise<void> {
  const times = { now, dueAt: new Date(now.getTime() + SAVED_WITHIN_MS) };
  await savePress(db, { organizationId, eventId, ticketId: null, revision: null }, times);
  await savePress(db, { organizationId, eventId, ticketId, revision }, times);
}
