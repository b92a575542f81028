import { nameOf } from '../api/name-of.ts';
import type { Door, DoorTicket } from './door.ts';

/** More are not read at a door: the person is asked for another word. */
export const MAX_FOUND = 20;

/** Without accents, case and punctuation: people type names as they hear them. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
const wordsOf = (text: string) => plain(text).split(/[^\p{L}\p{N}]+/u);
const compact = (text: string) => plain(text).replaceAll(/[\s-]/g, '');

/** Whether the text is the ticket's number, in any spacing and case. */
export const isNumberOf = ({ ticket_number: number }: DoorTicket, text: string) => compact(number) === compact(text);

/**
 * Tickets by the beginnings of the words of a name, of attendee or buyer, or by the beginning of the ticket number.
 * A buyer who passed a ticket on is not its guest. At most `MAX_FOUND`, by name.
 */
export function findGuests({ tickets }: Pick<Door, 'tickets'>, typed: string): DoorTicket[] {
  const wanted = wordsOf(typed).filter(Boolean);
  if (wanted.length === 0) return [];
  const number = compact(typed);
  const found = [...tickets.values()].filter((ticket) => {
    if (number.length >= 3 && compact(ticket.ticket_number).startsWith(number)) return true;
    const words = wordsOf(`${ticket.attendee?.name ?? ''} ${ticket.passed_on ? '' : ticket.customer.name}`);
    return wanted.every((each) => words.some((word) => word.startsWith(each)));
  });
  return found.sort((a, b) => nameOf(a).localeCompare(nameOf(b))).slice(0, MAX_FOUND);
}
