import assert from 'node:assert';
import type { Actor } from '../audit-log/actor.ts';
import type { Change } from '../audit-log/change.ts';
import { recordChanges } from '../audit-log/record-change.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { ticketsCheckedIn } from '../platform/metrics/service-metrics.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { type Answer, listAnswersOfTickets } from './answer-queries.ts';
import { type Admission, findCheckInsOfScans, markTicketsUsed, scanName } from './check-in-queries.ts';
import { type CheckedInBy, findCheckedInBy } from './find-checked-in-by.ts';
import { listTickets } from './queries.ts';
import { recordIfConflict } from './record-conflict.ts';
import { doorRefusals, ticketRefusals } from './refusals.ts';
import { refusedTicketJson } from './schemas.ts';
import type { Ticket } from './ticket.ts';

export interface CheckIn {
  organizationId: Uuid;
  actor: Actor;
  ticketId: Uuid;
  now: Date;
  /** Time of the scan: now, or earlier at a door without a network. */
  admittedAt: Date;
  /** The door had no network, and has admitted already. */
  hasAdmitted: boolean;
  /**
   * Identifies this scan. If it is sent again because the answer was lost, it gets the first answer again, and does not
   * reverse an undo made since then.
   */
  nonce: string | null;
  /** Revision in the scanned code. It must equal the ticket's. */
  revision: number | null;
}

/** undefined: another transaction had locked the ticket. */
type Outcome = PromiseSettledResult<Admission | undefined>;

/**
 * Checks in a batch of one organization's tickets in one transaction, with one `ticket.checked_in` each. Exactly one of
 * any number of scans of a ticket succeeds, in this batch or any other. Without `waits`, tickets locked by other
 * transactions are skipped. With it, the batch waits for them, and may find them changed afterwards.
 * @returns one outcome for each; see `checkInTicket`
 */
export async function checkInTickets(
  db: Database,
  scans: CheckIn[],
  { waits }: { waits: boolean },
): Promise<Outcome[]> {
  const { outcomes, admitted } = await db.transaction((tx) => checkInTogether(tx, scans, waits));
  ticketsCheckedIn.inc(admitted);
  return outcomes;
}

async function checkInTogether(tx: Tx, scans: CheckIn[], waits: boolean) {
  const [first] = scans;
  if (!first) return { outcomes: [], admitted: 0 };
  const { organizationId } = first;
  const firstScans = new Map(scans.toReversed().map((scan) => [scan.ticketId, scan]));
  const admitting = [...firstScans.values()];
  // Batches that wait lock tickets in the same order, which prevents deadlocks.
  if (waits) admitting.sort((a, b) => (a.ticketId < b.ticketId ? -1 : 1));
  const admissions = await markTicketsUsed(tx, organizationId, admitting, { waits, now: first.now });
  const admits = (scan: CheckIn) => firstScans.get(scan.ticketId) === scan && admissions.get(scan.ticketId);
  const others = scans.filter((scan) => !admits(scan));
  recordAdmissions(tx, organizationId, [...admissions.values()], first.now);
  recordChanges(
    tx,
    organizationId,
    scans.flatMap((scan) => {
      const admission = admits(scan);
      return admission ? [admitted(scan.actor, admission)] : [];
    }),
    first.now,
  );
  const known = others.length > 0 ? await readNotMarked(tx, organizationId, others) : undefined;
  const outcomes = scans.map((scan): Outcome => {
    const admission = admits(scan);
    if (admission) return { status: 'fulfilled', value: admission };
    assert(known, 'a scan that did not mark its ticket is among the others');
    return outcomeIfNotMarked(tx, scan, known);
  });
  return { outcomes, admitted: admissions.size };
}

const admitted = (actor: Actor, { id, checkedInAt }: Admission): Change => ({
  actor,
  action: 'ticket.checked_in',
  subjectId: id,
  before: { status: 'valid', checked_in_at: null },
  after: { status: 'used', checked_in_at: checkedInAt.toISOString() },
});

const recordAdmissions = (tx: Tx, organizationId: Uuid, admissions: Admission[], now: Date) =>
  recordNotifications(
    tx,
    organizationId,
    admissions.map(({ id, checkedInAt, event, customer }) => ({
      type: 'ticket.checked_in',
      data: { ticket_id: id, event_id: event.id, customer, checked_in_at: checkedInAt.toISOString() },
    })),
    now,
  );

/** What is known of tickets that these scans did not mark used. */
interface NotMarked {
  tickets: Map<Uuid, Ticket>;
  checkedInBy: Map<string, CheckedInBy>;
  /** Earlier check-ins by the name of the scan. */
  ofScans: Map<string, Date>;
  /** To the questions that are shown at the door, of tickets with an earlier check-in. */
  answers: Map<Uuid, Answer[]>;
}

/** Read after the scans were decided, so a ticket may have a newer status than the one that refused its scan. */
async function readNotMarked(tx: Tx, organizationId: Uuid, scans: CheckIn[]): Promise<NotMarked> {
  const ids = scans.map(({ ticketId }) => ticketId);
  const [tickets, ofScans] = await Promise.all([
    listTickets(tx, organizationId, ids),
    findCheckInsOfScans(tx, organizationId, scans),
  ]);
  const used = [...tickets.values()].flatMap(({ id, status }) => (status === 'used' ? [id] : []));
  const again = scans.flatMap((scan) => (ofScans.has(scanName(scan)) ? [scan.ticketId] : []));
  const [checkedInBy, answers] = await Promise.all([
    findCheckedInBy(tx, organizationId, used),
    listAnswersOfTickets(tx, organizationId, again, { atDoor: true }),
  ]);
  return { tickets, checkedInBy, ofScans, answers };
}

/** Why the ticket was not checked in, or the first answer of a scan that is sent again. */
function outcomeIfNotMarked(tx: Tx, scan: CheckIn, { tickets, checkedInBy, ofScans, answers }: NotMarked): Outcome {
  const { ticketId, revision } = scan;
  const ticket = tickets.get(ticketId);
  if (!ticket) return { status: 'rejected', reason: ticketRefusals.ticket_not_found() };
  if (revision !== null && revision !== ticket.revision)
    return { status: 'rejected', reason: ticketRefusals.ticket_code_replaced() };
  const before = ofScans.get(scanName(scan));
  if (before)
    return { status: 'fulfilled', value: { ...ticket, checkedInAt: before, answers: answers.get(ticketId) ?? [] } };
  if (ticket.status === 'valid' && ticket.tier.admission) return { status: 'fulfilled', value: undefined };
  if (ticket.status === 'used' && ticket.checkedInAt)
    recordIfConflict(tx, { ...scan, listId: null }, ticket, ticket.checkedInAt);
  return { status: 'rejected', reason: refusalAtDoor(ticket, checkedInBy.get(ticketId) ?? null) };
}

function refusalAtDoor(ticket: Ticket, checkedInBy: CheckedInBy | null): Refusal {
  const refused = { ticket: refusedTicketJson(ticket) };
  if (ticket.status === 'refunded') return doorRefusals.ticket_refunded(refused);
  if (ticket.status === 'cancelled') return doorRefusals.ticket_cancelled(refused);
  if (!ticket.tier.admission) return doorRefusals.no_admission(refused);
  assert(ticket.checkedInAt, 'a used ticket has a check-in time');
  const checked_in_at = ticket.checkedInAt.toISOString();
  return doorRefusals.already_checked_in({ checked_in_at, checked_in_by: checkedInBy, ...refused });
}
