import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { getTicketByNumber, listTickets } from './queries.ts';
import { ticketRefusals } from './refusals.ts';
import { type Ticket, ticketNumberFrom } from './ticket.ts';
import { looksLikeTicketCode, readTicketCode } from './ticket-code.ts';
import { findTicketKey } from './ticket-key.ts';

/**
 * Finds the ticket of a typed number or a scanned QR code.
 * @throws Refusal 404 when the number is unknown, or the code is forged, altered or another organization's; 409 when
 * the ticket has a newer code
 */
export async function getTicketByCode(
  db: Database,
  secretsKeys: readonly Buffer[],
  { organizationId, code }: { organizationId: Uuid; code: string },
): Promise<Ticket> {
  if (!looksLikeTicketCode(code)) return getTicketByNumber(db, organizationId, ticketNumberFrom(code));
  const key = await findTicketKey(db, secretsKeys, organizationId);
  const read = key && readTicketCode(code, key.publicKey);
  const ticket = read && (await listTickets(db, organizationId, [read.ticketId])).get(read.ticketId);
  if (!ticket || ticket.event.id !== read.eventId) throw ticketRefusals.ticket_not_found();
  // The code was valid before it was replaced: the refusal tells door staff to ask for the newest ticket.
  if (ticket.revision !== read.revision) throw ticketRefusals.ticket_code_replaced();
  return ticket;
}
