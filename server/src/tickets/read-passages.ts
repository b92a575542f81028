import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type CheckedInBy, checkedInBy, findCheckedInBy } from './find-checked-in-by.ts';
import { type ListedPassage, listPassages } from './passage-queries.ts';
import { getTicket } from './queries.ts';
import type { Ticket } from './ticket.ts';

export interface TicketPassages {
  ticket: Ticket;
  /** null: it is not checked in, or its door is no longer known. */
  checkedInBy: CheckedInBy | null;
  /** Newest first. */
  passages: (ListedPassage & { by: CheckedInBy | null })[];
}

/** Where and when a ticket passed, and at which door. @throws Refusal 404 */
export async function readPassages(db: Queryable, organizationId: Uuid, ticketId: Uuid): Promise<TicketPassages> {
  const ticket = await getTicket(db, organizationId, ticketId);
  const passages = await listPassages(db, organizationId, ticket.id);
  const ofCheckIn = await findCheckedInBy(db, organizationId, ticket.checkedInAt ? [ticket.id] : []);
  const nameOf = await checkedInBy(db, organizationId, passages);
  return {
    ticket,
    checkedInBy: ofCheckIn.get(ticket.id) ?? null,
    passages: passages.map((passage) => ({ ...passage, by: nameOf(passage) })),
  };
}
