import type { Attendee } from '../checkouts/attendee.ts';
import type { Seat } from '../seating/seat.ts';
import { UNAMBIGUOUS, unambiguousCharacters } from '../values/unambiguous.ts';
import type { Uuid } from '../values/uuid.ts';

/** The statuses of a ticket that is no longer valid. */
export const NOT_VALID = ['used', 'refunded', 'cancelled'] as const;
/** Statuses of a ticket. Only `valid` is admitted at the door. */
export const TICKET_STATUSES = ['valid', ...NOT_VALID] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Revision of a ticket whose code and link were never replaced. */
export const FIRST_REVISION = 1;

export interface Ticket {
  id: Uuid;
  orderId: Uuid;
  orderNumber: string;
  ticketNumber: string;
  status: TicketStatus;
  /** Counts the codes and links of the ticket: only the newest are accepted. */
  revision: number;
  checkedInAt: Date | null;
  /** The order's `paid_at`. */
  purchasedAt: Date;
  /** The tier's price when it was bought. */
  priceCentavos: number;
  /** `reEntry`: whether tickets may leave its gate and enter again. */
  event: { id: Uuid; title: string; startDatetime: Date; venueName: string | null; reEntry: boolean };
  /** `admission` is false for an add-on: it does not admit its holder. */
  tier: { id: Uuid; name: string; admission: boolean };
  /** null: general admission. */
  seat: Seat | null;
  customer: { name: string; email: string };
  attendee: Attendee;
}

/**
 * 30^10 is 49 bits: a number cannot be guessed, and among a million tickets of an organization two collide with a
 * probability of one in a thousand.
 */
const LENGTH = 10;
const HALF = LENGTH / 2;

export const newTicketNumber = (): string => `${unambiguousCharacters(HALF)}-${unambiguousCharacters(HALF)}`;

/** Pattern of a ticket number as stored and shown, for the API's description. */
export const TICKET_NUMBER_PATTERN = `^[${UNAMBIGUOUS}]{${HALF}}-[${UNAMBIGUOUS}]{${HALF}}$`;

const NUMBER = new RegExp(`^[${UNAMBIGUOUS}]{${LENGTH}}$`);

/** Whether the text has the form of a complete ticket number. A name of ten letters can have it, too. */
export const looksLikeTicketNumber = (typed: string): boolean =>
  NUMBER.test(typed.toUpperCase().replaceAll(/[\s-]/g, ''));

/** Converts a number as people type it (lower case, no dash, spaces) to its stored form. */
export function ticketNumberFrom(typed: string): string {
  const characters = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return characters.length === LENGTH ? `${characters.slice(0, HALF)}-${characters.slice(HALF)}` : typed;
}
