import type { Database } from '../platform/database/database.ts';
import { earlyAt, isOpen, isStepDue, type Line, type Room, sizeOfStep } from './line.ts';
import { countFreeAndRunning, findLine, lockLine, saveStep } from './queries.ts';

/**
 * Begins the turns that are due and returns the line of an open room. Every request for the line moves it, at most once
 * a second over all instances: the row is locked, and what the lock finds is decided again. The event is not locked, so
 * selling waits for nothing; places that are sold meanwhile are missing from the next step.
 */
export async function moveLine(db: Database, room: Room, now: Date): Promise<Line | undefined> {
  const line = await findLine(db, room);
  if (!line || !isOpen(room, now) || !isStepDue(line, now)) return line;
  return db.transaction(async (tx) => {
    const locked = await lockLine(tx, room);
    if (!locked || !isStepDue(locked, now)) return locked;
    const { joined, admitted } = locked;
    const early = earlyAt(room, locked);
    const size = sizeOfStep(locked, await countFreeAndRunning(tx, room, now));
    await saveStep(tx, room, { admitted, early, opensAt: room.opensAt, size, now });
    return { joined, early, openingAt: room.opensAt, admitted: admitted + size, lookedAt: now };
  });
}
