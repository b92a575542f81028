import type { Model } from '../../api/models.ts';

/** The server's limit for a whole plan. One row may have all of them. */
export const MAX_SEATS = 100_000;

/** A seat or an aisle. A row lists its places from left to right. */
export interface Place {
  /** The seat number; null for an aisle. */
  seat: number | null;
  /** Not for sale. */
  blocked: boolean;
  /** The number of the seat that became this aisle, in a row that is not renumbered. */
  was?: number;
}

export interface Row {
  label: string;
  places: Place[];
  /** null: those of the section. */
  tierIds: string[] | null;
}

export interface Section {
  label: string;
  tierIds: string[];
  /** Best first. */
  rows: Row[];
}

export type Plan = Section[];

export const SELECTION_MODES = ['best_available', 'choose', 'both'] as const satisfies Model<'SelectionMode'>[];

/** A plan as it is read and saved, with who chooses the seats. */
export interface Hall {
  mode: Model<'SelectionMode'>;
  plan: Plan;
}

export const AISLE: Place = { seat: null, blocked: false };

/** Seats 1 to `count`, side by side. */
export const placesOf = (count: number): Place[] =>
  Array.from({ length: count }, (_, index) => ({ seat: index + 1, blocked: false }));

export const seatsIn = ({ places }: Row): number => places.filter(({ seat }) => seat !== null).length;

export const seatsOf = ({ rows }: Section): number => rows.reduce((sum, row) => sum + seatsIn(row), 0);

/** Whether seats are numbered 1, 2, 3 from the left. Such a row is renumbered when its aisles change. */
export function isSequential(places: Place[]): boolean {
  let next = 1;
  return places.every(({ seat }) => seat === null || seat === next++);
}

/** @returns the places numbered 1, 2, 3 from the left */
export function renumbered(places: Place[]): Place[] {
  let next = 1;
  return places.map((place) => (place.seat === null ? place : { ...place, seat: next++ }));
}

const DIGITS = /^(.*?)(\d+)$/;
const LETTERS = /^(.*?)([A-Z]+)$/;

/** A, B … Z, AA; 9, 10; 09, 10; Row 9, Row 10. */
export function labelAfter(label: string): string {
  const [, start = '', digits] = DIGITS.exec(label) ?? [];
  if (digits) return start + String(Number(digits) + 1).padStart(digits.length, '0');
  const [, before = '', letters] = LETTERS.exec(label) ?? [];
  return letters ? before + lettersAfter(letters) : `${label} 2`;
}

function lettersAfter(letters: string): string {
  const stem = letters.replace(/Z+$/, '');
  const last = stem.charCodeAt(stem.length - 1);
  const raised = stem === '' ? 'A' : stem.slice(0, -1) + String.fromCharCode(last + 1);
  return raised + 'A'.repeat(letters.length - stem.length);
}

/** Rows with the same number of seats, labelled one after the other. */
export function generateRows(first: string, count: number, seats: number): Row[] {
  const rows: Row[] = [];
  for (let label = first; rows.length < count; label = labelAfter(label))
    rows.push({ label, places: placesOf(seats), tierIds: null });
  return rows;
}
