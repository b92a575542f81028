import type { Database } from '../database/database.ts';
import { conflict } from '../http/errors.ts';
import type { Uuid } from '../uuid.ts';
import { getTicket, markTicketValidAgain } from './queries.ts';
import type { Ticket } from './ticket.ts';

/**
 * Takes a check-in back: a used ticket is valid again. Of concurrent calls one succeeds.
 * @throws ApiError 404; 409 when the ticket is not used
 */
export async function undoCheckIn(
  db: Database,
  { organizationId, ticketId }: { organizationId: Uuid; ticketId: Uuid },
): Promise<Ticket> {
  return db.transaction(async (tx) => {
    const undone = await markTicketValidAgain(tx, organizationId, ticketId);
    const ticket = await getTicket(tx, organizationId, ticketId);
    if (!undone) throw conflict(`Ticket is ${ticket.status}, not used`);
    return ticket;
  });
}
