import { requireEvent } from '../events/require-event.ts';
import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';
import { rushOf } from '../platform/lanes/rush.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Admission } from './check-in-queries.ts';
import { type CheckIn, checkInTickets } from './check-in-tickets.ts';
import { doorRefusals, ticketRefusals } from './refusals.ts';
import { getTicketByCode } from './ticket-by-code.ts';

const lanes = perDatabase((db) => ({
  scans: new Lanes<CheckIn, Admission | undefined>({
    name: 'check-ins',
    rush: rushOf(db),
    run: (scans) => checkInTickets(db, scans, { waits: false }),
  }),
  contested: new Lanes<CheckIn, Admission | undefined>({
    name: 'contested check-ins',
    run: (scans) => checkInTickets(db, scans, { waits: true }),
  }),
}));

/** Attempts to lock a ticket that other transactions keep changing. */
const MAX_WAITS = 3;
const RETRY_AFTER_SECONDS = 1;

/**
 * Marks a valid ticket used and records `ticket.checked_in` in the same transaction. Of any number of concurrent scans
 * exactly one succeeds. The scans of an organization share a lane, so ten thousand at the doors take few transactions.
 * Scans of a ticket that another transaction has locked wait in a second lane, so that they delay no other scan.
 * @throws Refusal 404 when the organization has no such ticket; 409 when it is used (the message says since when),
 * refunded or cancelled; 503 when other transactions keep it locked for too long
 */
export async function checkInTicket(db: Database, checkIn: CheckIn): Promise<Admission> {
  const { scans, contested } = lanes(db);
  let admission = await scans.join(checkIn.organizationId, checkIn);
  for (let waits = 0; !admission && waits < MAX_WAITS; waits++)
    admission = await contested.join(checkIn.organizationId, checkIn);
  if (!admission) throw doorRefusals.ticket_busy({ retry_after_seconds: RETRY_AFTER_SECONDS });
  return admission;
}

/**
 * Checks in by a scanned code or typed number. With `eventId`, a ticket of another event is refused.
 * @throws Refusal 400 for a scan in the future or too long ago; 404 for an unknown code or event; 409 as above, for
 * another event's ticket, or a code that was replaced
 */
export async function checkInByCode(
  db: Database,
  secretsKeys: readonly Buffer[],
  scan: Pick<CheckIn, 'organizationId' | 'actor' | 'nonce' | 'now'> & {
    code: string;
    eventId: Uuid | null;
    /** Time of a scan at a door without a network; null: now. */
    scannedAt: Date | null;
  },
): Promise<Admission> {
  const { organizationId, actor, code, eventId, nonce, now } = scan;
  const admittedAt = timeOfScan(scan.scannedAt, now);
  const ticket = await getTicketByCode(db, secretsKeys, { organizationId, code });
  if (eventId !== null && ticket.event.id !== eventId.toLowerCase()) {
    await requireEvent(db, organizationId, eventId);
    throw ticketRefusals.ticket_for_another_event({ event: { id: ticket.event.id, title: ticket.event.title } });
  }
  const { id: ticketId, revision } = ticket;
  return checkInTicket(db, { organizationId, actor, ticketId, nonce, revision, admittedAt, now });
}

/** Tolerance for the clocks of phones. */
const CLOCKS_APART_MS = 5 * 60_000;
/** Longer than any event that has no network: older scans are refused. */
const UPLOADED_WITHIN_DAYS = 7;

/** Treats a scan of a slightly fast clock as made now. @throws Refusal 400 */
function timeOfScan(scannedAt: Date | null, now: Date): Date {
  if (scannedAt === null) return now;
  const agoMs = now.getTime() - scannedAt.getTime();
  if (agoMs < -CLOCKS_APART_MS) throw ticketRefusals.scanned_in_future();
  if (agoMs > UPLOADED_WITHIN_DAYS * 86_400_000)
    throw ticketRefusals.scanned_too_long_ago({ max_days: UPLOADED_WITHIN_DAYS });
  return agoMs < 0 ? now : scannedAt;
}
