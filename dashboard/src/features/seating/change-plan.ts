import { replaceEqualDeep } from '@tanstack/react-query';
import { AISLE, isSequential, type Place, type Plan, type Row, renumbered, type Section, seatsIn } from './plan.ts';

/** Each change returns a new plan that shares its unchanged parts, or the same plan when nothing changed. */

export const addSection = (plan: Plan, section: Section): Plan => [...plan, section];

export const removeSection = (plan: Plan, at: number): Plan => plan.toSpliced(at, 1);

export const moveSection = (plan: Plan, from: number, to: number): Plan => moved(plan, from, to);

/** Rows keep those of their own tiers that the section still has. */
export const editSection = (plan: Plan, at: number, { label, tierIds }: Pick<Section, 'label' | 'tierIds'>): Plan =>
  withSection(plan, at, ({ rows }) => ({ label, tierIds, rows: rows.map((row) => withTiersOf(row, tierIds)) }));

export const addRows = (plan: Plan, section: number, rows: Row[]): Plan =>
  withSection(plan, section, (before) => ({ ...before, rows: [...before.rows, ...rows] }));

export const removeRow = (plan: Plan, section: number, at: number): Plan =>
  withSection(plan, section, (before) => ({ ...before, rows: before.rows.toSpliced(at, 1) }));

export const moveRow = (plan: Plan, section: number, from: number, to: number): Plan =>
  withSection(plan, section, (before) => ({ ...before, rows: moved(before.rows, from, to) }));

/** Seats are added and removed at the right end. */
export const editRow = (
  plan: Plan,
  section: number,
  at: number,
  { label, seats, tierIds }: { label: string; seats: number; tierIds: string[] | null },
): Plan => withRow(plan, section, at, (row) => ({ label, tierIds, places: resized(row, seats) }));

/** A place becomes an aisle, or the seat that it was. The last seat of a row stays. */
export const toggleAisle = (plan: Plan, section: number, row: number, at: number): Plan =>
  withRow(plan, section, row, (before) => {
    const place = before.places[at];
    if (!place || (place.seat !== null && seatsIn(before) === 1)) return before;
    const isPlain = isSequential(before.places.map((each) => ({ ...each, seat: numberOf(each) })));
    const aisle = isPlain || place.seat === null ? AISLE : { ...AISLE, was: place.seat };
    const seat = { seat: place.was ?? freeNumber(before.places, at), blocked: false };
    const places = before.places.with(at, place.seat === null ? seat : aisle);
    return { ...before, places: isPlain ? renumbered(places) : places };
  });

export const toggleBlocked = (plan: Plan, section: number, row: number, at: number): Plan =>
  withRow(plan, section, row, (before) => {
    const place = before.places[at];
    if (!place || place.seat === null) return before;
    return { ...before, places: before.places.with(at, { ...place, blocked: !place.blocked }) };
  });

/** Gives the row this tier alone. Other rows keep their tiers, even when the tier is new to the section. */
export const paintRow = (plan: Plan, section: number, at: number, tierId: string): Plan =>
  withSection(plan, section, (before) => {
    const known = before.tierIds.includes(tierId);
    const rows = before.rows.map((row, index) => {
      if (index === at) return { ...row, tierIds: [tierId] };
      return known || row.tierIds ? row : { ...row, tierIds: before.tierIds };
    });
    return { ...before, tierIds: known ? before.tierIds : [...before.tierIds, tierId], rows };
  });

function withSection(plan: Plan, at: number, change: (section: Section) => Section): Plan {
  const before = plan[at];
  return before ? replaceEqualDeep(plan, plan.with(at, change(before))) : plan;
}

const withRow = (plan: Plan, section: number, at: number, change: (row: Row) => Row): Plan =>
  withSection(plan, section, (before) => {
    const row = before.rows[at];
    return row ? { ...before, rows: before.rows.with(at, change(row)) } : before;
  });

function moved<Item>(list: Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (item === undefined || to === from || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

function withTiersOf(row: Row, tierIds: string[]): Row {
  if (!row.tierIds) return row;
  const left = row.tierIds.filter((id) => tierIds.includes(id));
  return { ...row, tierIds: left.length > 0 ? left : null };
}

function resized(row: Row, seats: number): Place[] {
  const places = [...row.places];
  let count = seatsIn(row);
  while (count > seats) if (places.pop()?.seat != null) count--;
  // An aisle at the end of a row separates nothing.
  if (places.length < row.places.length) while (places.at(-1)?.seat === null) places.pop();
  for (; count < seats; count++) places.push({ seat: freeNumber(places, places.length), blocked: false });
  return places;
}

/** The number that a place has, or had before it became an aisle. */
const numberOf = ({ seat, was }: Place) => seat ?? was ?? null;

/** One more than the seat to the left. If that is taken, one more than the highest number. */
function freeNumber(places: Place[], at: number): number {
  const left = places.slice(0, at).findLast(({ seat }) => seat !== null)?.seat ?? 0;
  const numbers = places.map((place) => numberOf(place) ?? 0);
  return numbers.includes(left + 1) ? numbers.reduce((most, number) => Math.max(most, number), 0) + 1 : left + 1;
}
