import assert from 'node:assert';
import type { Actor } from '../audit-log/actor.ts';
import type { Change } from '../audit-log/change.ts';
import { recordChanges } from '../audit-log/record-change.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { ticketsCheckedIn } from '../platform/metrics/service-metrics.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { listAnswersOfTickets } from './answer-queries.ts';
import { type Admission, findScan, markTicketsUsed } from './check-in-queries.ts';
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
 * Checks in a batch of one organization's tickets in one transaction, with one `ticket.checked_in` each. Of any number
 * of scans of a ticket exactly one succeeds, in this batch or any other. Without `waits`, tickets locked by other
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
  const others = scans.filter((scan) => !admits(scan)).map(({ ticketId }) => ticketId);
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
  const tickets = others.length > 0 ? await listTickets(tx, organizationId, others) : new Map<Uuid, Ticket>();
  const used = [...tickets.values()].flatMap(({ id, status }) => (status === 'used' ? [id] : []));
  const checkedInBy = await findCheckedInBy(tx, organizationId, used);
  const outcomes = await Promise.all(
    scans.map((scan): Outcome | Promise<Outcome> => {
      const admission = admits(scan);
      return admission
        ? { status: 'fulfilled', value: admission }
        : outcomeIfNotMarked(tx, scan, tickets.get(scan.ticketId), checkedInBy);
    }),
  );
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

/**
 * Why the ticket was not checked in. Read afterwards, so it may report a newer status than the one that refused the
 * scan.
 */
async function outcomeIfNotMarked(
  tx: Tx,
  scan: CheckIn,
  ticket: Ticket | undefined,
  checkedInBy: Map<string, CheckedInBy>,
): Promise<Outcome> {
  const { organizationId, ticketId, nonce, revision } = scan;
  if (!ticket) return { status: 'rejected', reason: ticketRefusals.ticket_not_found() };
  if (revision !== null && revision !== ticket.revision)
    return { status: 'rejected', reason: ticketRefusals.ticket_code_replaced() };
  const before = nonce === null ? undefined : await findScan(tx, organizationId, ticketId, nonce);
  if (before) {
    const answers = await listAnswersOfTickets(tx, organizationId, [ticketId], { atDoor: true });
    return { status: 'fulfilled', value: { ...ticket, checkedInAt: before, answers: answers.get(ticketId) ?? [] } };
  }
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
