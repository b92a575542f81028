import type { Uuid } from '../values/uuid.ts';
import type { MessageRow } from './tables.ts';

/** sending: mails are recorded, step by step. sent: the last one was. */
export const MESSAGE_STATUSES = ['scheduled', 'sending', 'sent', 'cancelled'] as const;

/** A line of the list in a mailbox shows less. */
export const MAX_SUBJECT_LENGTH = 150;
/** Two printed pages. */
export const MAX_TEXT_LENGTH = 5_000;
/** More than the tiers of any event that is sold by tiers. */
export const MAX_TIERS_OF_MESSAGE = 100;

/**
 * Messages and test mails that an organization writes in a day. A person who writes them has work for a week; a program
 * that lost its way does not fill the table.
 */
export const MAX_WRITTEN_PER_DAY = 100;
/**
 * Mails of messages that an organization sends in a day: two for each seat in an arena of 20,000. The rest follows on
 * the next day, so that one organization does not use up what the operator's mail provider allows all.
 */
export const MAX_MAILS_PER_DAY = 40_000;

/** The day of a bound, in UTC. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * The recipients of a message: the buyers and attendees of tickets that meet both conditions and are valid, used, or
 * cancelled with the event.
 */
export interface Audience {
  /** null: of any tier. */
  tierIds: Uuid[] | null;
  /** null: checked in or not. */
  checkedIn: boolean | null;
}

/** What is written. */
export interface Words {
  subject: string;
  /** Plain text. Blank lines separate paragraphs. */
  text: string;
}

/** A message as the organizer sees it. */
export interface Message
  extends Pick<
    MessageRow,
    | 'id'
    | 'eventId'
    | 'subject'
    | 'text'
    | 'tierIds'
    | 'checkedIn'
    | 'status'
    | 'sendAt'
    | 'leftOut'
    | 'createdAt'
    | 'endedAt'
  > {
  /** Mails that the mail server took. */
  sent: number;
  /** Mails that are to be sent. */
  waiting: number;
  /** Mails that were given up. */
  failed: number;
}
