import { hasOrderNumber } from '../orders/number-queries.ts';
import { orderNumberBeginning } from '../orders/order-number.ts';
import { parseWords } from '../orders/search-text.ts';
import type { Search } from '../orders/word-search-queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isUuid, type Uuid } from '../values/uuid.ts';
import { findTicketByNumber } from './order-ticket-queries.ts';
import { looksLikeTicketNumber, ticketNumberFrom } from './ticket.ts';

/**
 * Parses a search text: an order id, an order number or its beginning, a ticket number, a telephone number, or
 * beginnings of words in the name and address of a buyer or an attendee. Letters can be a number or a name: if such a
 * ticket or order exists, they are the number.
 */
export async function parseSearch(db: Queryable, organizationId: Uuid, typed: string): Promise<Search> {
  const text = typed.trim();
  if (isUuid(text)) return { by: 'order', orderId: text.toLowerCase() };
  if (looksLikeTicketNumber(text)) {
    const ticket = await findTicketByNumber(db, organizationId, ticketNumberFrom(text));
    if (ticket) return { by: 'ticket', orderId: ticket.orderId, ticketId: ticket.id };
  }
  const beginning = orderNumberBeginning(text);
  if (beginning !== undefined && (await hasOrderNumber(db, organizationId, beginning)))
    return { by: 'order_number', beginning };
  return { by: 'words', ...parseWords(text) };
}
