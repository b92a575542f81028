import { sumOf } from '../values/sum-of.ts';
import { chooseSeats } from './choose-seats.ts';
import type { HeldSeat } from './claim-queries.ts';
import type { OpenSections, Place } from './open-sections.ts';
import { rowsOfParties, type Wanted } from './owed-seats.ts';
import type { Piece } from './piece.ts';
import { AISLE } from './seat.ts';
import { shareRows } from './share-rows.ts';

type Open = Pick<OpenSections, 'view' | 'pricedRowsOf' | 'take' | 'free'>;

export interface Party extends Wanted {
  /** The seats that the buyer chose, in order; they are free. Absent: the best seats. */
  chosen?: Piece[] | undefined;
}

/** Parties that may sit on the same seats. */
export type Group = [Party, ...Party[]];

/** Seats that the waiting lists must still find when others have taken theirs. */
export interface Owed {
  lists: Wanted[];
  /** Seats that become free with the same change: waiting lists can get them, but this change cannot take them. */
  coming: HeldSeat[];
}

export const NOTHING_OWED: Owed = { lists: [], coming: [] };

export const seatsWanted = (wanted: Wanted[]) => sumOf(wanted, ({ quantity }) => quantity);

/**
 * Takes the best seats for each group that leave what is owed to the waiting lists: of all groups or of none.
 * @returns the places of each group, or how many all of them could get together: less than 0 when the lists lack seats
 * already
 */
export const takeBest = (open: Open, groups: Group[], owed: Owed): Place[][] | { left: number } =>
  takeInTurn(open, groups, owed) ?? takeShared(open, groups, owed);

/** Each group takes the best seats that those before it left; undefined when one, or a waiting list, finds too few. */
function takeInTurn(open: Open, groups: Group[], owed: Owed): Place[][] | undefined {
  const taken: Place[][] = [];
  for (const group of groups) {
    const places = takeOne(open, group, owed);
    if (!places) break;
    taken.push(places);
  }
  if (taken.length === groups.length && isLeft(open, owed)) return taken;
  open.free(taken.flat());
  return undefined;
}

/**
 * The best seats that a group can have. Rows whose prices the waiting lists need are left out, while it could sit side
 * by side in others.
 */
function takeOne(open: Open, group: Group, owed: Owed): Place[] | undefined {
  const [{ sectionId, tierId }] = group;
  let view = open.view(sectionId, tierId);
  for (;;) {
    const [first, ...others] = chooseSeats(view, seatsWanted(group)) ?? [];
    if (!first) return undefined;
    const places = [first, ...others].flatMap((piece) => open.take(sectionId, piece));
    if (isLeft(open, owed)) return places;
    open.free(places);
    if (others.length > 0) return undefined;
    const pricesOf = open.pricedRowsOf(sectionId).map(({ tierIds }) => `${tierIds}`);
    const needed = pricesOf[first.row];
    view = view.map((states, row) => (pricesOf[row] === needed ? AISLE.repeat(states.length) : states));
  }
}

/**
 * Takes seats where several groups, or waiting lists, may use the same rows: a group leaves such a row to others that
 * need it.
 */
function takeShared(open: Open, groups: Group[], owed: Owed): Place[][] | { left: number } {
  const { given, rowsOf } = share(open, owed, groups);
  const left = given - seatsWanted(owed.lists);
  if (left < seatsWanted(groups.flat())) return { left };
  return groups.map((group) => {
    const [{ sectionId, tierId }] = group;
    const pieces = (rowsOf.get(group) ?? []).flatMap(({ rows, count }) => {
      if (count === 0) return [];
      const view = open
        .view(sectionId, tierId)
        .map((states, row) => (rows.has(row) ? states : AISLE.repeat(states.length)));
      return chooseSeats(view, count) ?? [];
    });
    return pieces.toSorted((a, b) => a.row - b.row).flatMap((piece) => open.take(sectionId, piece));
  });
}

/** Whether the waiting lists still find the seats that are owed to them. */
export const isLeft = (open: Open, owed: Owed): boolean => share(open, owed, []).given === seatsWanted(owed.lists);

/**
 * How many seats the waiting lists and then the groups get together, and of which rows each group gets how many. Each
 * section by itself, because no two share rows.
 */
function share(open: Open, { lists, coming }: Owed, groups: Group[]) {
  const wanted = [
    ...lists.filter(({ quantity }) => quantity > 0).map((list) => ({ ...list, group: null })),
    ...groups.map((group) => ({ ...group[0], quantity: seatsWanted(group), group })),
  ];
  let given = 0;
  const rowsOf = new Map<Group, { rows: Set<number>; count: number }[]>();
  for (const [sectionId, inSection] of Map.groupBy(wanted, (party) => party.sectionId)) {
    const prices = inSection.map(({ tierId }) => ({ tierIds: [tierId] }));
    const ofLists = prices.filter((_, index) => inSection[index]?.group === null);
    const shared = [
      ...rowsOfParties(open.pricedRowsOf(sectionId, coming), ofLists),
      ...rowsOfParties(open.pricedRowsOf(sectionId), prices),
    ];
    const counts = shareRows(
      inSection.map(({ quantity }) => quantity),
      shared,
    );
    given += sumOf(counts.flat(), (count) => count);
    for (const [index, { group }] of inSection.entries())
      if (group)
        rowsOf.set(
          group,
          shared.map(({ rows }, nth) => ({ rows, count: counts[index]?.[nth] ?? 0 })),
        );
  }
  return { given, rowsOf };
}
