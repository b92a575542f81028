import { hash } from 'node:crypto';
import type { Uuid } from '../values/uuid.ts';
import { AISLE_NUMBER } from './seat.ts';

/**
 * The ids of seats. A row of seats is one record, so no seat has an id of its own: it is a UUIDv8 of the event and the
 * printed labels. Its first 31 characters are a hash of event, section and row, and its last five the number of the
 * seat. So an id is stable while these labels are, in a replaced plan, too; nothing is stored; and a seat is found by
 * its row's key without a search. An id of another event or organization is unknown, because only the rows of one
 * event are compared.
 */

/** Hexadecimal digits of a seat number: 20 bits, more than the largest number. */
const NUMBER_DIGITS = 5;
export const LARGEST_NUMBER_IN_ID = 16 ** NUMBER_DIGITS - 1;

/** What the ids of the seats of a row begin with. */
export function rowKey(eventId: Uuid, section: string, row: string): string {
  const hex = hash('sha256', JSON.stringify([eventId, section, row]));
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 27)}`;
}

export const seatId = (key: string, number: number): Uuid => key + number.toString(16).padStart(NUMBER_DIGITS, '0');

/** @returns undefined for an id that no seat can have */
export function readSeatId(id: Uuid): { key: string; number: number } | undefined {
  const number = Number.parseInt(id.slice(-NUMBER_DIGITS), 16);
  return number === AISLE_NUMBER ? undefined : { key: id.slice(0, -NUMBER_DIGITS), number };
}
