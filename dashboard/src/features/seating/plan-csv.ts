import { readCsv, writeCsv } from './csv.ts';
import { AISLE, isSequential, MAX_SEATS, type Place, type Plan, placesOf, type Row, type Section } from './plan.ts';

/** The highest seat number that the server accepts. */
const MAX_SEAT_NUMBER = 1_000_000;

const COLUMNS = ['section', 'row', 'seats', 'aisles', 'tier'] as const;
const REQUIRED = COLUMNS.slice(0, 3);

export interface CsvProblem {
  line: number;
  what: 'quote' | 'columns' | 'nothing' | 'empty' | 'seats' | 'many' | 'aisles' | 'repeated' | 'tier' | 'noTier';
  /** The text at fault. */
  value: string;
}

interface Tier {
  id: string;
  name: string;
}

/** A line per row: `section,row,seats,aisles,tier`. See docs/dashboard.md. */
export function csvOf(plan: Plan, tiers: Tier[]): string {
  const nameOf = (id: string) => {
    const { name = id } = tiers.find((tier) => tier.id === id) ?? {};
    const isUnique = tiers.filter((tier) => tier.name.trim() === name).length === 1 && !name.includes('|');
    return isUnique ? name : id;
  };
  const lines = plan.flatMap((section) =>
    section.rows.map((row) => [
      section.label,
      row.label,
      seatsText(row),
      aislesOf(row).join(' '),
      (row.tierIds ?? section.tierIds).map(nameOf).join('|'),
    ]),
  );
  return writeCsv([[...COLUMNS], ...lines]);
}

/** @returns the whole plan, or all problems with their lines */
export function planFromCsv(text: string, tiers: Tier[]): { plan: Plan } | { problems: CsvProblem[] } {
  const { records, broken } = readCsv(text);
  if (broken !== null) return { problems: [{ line: broken, what: 'quote', value: '' }] };
  const [head, ...lines] = records;
  const names = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) return { problems: [{ line: 1, what: 'columns', value: missing.join(', ') }] };
  if (lines.length === 0) return { problems: [{ line: 1, what: 'nothing', value: '' }] };
  const problems: CsvProblem[] = [];
  const sections = new Map<string, { label: string; rows: (Row & { tierIds: string[] })[] }>();
  let seats = 0;
  for (const { line, cells } of lines) {
    const cell = (name: (typeof COLUMNS)[number]) => (cells[names.indexOf(name)] ?? '').trim();
    const refuse = (what: CsvProblem['what'], value: string) => problems.push({ line, what, value });
    const [label, rowLabel] = [cell('section'), cell('row')];
    if (!label || !rowLabel) refuse('empty', label ? 'row' : 'section');
    const row = seatsFrom(cell('seats'));
    if (!row) {
      refuse('seats', cell('seats'));
      continue;
    }
    seats += row.length;
    if (seats > MAX_SEATS) return { problems: [...problems, { line, what: 'many', value: String(MAX_SEATS) }] };
    const places = withAisles(row, cell('aisles'));
    if (!places) refuse('aisles', cell('aisles'));
    const tierIds = tierIdsFrom(cell('tier'), tiers);
    if (typeof tierIds === 'string') refuse(tierIds === '' ? 'noTier' : 'tier', tierIds);
    const section = sections.get(label) ?? { label, rows: [] };
    if (section.rows.some((other) => other.label === rowLabel)) refuse('repeated', rowLabel);
    if (places && typeof tierIds !== 'string') section.rows.push({ label: rowLabel, places, tierIds });
    sections.set(label, section);
  }
  return problems.length > 0 ? { problems } : { plan: [...sections.values()].map(sectionFrom) };
}

/** A section has the tiers of all its rows. A row that has all of them needs none of its own. */
function sectionFrom({ label, rows }: { label: string; rows: (Row & { tierIds: string[] })[] }): Section {
  const tierIds = [...new Set(rows.flatMap((row) => row.tierIds))];
  return {
    label,
    tierIds,
    rows: rows.map((row) => ({ ...row, tierIds: row.tierIds.length === tierIds.length ? null : row.tierIds })),
  };
}

/** `20` for seats 1 to 20, otherwise their numbers from the left: `1-8 12 11`. */
function seatsText(row: Row): string {
  const numbers = row.places.flatMap(({ seat }) => seat ?? []);
  if (isSequential(row.places)) return String(numbers.length);
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  // A single number would be read as a count.
  const alone = runs.length === 1;
  return runs.map(([first, last]) => (first === last && !alone ? `${first}` : `${first}-${last}`)).join(' ');
}

function seatsFrom(text: string): Place[] | null {
  if (/^\d{1,6}$/.test(text)) {
    const count = Number(text);
    return count > 0 && count <= MAX_SEATS ? placesOf(count) : null;
  }
  const numbers: number[] = [];
  for (const part of text.split(/\s+/)) {
    const [, from = '', to = from] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (first < 1 || last < 1 || Math.max(first, last) > MAX_SEAT_NUMBER) return null;
    if (numbers.length + Math.abs(last - first) >= MAX_SEATS) return null;
    const step = first <= last ? 1 : -1;
    for (let number = first; number !== last + step; number += step) numbers.push(number);
  }
  if (new Set(numbers).size < numbers.length) return null;
  return numbers.map((seat) => ({ seat, blocked: false }));
}

/** How many seats are to the left of each aisle. */
function aislesOf(row: Row): number[] {
  const aisles: number[] = [];
  let before = 0;
  for (const { seat } of row.places)
    if (seat === null) aisles.push(before);
    else before++;
  return aisles;
}

function withAisles(seats: Place[], text: string): Place[] | null {
  const after = text === '' ? [] : text.split(/\s+/).map(Number);
  if (after.some((count) => !(Number.isInteger(count) && count >= 0 && count <= seats.length))) return null;
  return Array.from({ length: seats.length + 1 }, (_, before) => before).flatMap((before) => [
    ...after.filter((count) => count === before).map(() => AISLE),
    ...(seats[before] ? [seats[before]] : []),
  ]);
}

/** Reads names or ids, separated by |. @returns as text the one that is unknown or ambiguous */
function tierIdsFrom(text: string, tiers: Tier[]): string[] | string {
  const [only, ...others] = tiers;
  if (text === '') return only && others.length === 0 ? [only.id] : '';
  const ids = new Set<string>();
  for (const name of text.split('|').map((part) => part.trim())) {
    const found = tiers.filter((tier) => tier.id === name || tier.name.trim() === name);
    const [tier] = found;
    if (!tier || found.length > 1) return name === '' ? '|' : name;
    ids.add(tier.id);
  }
  return [...ids];
}
