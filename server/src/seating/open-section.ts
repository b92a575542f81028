import type { Uuid } from '../values/uuid.ts';
import { AISLE } from './seat.ts';
import type { SectionShape } from './section-shapes.ts';

/** A section while its event is locked. */
export interface OpenSection {
  shape: SectionShape;
  /** States of the rows. */
  states: string[];
  /** States for the chooser by tier: only rows that the tier prices have seats. */
  views: Map<Uuid, string[]>;
}

export const isPriced = (shape: SectionShape, row: number, tierId: Uuid) =>
  (shape.rows[row]?.tierIds ?? shape.tierIds).includes(tierId);

/** The states of a row for the chooser. A row with other prices has no seats. */
export function viewOf({ shape, states }: OpenSection, row: number, tierId: Uuid): string {
  const ofRow = states[row] ?? '';
  return isPriced(shape, row, tierId) ? ofRow : AISLE.repeat(ofRow.length);
}
