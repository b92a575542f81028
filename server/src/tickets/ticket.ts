import { randomInt } from 'node:crypto';
import type { Attendee } from '../checkouts/attendee.ts';
import type { Seat } from '../seating/seat.ts';
import type { Uuid } from '../values/uuid.ts';

/** What a ticket can be at the door: only `valid` is admitted. */
export const TICKET_STATUSES = ['valid', 'used', 'refunded', 'cancelled'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export interface Ticket {
  id: Uuid;
  orderId: Uuid;
  ticketNumber: string;
  status: TicketStatus;
  /** Which of its codes and links is good: the newest. */
  revision: number;
  checkedInAt: Date | null;
  /** The order's `paid_at`. */
  purchasedAt: Date;
  /** The tier's price when it was bought. */
  priceCentavos: number;
  event: { id: Uuid; title: string; startDatetime: Date; venueName: string | null };
  tier: { name: string };
  /** null: general admission. */
  seat: Seat | null;
  customer: { name: string; email: string };
  attendee: Attendee;
}

/** Without 0/O, 1/I/L and U/V mix-ups: read out on the phone, typed at the door. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/**
 * 30^10 is 49 bits: too many to guess one, and a million tickets of an organization collide once in a thousand lives.
 */
const LENGTH = 10;
const HALF = LENGTH / 2;

export const newTicketNumber = (): string => `${randomHalf()}-${randomHalf()}`;

/** One draw for all of it: drawn one by one, characters took longer than the rest of a ticket. */
function randomHalf(): string {
  let left = randomInt(ALPHABET.length ** HALF);
  let characters = '';
  for (let index = 0; index < HALF; index++) {
    characters += ALPHABET[left % ALPHABET.length];
    left = Math.floor(left / ALPHABET.length);
  }
  return characters;
}

/** As it is stored and shown, for the API's description. */
export const TICKET_NUMBER_PATTERN = `^[${ALPHABET}]{${HALF}}-[${ALPHABET}]{${HALF}}$`;

const NUMBER = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Whether the text may be a complete ticket number; a name of ten letters may look like one, too. */
export const looksLikeTicketNumber = (typed: string): boolean =>
  NUMBER.test(typed.toUpperCase().replaceAll(/[\s-]/g, ''));

/** A number as people type it (small letters, no dash, spaces) in the form it is stored. */
export function ticketNumberFrom(typed: string): string {
  const characters = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return characters.length === LENGTH ? `${characters.slice(0, HALF)}-${characters.slice(HALF)}` : typed;
}
