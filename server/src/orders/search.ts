import type { Queryable } from '../platform/database/database.ts';
import { looksLikeTicketNumber, ticketNumberFrom } from '../tickets/ticket.ts';
import { isUuid, type Uuid } from '../values/uuid.ts';
import { findTicketOfNumber } from './queries.ts';
import type { Search } from './word-search.ts';

export const MAX_SEARCH_LENGTH = 200;

/**
 * An order's id, a ticket's number, a telephone number, or the beginnings of words of a buyer's name and address. Ten letters
 * may be a ticket's number or a name: they are the number when there is such a ticket.
 */
export async function searchFor(db: Queryable, organizationId: Uuid, typed: string): Promise<Search> {
  const text = typed.trim();
  if (isUuid(text)) return { by: 'order', orderId: text.toLowerCase() };
  if (looksLikeTicketNumber(text)) {
    const ticket = await findTicketOfNumber(db, organizationId, ticketNumberFrom(text));
    if (ticket) return { by: 'ticket', orderId: ticket.order_id, ticketId: ticket.id };
  }
  return { by: 'words', ...wordsOf(text) };
}

const PHONE = /^\+?[\d\s()./-]{4,}$/;
/** What is kept of a telephone number: its end, without the 0, 63 or +63 that people write before it. */
const NATIONAL_DIGITS = 10;

export function wordsOf(text: string): { words: string[]; whole: string[] } {
  if (PHONE.test(text)) return { words: [], whole: [nationalNumber(text)] };
  const words: string[] = [];
  const whole: string[] = [];
  for (const word of text.split(/\s+/)) {
    const [local = '', ...rest] = word.split('@');
    if (local !== '') words.push(local);
    // No address has one of these after its @.
    const domain = rest.join('@').replaceAll(/['\\]/g, '').toLowerCase();
    if (domain !== '') whole.push(`@${domain}`);
  }
  return { words, whole };
}

function nationalNumber(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  // Mobile numbers begin with 9.
  return digits.replace(/^(?:63|0)(?=9)/, '').slice(0, NATIONAL_DIGITS);
}
