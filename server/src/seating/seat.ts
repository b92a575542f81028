import type { Uuid } from '../values/uuid.ts';

/** A seat as printed on the ticket. */
export interface Seat {
  section: string;
  row: string;
  seat: number;
}

/** From the columns of a claim, which general admission does not have. */
export const seatFrom = (row: { section: string | null; row: string | null; seat: number | null }): Seat | null =>
  row.section === null || row.row === null || row.seat === null
    ? null
    : { section: row.section, row: row.row, seat: row.seat };

/** Short label within a section, such as `A-12`. */
export const seatLabel = ({ row, seat }: Seat): string => `${row}-${seat}`;

/** States of a place. A row's `states` has one of these characters per place, in physical order. */
export const FREE = '.';
export const HELD = 'h';
export const SOLD = 's';
/** Kept back by the organizer. */
export const BLOCKED = 'b';
export const AISLE = '_';

export const SEAT_STATUSES = ['free', 'held', 'sold', 'blocked'] as const;

/** The status of a seat that is not free, by its state. */
export const TAKEN_STATUS = new Map<string | undefined, TakenSeat['status']>([
  [HELD, 'held'],
  [SOLD, 'sold'],
  [BLOCKED, 'blocked'],
]);

/** A seat that a buyer or an organizer asked for in vain. */
export interface TakenSeat extends Seat {
  id: Uuid;
  status: Exclude<(typeof SEAT_STATUSES)[number], 'free'>;
}

/** The number that stands for an aisle among a row's stored seat numbers. */
export const AISLE_NUMBER = 0;

/** Number of places whose state is counted. */
export function countOf(states: string, isCounted: (state: string | undefined) => boolean): number {
  let count = 0;
  for (let place = 0; place < states.length; place++) if (isCounted(states[place])) count++;
  return count;
}

export const countFree = (states: string): number => countOf(states, (state) => state === FREE);

/** Number of seats that can be sold at all. */
export const countSellable = (states: string): number =>
  countOf(states, (state) => state !== AISLE && state !== BLOCKED);

/** Number of seats that are held or sold. */
export const countTaken = (states: string): number => countOf(states, (state) => state === HELD || state === SOLD);

/** The states with `count` places from `from` on changed. */
export const withState = (states: string, from: number, count: number, state: string): string =>
  states.slice(0, from) + state.repeat(count) + states.slice(from + count);
