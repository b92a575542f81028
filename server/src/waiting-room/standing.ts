import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/database/database.ts';
import { perStore } from '../platform/database/per-database.ts';
import { drawPositions } from './draw.ts';
import { isOpen, type Line, type Room, TURN_SECONDS } from './line.ts';
import { findTurnStart } from './queries.ts';

/** How a visitor with a number stands. */
export type Standing =
  | { state: 'early'; waiting: number }
  | { state: 'waiting'; ahead: number }
  | { state: 'turn'; position: number; until: Date }
  | { state: 'over' };

/** Eight draws of the largest size. */
const DRAWS_BYTES = 32 * 2 ** 20;
const drawsOf = perStore(
  () => new LRUCache<string, Uint32Array>({ maxSize: DRAWS_BYTES, sizeCalculation: ({ byteLength }) => byteLength }),
);

/** The position of a number: drawn for those from before the opening, as they came for all others. */
function positionOf(db: Database, { eventId }: Room, early: number, number: number, key: Uint8Array): number {
  if (number > early) return number;
  const name = `draw ${eventId} ${early}`;
  const draws = drawsOf(db);
  let positions = draws.get(name);
  if (!positions) {
    positions = drawPositions(createHmac('sha256', key).update(name).digest(), early);
    draws.set(name, positions);
  }
  return positions[number] ?? number;
}

/** How the visitor with this number stands. A turn begins once, and its time is the same on every instance. */
export async function standingOf(
  db: Database,
  room: Room,
  { line, number, key, now }: { line: Line; number: number; key: Uint8Array; now: Date },
): Promise<Standing> {
  const { joined, early, admitted } = line;
  if (early === null || (admitted === 0 && !isOpen(room, now))) return { state: 'early', waiting: joined };
  const position = positionOf(db, room, early, number, key);
  if (position > admitted) return { state: 'waiting', ahead: position - admitted - 1 };
  const began = await findTurnStart(db, room, position);
  const until = began && new Date(began.getTime() + TURN_SECONDS * 1_000);
  return until && until > now ? { state: 'turn', position, until } : { state: 'over' };
}
