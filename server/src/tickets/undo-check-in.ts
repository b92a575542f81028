import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { changePlaces } from '../events/change-places.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { markTicketValid } from './check-in-queries.ts';
import { undoPassagesAtGate } from './passage-queries.ts';
import { getTicket } from './queries.ts';
import { ticketRefusals } from './refusals.ts';
import type { Ticket } from './ticket.ts';

interface Undo {
  organizationId: Uuid;
  actor: Actor;
  ticketId: Uuid;
  /**
   * Nonce of the scan whose check-in is undone: a check-in by another scan stays. null: the check-in is undone,
   * whichever scan made it.
   */
  nonce: string | null;
  /** Tickets of other events are unknown; null: of every event. */
  onlyEventId: Uuid | null;
  now: Date;
}

/**
 * Undoes a check-in: the used ticket is valid again, and what it did at the gate since is undone, too. The check-in of
 * a given scan is undone only while it is the last thing the ticket did at the gate. One of several concurrent calls
 * succeeds. The event's row is locked, so that an event being cancelled is left without valid tickets.
 * @throws Refusal 404; 409 when the ticket is not used, another scan checked it in, it passed the gate since the scan,
 * or its event is cancelled
 */
export async function undoCheckIn(
  db: Database,
  { organizationId, actor, ticketId, nonce, onlyEventId, now }: Undo,
): Promise<Ticket> {
  const { event } = await getTicket(db, organizationId, ticketId);
  if (onlyEventId !== null && event.id !== onlyEventId) throw ticketRefusals.ticket_not_found();
  return changePlaces(db, { organizationId, eventId: event.id }, async (tx, places) => {
    if (places.status === 'cancelled') throw ticketRefusals.event_cancelled();
    const checkedInAt = await markTicketValid(tx, organizationId, { ticketId, nonce, now });
    const hasPassed = checkedInAt && (await undoPassagesAtGate(tx, organizationId, ticketId, now));
    if (hasPassed && nonce !== null) throw ticketRefusals.passage_not_last({ undone_at: null });
    const ticket = await getTicket(tx, organizationId, ticketId);
    if (!checkedInAt) throw notUndone(ticket, nonce);
    const change = {
      action: 'ticket.check_in_undone',
      before: { status: 'used', checked_in_at: checkedInAt.toISOString() },
      after: { status: 'valid', checked_in_at: null },
    } as const;
    recordChange(tx, { organizationId, actor, subjectId: ticketId, ...change, now });
    return ticket;
  });
}

const notUndone = ({ status, checkedInAt }: Ticket, nonce: string | null) =>
  nonce !== null && checkedInAt
    ? ticketRefusals.checked_in_again({ checked_in_at: checkedInAt.toISOString() })
    : ticketRefusals.ticket_not_used({ status });
