import type { Uuid } from '../values/uuid.ts';
import type { Piece } from './piece.ts';
import { AISLE, FREE, TAKEN_STATUS, type TakenSeat } from './seat.ts';
import { readSeatId, rowKey, seatId } from './seat-id.ts';
import type { SectionShape } from './section-shapes.ts';

/** A section while its event is locked. */
export interface OpenSection {
  shape: SectionShape;
  /** States of the rows. */
  states: string[];
  /** States for the chooser by tier: only rows that the tier prices have seats. */
  views: Map<Uuid, string[]>;
}

/** The tiers that price the seats of a row. */
export const tierIdsAt = (shape: SectionShape, row: number): Uuid[] => shape.rows[row]?.tierIds ?? shape.tierIds;

export const isPriced = (shape: SectionShape, row: number, tierId: Uuid) => tierIdsAt(shape, row).includes(tierId);

/** The states of a row for the chooser. A row with other prices has no seats. */
export function viewOf({ shape, states }: OpenSection, row: number, tierId: Uuid): string {
  const ofRow = states[row] ?? '';
  return isPriced(shape, row, tierId) ? ofRow : AISLE.repeat(ofRow.length);
}

/** Indexes of the rows by the key of their seats, made when the first buyer chooses seats of the section. */
const rowIndexes = new WeakMap<SectionShape, Map<string, number>>();

function rowIndexesOf(eventId: Uuid, shape: SectionShape): Map<string, number> {
  let indexes = rowIndexes.get(shape);
  if (!indexes) {
    indexes = new Map(shape.rows.map(({ label }, row) => [rowKey(eventId, shape.label, label), row]));
    rowIndexes.set(shape, indexes);
  }
  return indexes;
}

/** Where a seat is; undefined if the section has no such seat. */
export function findSeat(eventId: Uuid, shape: SectionShape, id: Uuid): Piece | undefined {
  const read = readSeatId(id);
  const row = read && rowIndexesOf(eventId, shape).get(read.key);
  if (read === undefined || row === undefined) return undefined;
  const from = shape.rows[row]?.seats.indexOf(read.number) ?? -1;
  return from < 0 ? undefined : { row, from, count: 1 };
}

/** The seat at this place, unless it is free. */
export function takenSeat(
  eventId: Uuid,
  { shape, states }: OpenSection,
  { row: index, from }: Piece,
): TakenSeat | null {
  const row = shape.rows[index];
  const seat = row?.seats[from];
  const state = states[index]?.[from];
  if (!row || seat === undefined || state === FREE) return null;
  return {
    id: seatId(rowKey(eventId, shape.label, row.label), seat),
    section: shape.label,
    row: row.label,
    seat,
    status: TAKEN_STATUS.get(state) ?? 'blocked',
  };
}
