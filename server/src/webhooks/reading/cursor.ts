import type { Uuid } from '../../values/uuid.ts';
import { readingRefusals } from '../refusals.ts';

/**
 * How far a reader is. The id is that of the notification at this position, so that a cursor of a database that was
 * replaced by a backup is recognized; null when there is none, or it was deleted.
 */
export interface Cursor {
  position: number;
  id: Uuid | null;
}

/** The place after the last notification. */
export const LATEST = 'latest';

/** Positions have at most 15 digits, which are safe integers. */
const CURSOR = /^(0|[1-9]\d{0,14})(?:-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/;

export const cursorText = ({ position, id }: Cursor): string => (id === null ? `${position}` : `${position}-${id}`);

/** @throws Refusal 400 */
export function parseCursor(text: string): Cursor {
  const [, position, id = null] = CURSOR.exec(text) ?? [];
  if (position === undefined) throw readingRefusals.invalid_cursor();
  return { position: Number(position), id };
}
