import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import { type SharedRows, shareRows } from './share-rows.ts';

/** Seats that are wanted in a section at a price. */
export interface Wanted {
  sectionId: Uuid;
  tierId: Uuid;
  quantity: number;
}

/** A row of a section. */
export interface PricedRow {
  tierIds: readonly Uuid[];
  free: number;
}

/** How many seats a waiting list, or a buyer, wants at one of these prices. */
interface Demand {
  tierIds: readonly Uuid[];
  quantity: number;
}

export interface WaitingTier {
  id: Uuid;
  waiting: number;
}

/**
 * How many seats each list may keep in a section, by section: in all together no more than it waits for, and none that
 * a list before it keeps. The sections with the most free seats at its price come first, where its parties will most
 * likely sit; of two with as many, the first of `sections`.
 */
export function shareLists(
  lists: readonly WaitingTier[],
  sections: ReadonlyMap<Uuid, readonly PricedRow[]>,
): ReadonlyMap<Uuid, WaitingTier[]> {
  const bySection = new Map<Uuid, WaitingTier[]>();
  for (const { id, waiting } of lists) {
    let left = waiting;
    const priced = [...sections].map(([sectionId, rows]) => ({ sectionId, rows, free: seatsForAll(rows, [], [id]) }));
    for (const { sectionId, rows } of priced.toSorted((one, other) => other.free - one.free)) {
      const kept = bySection.get(sectionId) ?? [];
      const quantity = owedSeats(rows, [...kept, { id, waiting: left }]).at(-1) ?? 0;
      left -= quantity;
      if (quantity > 0) bySection.set(sectionId, [...kept, { id, waiting: quantity }]);
    }
  }
  return bySection;
}

/** Rows that the same parties may sit in, and their indexes. */
export interface RowsOfParties extends SharedRows {
  rows: Set<number>;
}

/** Rows that few parties may use come first, and are used first: they are of no use to the others. */
export function rowsOfParties(
  rows: readonly PricedRow[],
  parties: readonly Pick<Demand, 'tierIds'>[],
): RowsOfParties[] {
  const byUsers = new Map<string, RowsOfParties>();
  for (const [row, { tierIds, free }] of rows.entries()) {
    const users = parties.flatMap((party, index) => (party.tierIds.some((id) => tierIds.includes(id)) ? index : []));
    if (users.length === 0) continue;
    const same = byUsers.getOrInsertComputed(`${users}`, () => ({ free: 0, parties: users, rows: new Set() }));
    same.free += free;
    same.rows.add(row);
  }
  return [...byUsers.values()].toSorted((a, b) => a.parties.length - b.parties.length);
}

/**
 * How many seats of these rows each of them gets; together as many as possible, those before never fewer for those
 * after.
 */
function seatsOfEach(rows: readonly PricedRow[], wanted: readonly Demand[]): number[] {
  const given = shareRows(
    wanted.map(({ quantity }) => quantity),
    rowsOfParties(rows, wanted),
  );
  return given.map((ofRows) => sumOf(ofRows, (count) => count));
}

const wantedBy = (lists: readonly WaitingTier[]): Demand[] =>
  lists.map(({ id, waiting }) => ({ tierIds: [id], quantity: waiting }));

/** How many seats of a section its waiting lists could have now, in their order: these are owed to them. */
export const owedSeats = (rows: readonly PricedRow[], lists: readonly WaitingTier[]): number[] =>
  lists.length === 0 ? [] : seatsOfEach(rows, wantedBy(lists));

/** Number of seats of a section on free sale at one of these prices: free seats that are not owed to a waiting list. */
export function seatsForAll(
  rows: readonly PricedRow[],
  lists: readonly WaitingTier[],
  tierIds: readonly Uuid[],
): number {
  const priced = rows.filter((row) => row.tierIds.some((id) => tierIds.includes(id)));
  const free = sumOf(priced, (row) => row.free);
  if (free === 0 || lists.length === 0) return free;
  return seatsOfEach(rows, [...wantedBy(lists), { tierIds, quantity: free }]).at(-1) ?? 0;
}
