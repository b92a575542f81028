import type { Door, DoorTicket } from './door.ts';
import type { TicketCode } from './ticket-code.ts';

/** What is said to whoever stands at the door. */
export type Verdict =
  | 'admitted'
  | 'used'
  | 'refunded'
  | 'cancelled'
  | 'otherEvent'
  | 'replaced'
  | 'notListed'
  | 'unknown'
  | 'notVerifiable'
  | 'noList'
  | 'problem';

/** What is shown of a ticket, whoever knows it. */
export type ShownTicket = Pick<DoorTicket, 'id' | 'ticket_number' | 'customer' | 'tier' | 'section' | 'row' | 'seat'>;

export interface Decision {
  verdict: Verdict;
  ticket?: ShownTicket;
  /** Since when it is used. */
  at?: string | null;
}

/** What was scanned or typed; undefined: a code that nobody of ours has signed. */
export type Read = { by: 'code'; code: TicketCode } | { by: 'number'; number: string } | undefined;

/**
 * What a door answers by itself: out of the code, the list as it was last heard, and what this device admitted without
 * telling the server yet. What happened at other doors since it cannot know.
 */
export function decide(
  read: Read,
  { event, tickets }: Pick<Door, 'tickets'> & { event: { id: string } },
  admittedHere: ReadonlyMap<string, string>,
): Decision {
  if (!read) return { verdict: 'unknown' };
  if (read.by === 'code' && read.code.eventId !== event.id) return { verdict: 'otherEvent' };
  const ticket = read.by === 'code' ? tickets.get(read.code.ticketId) : withNumber(tickets, read.number);
  // A number proves nothing; a signature does, so the ticket was bought after the list was heard.
  if (!ticket) return { verdict: read.by === 'code' ? 'notListed' : 'unknown' };
  if (read.by === 'code' && read.code.revision !== ticket.revision)
    return { verdict: read.code.revision < ticket.revision ? 'replaced' : 'notListed' };
  const at = admittedHere.get(ticket.id);
  if (at) return { verdict: 'used', ticket, at };
  if (ticket.status === 'valid') return { verdict: 'admitted', ticket };
  return { verdict: ticket.status, ticket, at: ticket.checked_in_at };
}

/** As people type it: small letters, no dash, spaces. */
const plain = (number: string) => number.toUpperCase().replaceAll(/[\s-]/g, '');

function withNumber(tickets: ReadonlyMap<string, DoorTicket>, typed: string): DoorTicket | undefined {
  const wanted = plain(typed);
  for (const ticket of tickets.values()) if (plain(ticket.ticket_number) === wanted) return ticket;
  return undefined;
}
