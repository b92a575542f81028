import type { Queryable } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import type { Uuid } from '../values/uuid.ts';
import { type CheckedInBy, checkedInBy, findCheckedInBy } from './find-checked-in-by.ts';
import { type ListedPassage, listPassages } from './passage-queries.ts';
import { getTicket } from './queries.ts';
import type { Ticket } from './ticket.ts';

export interface TicketPassages {
  ticket: Ticket;
  /** null: it is not checked in, its door is no longer known, or the caller may not know it. */
  checkedInBy: CheckedInBy | null;
  /** Newest first. */
  passages: (ListedPassage & { by: CheckedInBy | null })[];
}

/**
 * Where and when a ticket passed, and at which door. The door link of one list sees what happened there, and not who
 * checked the ticket in.
 * @throws Refusal 404
 */
export async function readPassages(
  db: Queryable,
  organizationId: Uuid,
  ticketId: Uuid,
  { listId }: Pick<Caller, 'listId'>,
): Promise<TicketPassages> {
  const ticket = await getTicket(db, organizationId, ticketId);
  const all = await listPassages(db, organizationId, ticket.id);
  const passages = listId === null ? all : all.filter((passage) => passage.listId === listId);
  const isCheckInSeen = listId === null && ticket.checkedInAt !== null;
  const ofCheckIn = await findCheckedInBy(db, organizationId, isCheckInSeen ? [ticket.id] : []);
  const nameOf = await checkedInBy(db, organizationId, passages);
  return {
    ticket,
    checkedInBy: ofCheckIn.get(ticket.id) ?? null,
    passages: passages.map((passage) => ({ ...passage, by: nameOf(passage) })),
  };
}
