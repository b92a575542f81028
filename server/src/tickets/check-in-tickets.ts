import type { Database, Tx } from '../database/database.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { Uuid } from '../uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { listTickets, markTicketsUsed, wasCheckedInWith } from './queries.ts';
import type { Ticket } from './ticket.ts';

export type CheckedInTicket = Ticket & { checkedInAt: Date };

export interface CheckIn {
  organizationId: Uuid;
  ticketId: Uuid;
  now: Date;
  /** Names this scan: sent again (the answer got lost) it is answered as the first time. */
  nonce: string | null;
}

type Outcome = PromiseSettledResult<CheckedInTicket>;

/**
 * Admits a batch of one organization's ticket holders in one transaction, with one `ticket.checked_in` each. Of any
 * number of scans of a ticket exactly one succeeds, in this batch or anywhere else. A ticket that somebody else is
 * changing at that moment is waited for alone, so that two batches never wait for each other.
 * @returns an outcome each; see `checkInTicket`
 */
export async function checkInTickets(db: Database, scans: CheckIn[]): Promise<Outcome[]> {
  const outcomes = await db.transaction((tx) => checkInTogether(tx, scans));
  for (const [index, scan] of scans.entries()) outcomes[index] ??= (await checkInTickets(db, [scan]))[0];
  return outcomes as Outcome[];
}

/** @returns undefined for those whose ticket is being changed by others */
async function checkInTogether(tx: Tx, scans: CheckIn[]): Promise<(Outcome | undefined)[]> {
  const [first] = scans;
  if (!first) return [];
  const { organizationId } = first;
  const firstScans = [...new Map(scans.toReversed().map((scan) => [scan.ticketId, scan])).values()];
  const [used, tickets] = await Promise.all([
    markTicketsUsed(tx, organizationId, firstScans, { waits: scans.length === 1 }),
    listTickets(
      tx,
      organizationId,
      firstScans.map(({ ticketId }) => ticketId),
    ),
  ]);
  const admitted = new Set(firstScans.filter(({ ticketId }) => used.has(ticketId)));
  await recordAdmissions(tx, [...admitted], tickets);
  return Promise.all(
    scans.map(async (scan): Promise<Outcome | undefined> => {
      const ticket = tickets.get(scan.ticketId);
      if (ticket && admitted.has(scan)) return { status: 'fulfilled', value: { ...ticket, checkedInAt: scan.now } };
      if (ticket?.status === 'valid' && scans.length > 1) return undefined;
      return alreadyDecided(tx, scan, ticket);
    }),
  );
}

async function recordAdmissions(tx: Tx, scans: CheckIn[], tickets: Map<Uuid, Ticket>) {
  const [first] = scans;
  if (!first) return;
  await recordNotifications(
    tx,
    first.organizationId,
    scans.flatMap(({ ticketId, now }) => {
      const ticket = tickets.get(ticketId);
      if (!ticket) return [];
      const data = {
        ticket_id: ticketId,
        event_id: ticket.event.id,
        customer: { name: ticket.customer.name },
        checked_in_at: now.toISOString(),
      };
      return [{ type: 'ticket.checked_in', data } as const];
    }),
    first.now,
  );
}

/** Why this scan did not use the ticket. Read after the fact, so it may name a newer state than the one that refused. */
async function alreadyDecided(tx: Tx, scan: CheckIn, ticket: Ticket | undefined): Promise<Outcome> {
  const { organizationId, ticketId, nonce } = scan;
  if (!ticket) return { status: 'rejected', reason: notFound('Ticket') };
  const { status, checkedInAt } = ticket;
  if (status !== 'used' || checkedInAt === null) return { status: 'rejected', reason: conflict(`Ticket is ${status}`) };
  if (nonce !== null && (await wasCheckedInWith(tx, organizationId, ticketId, nonce)))
    return { status: 'fulfilled', value: { ...ticket, checkedInAt } };
  return { status: 'rejected', reason: conflict(`Ticket was already checked in at ${checkedInAt.toISOString()}`) };
}
