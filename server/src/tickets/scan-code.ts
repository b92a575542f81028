import { getCheckInList } from '../check-in-lists/queries.ts';
import { checkInListRefusals } from '../check-in-lists/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import type { Uuid } from '../values/uuid.ts';
import { checkInTicket } from './check-in-ticket.ts';
import { passTicket } from './pass-ticket.ts';
import type { Direction, Scanned } from './passage.ts';
import { findPassagesOfScans } from './passage-queries.ts';
import { ticketRefusals } from './refusals.ts';
import type { Ticket } from './ticket.ts';
import { getTicketByCode } from './ticket-by-code.ts';

interface CodeScan {
  organizationId: Uuid;
  actor: Pick<Caller, 'kind' | 'id'>;
  /** A scanned code or typed number. */
  code: string;
  /** A ticket of another event is refused; null: of every event. */
  eventId: Uuid | null;
  /** null: the gate. */
  listId: Uuid | null;
  direction: Direction;
  /** Time of a scan at a door without a network; null: now. */
  scannedAt: Date | null;
  /** Identifies this scan: sent again, it gets its first answer. */
  nonce: string | null;
  now: Date;
}

/**
 * Lets a ticket pass at the gate or at a check-in list. At the gate the first entry is the check-in of the ticket;
 * where the event allows re-entry, a used ticket may leave and enter again, and stays used.
 * @throws Refusal 400 for a scan in the future or too long ago; 404 for an unknown code, event or list; 409 as
 * `checkInTicket` and `passTicket`, for another event's ticket, or a code that was replaced
 */
export async function scanCode(db: Database, secretsKeys: readonly Buffer[], scan: CodeScan): Promise<Scanned> {
  const { organizationId, actor, code, eventId, listId, direction, nonce, now } = scan;
  const passedAt = timeOfScan(scan.scannedAt, now);
  const ticket = await getTicketByCode(db, secretsKeys, { organizationId, code });
  if (eventId !== null && ticket.event.id !== eventId) {
    await requireEvent(db, organizationId, eventId);
    throw anotherEvent(ticket);
  }
  const list = listId === null ? null : await getCheckInList(db, organizationId, listId);
  if (list && eventId !== null && list.eventId !== eventId) throw checkInListRefusals.check_in_list_not_found();
  if (list && list.eventId !== ticket.event.id) throw anotherEvent(ticket);
  const hasAdmitted = scan.scannedAt !== null;
  const sent = { organizationId, actor, ticketId: ticket.id, nonce, revision: ticket.revision, hasAdmitted, now };
  const shown = { ticketNumber: ticket.ticketNumber, tier: ticket.tier, seat: ticket.seat };
  const isEntry = !list && direction === 'in';
  if (!isEntry || (ticket.event.reEntry && (ticket.status === 'used' || (await isPassage(db, sent)))))
    return { ...shown, ...(await passTicket(db, { ...sent, listId: list?.id ?? null, direction, passedAt })) };
  const admission = await checkInTicket(db, { ...sent, admittedAt: passedAt });
  const at = { passedAt: admission.checkedInAt, direction, list: null, passageId: null };
  return { ...shown, ...admission, status: 'used', ...at };
}

/** A scan that was a re-entry is sent again. The check-in may have been undone since, which must stand. */
const isPassage = async (db: Database, scan: { organizationId: Uuid; ticketId: Uuid; nonce: string | null }) =>
  (await findPassagesOfScans(db, scan.organizationId, [scan])).length > 0;

const anotherEvent = ({ event: { id, title, startDatetime } }: Ticket) =>
  ticketRefusals.ticket_for_another_event({ event: { id, title, start_datetime: startDatetime.toISOString() } });

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
