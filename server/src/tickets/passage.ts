import type { CheckInList, Passes } from '../check-in-lists/check-in-list.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Admission } from './check-in-queries.ts';
import type { PassageRow } from './tables.ts';
import type { Ticket, TicketStatus } from './ticket.ts';

export const DIRECTIONS = ['in', 'out'] as const satisfies readonly PassageRow['direction'][];
export type Direction = (typeof DIRECTIONS)[number];

/** A ticket is read with all its passages. Far more than a guest makes; a program that repeats a scan reaches it. */
export const MAX_PASSAGES = 1_000;

/** What a ticket has done at one place, a check-in list or the gate, at the time of a scan. */
export interface Stay {
  /** How often it entered, at any time. */
  entries: number;
  /** Its last passage before the scan; null: it had not passed. */
  direction: Direction | null;
  /** Its first passage after the scan, which a door without a network sends late; null: none. */
  next: Direction | null;
}

/** A ticket that passed, with what the scanner shows of it. */
export interface Passed extends Omit<Admission, 'checkedInAt'> {
  status: TicketStatus;
  checkedInAt: Date | null;
  direction: Direction;
  passedAt: Date;
  /** null: the gate. */
  list: Pick<CheckInList, 'id' | 'name'> | null;
  /** null: the check-in of the ticket itself. */
  passageId: Uuid | null;
}

/** With what the scanner shows of a ticket that is newer than its list. */
export interface Scanned extends Passed, Pick<Ticket, 'ticketNumber' | 'tier' | 'seat'> {}

/** entered: it may not enter (again). not_inside: it cannot leave. no_exits: exits are not scanned here. */
export type AgainstTheRule = 'entered' | 'not_inside' | 'no_exits';

/**
 * Whether the rule of a place lets a ticket pass; null: it does. `dashboard/src/door/decide.ts` decides the same
 * without the server, where a scan has no passage after it, and a test compares the two. Two entries without an exit
 * between them are two guests, whichever of them is known first.
 */
export function againstTheRule(passes: Passes, stay: Stay, direction: Direction): AgainstTheRule | null {
  if (direction === 'out') {
    if (passes !== 're_entry') return 'no_exits';
    return stay.direction === 'in' ? null : 'not_inside';
  }
  const isInside = stay.direction === 'in' || stay.next === 'in';
  const hasEntered = passes === 'once' ? stay.entries > 0 : passes === 're_entry' && isInside;
  return hasEntered ? 'entered' : null;
}
