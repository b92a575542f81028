import type { Door, DoorTicket } from './door.ts';
import type { TicketCode } from './ticket-code.ts';

/** The result of a scan. */
export type Verdict =
  | 'admitted'
  | 'used'
  | 'refunded'
  | 'cancelled'
  | 'addOn'
  | 'otherEvent'
  | 'replaced'
  | 'notListed'
  | 'unknown'
  | 'notVerifiable'
  | 'noList'
  | 'problem';

/** What is shown of a ticket. */
export type ShownTicket = Pick<
  DoorTicket,
  'id' | 'ticket_number' | 'customer' | 'attendee' | 'section' | 'row' | 'seat'
> & {
  tier: { name: string };
  /** To the questions that are shown at the door. */
  answers?: DoorTicket['answers'];
};

export interface Decision {
  verdict: Verdict;
  ticket?: ShownTicket;
  /** When the ticket was checked in. */
  at?: string | null;
  /** What the server knows; the list of this device may be older. */
  answers?: DoorTicket['answers'];
}

/** What was scanned or typed; undefined for a code without a valid signature. */
export type Read = { by: 'code'; code: TicketCode } | { by: 'number'; number: string } | undefined;

/**
 * Decides without the server: from the code, the last ticket list, and the check-ins of this device that are not sent
 * yet. It cannot know of later check-ins on other devices.
 */
export function decide(
  read: Read,
  { event, tickets }: Pick<Door, 'tickets'> & { event: { id: string } },
  admittedHere: ReadonlyMap<string, string>,
): Decision {
  if (!read) return { verdict: 'unknown' };
  if (read.by === 'code' && read.code.eventId !== event.id) return { verdict: 'otherEvent' };
  const ticket = read.by === 'code' ? tickets.get(read.code.ticketId) : withNumber(tickets, read.number);
  // A number proves nothing. A signature proves that the ticket exists, so it is newer than the list.
  if (!ticket) return { verdict: read.by === 'code' ? 'notListed' : 'unknown' };
  if (read.by === 'code' && read.code.revision !== ticket.revision)
    return { verdict: read.code.revision < ticket.revision ? 'replaced' : 'notListed' };
  const at = admittedHere.get(ticket.id);
  if (at) return { verdict: 'used', ticket, at };
  if (ticket.status === 'valid' && !ticket.tier.admission) return { verdict: 'addOn', ticket };
  if (ticket.status === 'valid') return { verdict: 'admitted', ticket };
  return { verdict: ticket.status, ticket, at: ticket.checked_in_at };
}

/** People type lower case, spaces and no dash. */
const normalized = (number: string) => number.toUpperCase().replaceAll(/[\s-]/g, '');

function withNumber(tickets: ReadonlyMap<string, DoorTicket>, typed: string): DoorTicket | undefined {
  const wanted = normalized(typed);
  for (const ticket of tickets.values()) if (normalized(ticket.ticket_number) === wanted) return ticket;
  return undefined;
}
