import { wordsOf } from '../orders/search.ts';
import type { Search } from '../orders/word-search.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isUuid, type Uuid } from '../values/uuid.ts';
import { findTicketOfNumber } from './order-ticket-queries.ts';
import { looksLikeTicketNumber, ticketNumberFrom } from './ticket.ts';

/**
 * An order's id, a ticket's number, a telephone number, or the beginnings of words of a buyer's name and address. Ten
 * letters
 * may be a ticket's number or a name: they are the number when there is such a ticket.
 */
export async function searchFor(db: Queryable, organizationId: Uuid, typed: string): Promise<Search> {
  const text = typed.trim();
  if (isUuid(text)) return { by: 'order', orderId: text.toLowerCase() };
  if (looksLikeTicketNumber(text)) {
    const ticket = await findTicketOfNumber(db, organizationId, ticketNumberFrom(text));
    if (ticket) return { by: 'ticket', orderId: ticket.orderId, ticketId: ticket.id };
  }
  return { by: 'words', ...wordsOf(text) };
}
