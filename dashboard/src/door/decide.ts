import type { Door, DoorTicket } from './door.ts';
import { isNumberOf } from './find-guests.ts';
import { isFor, passesAt, type ScanPoint, stayAt, type WaitingScans } from './scan-point.ts';
import type { TicketCode } from './ticket-code.ts';

/** The result of a scan. */
export type Verdict =
  | 'admitted'
  | 'left'
  | 'used'
  | 'notInside'
  | 'noExits'
  | 'notOnList'
  | 'refunded'
  | 'cancelled'
  | 'addOn'
  | 'otherEvent'
  | 'replaced'
  | 'notListed'
  | 'unknown'
  | 'noCode'
  | 'notVerifiable'
  | 'noList'
  | 'notDone'
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
  /** When the ticket was checked in, or passed last. */
  at?: string | null;
}

/** Whether the ticket passed. */
export const hasPassed = (verdict: Verdict) => verdict === 'admitted' || verdict === 'left';

/** What was scanned or typed; undefined for a code without a valid signature. */
export type Read = { by: 'code'; code: TicketCode } | { by: 'number'; number: string } | undefined;

/**
 * Decides without the server: from the code, the last ticket list, and the scans of this device that are not sent yet.
 * It cannot know of later scans on other devices.
 */
export function decide(
  read: Read,
  { tickets }: Pick<Door, 'tickets'>,
  { point, waiting }: { point: ScanPoint; waiting: WaitingScans },
): Decision {
  if (!read) return { verdict: 'unknown' };
  if (read.by === 'code' && read.code.eventId !== point.event.id) return { verdict: 'otherEvent' };
  const ticket =
    read.by === 'code'
      ? tickets.get(read.code.ticketId)
      : [...tickets.values()].find((one) => isNumberOf(one, read.number));
  // A number proves nothing. A signature proves that the ticket exists, so it is newer than the list.
  if (!ticket) return { verdict: read.by === 'code' ? 'notListed' : 'unknown' };
  if (read.by === 'code' && read.code.revision !== ticket.revision)
    return { verdict: read.code.revision < ticket.revision ? 'replaced' : 'notListed' };
  return { ...judge(ticket, point, waiting), ticket };
}

/**
 * Whether a ticket may pass here now. The server decides the same (`server/src/tickets/passage.ts`), and compares a
 * scan that is sent late with what came after it, too.
 */
export function judge(
  ticket: DoorTicket,
  point: ScanPoint,
  waiting: WaitingScans,
): { verdict: Verdict; at?: string | null } {
  const { status } = ticket;
  const stay = stayAt(point, ticket, waiting);
  if (status === 'refunded' || status === 'cancelled') return { verdict: status, at: stay.at };
  if (!isFor(point, ticket)) return { verdict: point.list ? 'notOnList' : 'addOn' };
  const passes = passesAt(point);
  if (point.direction === 'out') {
    if (passes !== 're_entry') return { verdict: 'noExits' };
    return stay.direction === 'in' ? { verdict: 'left' } : { verdict: 'notInside', at: stay.at };
  }
  const hasEntered = passes === 'once' ? stay.entries > 0 : passes === 're_entry' && stay.direction === 'in';
  return hasEntered ? { verdict: 'used', at: stay.at } : { verdict: 'admitted' };
}
