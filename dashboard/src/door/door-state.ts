import type { Problem, Refusal } from '../api/problem.ts';
import type { Decision } from './decide.ts';
import type { Direction, Door } from './door.ts';
import type { TicketResult } from './refused-ticket.ts';

/** An admission, or an exit, that this device scanned. */
export interface KeptScan {
  /** Sent twice (an answer got lost), it counts once. */
  nonce: string;
  eventId: string;
  ticketId: string;
  /** Where it passed; null: the gate. */
  listId: string | null;
  direction: Direction;
  /** What the server calls it; null: the check-in of the ticket. Missing: the server has not answered. */
  passageId?: string | null;
  /** As it was scanned or typed. The server checks it again. */
  code: string;
  ticketNumber: string;
  name: string;
  scannedAt: string;
  /** waiting: to be sent. admitted: the server has it. refused: shown until it is dismissed. */
  state: 'waiting' | 'admitted' | 'refused' | 'dismissed' | 'undone';
  /** It was sent and no answer has come: the server may know of it. */
  sent: boolean;
  /** Why the server refused it. */
  refusal?: Refusal;
  /** Nonces of later admissions of the same ticket elsewhere, whose warning was dismissed. */
  dismissed?: string[];
}

export interface Answer extends TicketResult, Decision {
  nonce: string;
  /** What was admitted, to undo it: the ticket, and those that came with it. */
  admissions: { nonce: string; ticketId: string; listId: string | null; passageId?: string | null }[];
  /** A party that was admitted together: names of those who were not. */
  refusedCompanions?: string[];
}

export interface DoorState {
  list: Door | undefined;
  /** starting: nothing was asked yet. ended: the server does not know this link or session any more. */
  connection: 'starting' | 'online' | 'offline' | 'ended' | 'refused';
  /** Why the server refuses the list. */
  problem?: Problem | undefined;
  /** Where this device scans; null: the gate. */
  listId: string | null;
  direction: Direction;
  /** All admissions of this device at this event, by nonce, oldest first. */
  scans: ReadonlyMap<string, KeptScan>;
  /** The last scan. */
  answer?: Answer | undefined;
  error?: Error | undefined;
  isChecking: boolean;
  undone?: string | undefined;
}
