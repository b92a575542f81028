import type { Problem, Refusal } from '../api/problem.ts';
import type { Decision } from './decide.ts';
import type { Direction, Door } from './door.ts';
import type { TicketResult } from './refused-ticket.ts';

/** What a person chose to scan. */
export interface ScanChoice {
  /** null: the gate. */
  listId: string | null;
  direction: Direction;
}

/** An admission, or an exit, that this device scanned. */
export interface KeptScan extends ScanChoice {
  /** Sent twice (an answer got lost), it counts once. */
  nonce: string;
  eventId: string;
  ticketId: string;
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

/** What is known of a scan before it is decided. */
export type ScanToSend = ScanChoice & Pick<KeptScan, 'code' | 'eventId' | 'nonce' | 'scannedAt' | 'sent'>;

/** What an answer let pass, to undo it. */
export type Admission = ScanChoice & Pick<KeptScan, 'nonce' | 'ticketId' | 'passageId'>;

export interface Answer extends TicketResult, Decision {
  nonce: string;
  /** The ticket, and those that came with it. */
  admissions: Admission[];
  /** When a party was admitted together: names of members who were refused. */
  refusedCompanions?: string[];
  /** It was admitted just now: the same guest may have shown it again, or another one a copy. */
  isShownAgain?: boolean;
}

export interface DoorState extends ScanChoice {
  list: Door | undefined;
  /** starting: nothing was asked yet. ended: the server does not know this link or session any more. */
  connection: 'starting' | 'online' | 'offline' | 'ended' | 'refused';
  /** Why the server refuses the list. */
  problem?: Problem | undefined;
  /** All admissions of this device at this event, by nonce, oldest first. */
  scans: ReadonlyMap<string, KeptScan>;
  /** How many scans of this device at other events the server does not know of yet. */
  waitingElsewhere: number;
  /** The last scan. */
  answer?: Answer | undefined;
  error?: Error | undefined;
  isChecking: boolean;
  /** Whether the page has the list when it is opened without a network. */
  isListKept: boolean;
  /** What was undone last. */
  undone?: Answer | undefined;
}
