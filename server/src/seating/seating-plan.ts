import type { SeatSizes } from '../events/places.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { AISLE, AISLE_NUMBER, BLOCKED, countOf, FREE } from './seat.ts';

/** The service chooses the seats (`choose-seats.ts`), the buyer chooses them, or the buyer decides which of the two. */
export const SELECTION_MODES = ['best_available', 'choose', 'both'] as const;
export type SelectionMode = (typeof SELECTION_MODES)[number];

/** The largest arenas seat 60,000; a body of 1 MiB, the limit, describes a few more than this. */
export const MAX_SEATS = 100_000;

export interface SeatingPlan {
  selectionMode: SelectionMode;
  sections: PlanSection[];
}

export interface PlanSection {
  id: Uuid;
  label: string;
  tierIds: Uuid[];
  /** Best first. */
  rows: PlanRow[];
}

export interface PlanRow {
  id: Uuid;
  label: string;
  /** null: the tiers of the section. */
  tierIds: Uuid[] | null;
  /** The plan gave a number of seats, not a list. */
  counted: boolean;
  /** Printed numbers in physical order; 0 is an aisle. */
  seats: number[];
  states: string;
}

/** The sections with these seats free, whatever their states. */
export function withFreeSeats(sections: PlanSection[], freed: { rowId: Uuid; place: number }[]): PlanSection[] {
  const ofRow = Map.groupBy(freed, ({ rowId }) => rowId);
  const withFree = (row: PlanRow): PlanRow => {
    const places = ofRow.get(row.id);
    if (!places) return row;
    const states = [...row.states];
    for (const { place } of places) states[place] = FREE;
    return { ...row, states: states.join('') };
  };
  return sections.map((section) => ({ ...section, rows: section.rows.map(withFree) }));
}

/** Whether two plans are equal apart from their ids; a new plan has new ids. */
export const isSamePlan = (one: SeatingPlan, other: SeatingPlan): boolean =>
  one.selectionMode === other.selectionMode && textOf(one, true) === textOf(other, true);

/** Whether two plans have the same seats at the same prices, whatever their states and modes. */
export const isSameHall = (one: SeatingPlan, other: SeatingPlan): boolean =>
  textOf(one, false) === textOf(other, false);

const textOf = ({ sections }: SeatingPlan, withStates: boolean): string =>
  JSON.stringify(
    sections.map(({ label, tierIds, rows }) => [
      label,
      tierIds,
      rows.map((row) => [row.label, row.tierIds, row.counted, row.seats, withStates && row.states]),
    ]),
  );

/** A new row, in which every seat can be sold unless it is blocked. */
export const newRow = (
  row: Pick<PlanRow, 'label' | 'tierIds' | 'counted' | 'seats'>,
  blocked: ReadonlySet<number>,
  now: Date,
): PlanRow => ({
  id: newId(now),
  ...row,
  states: row.seats.map((seat) => (seat === AISLE_NUMBER ? AISLE : blocked.has(seat) ? BLOCKED : FREE)).join(''),
});

/** The sizes of the event and its tiers. A seat that several tiers price counts for each of them. */
export function seatSizes(sections: PlanSection[]): SeatSizes {
  const sizes: SeatSizes = { capacity: 0, blocked: 0, tiers: new Map() };
  for (const section of sections)
    for (const { states, tierIds } of section.rows) {
      const seats = countOf(states, (state) => state !== AISLE);
      const blocked = countOf(states, (state) => state === BLOCKED);
      sizes.capacity += seats;
      sizes.blocked += blocked;
      for (const tierId of tierIds ?? section.tierIds) {
        const { quantityTotal = 0, blocked: before = 0 } = sizes.tiers.get(tierId) ?? {};
        sizes.tiers.set(tierId, { quantityTotal: quantityTotal + seats, blocked: before + blocked });
      }
    }
  return sizes;
}
