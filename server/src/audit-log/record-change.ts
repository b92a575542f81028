import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { type Change, difference, type Fields } from './change.ts';
import { insertChanges } from './queries.ts';

/**
 * Records who changed what, in the transaction that changes it: all of it stands, or nothing. Never a secret and never a
 * buyer's name: the rows stay for good.
 */
export function recordChange(
  tx: Tx,
  { organizationId, now, ...change }: Change & { organizationId: Uuid; now: Date },
): void {
  recordChanges(tx, organizationId, [change], now);
}

/** The same of one thing that was there before and still is: only what differs, and nothing when nothing does. */
export function recordDifference(
  tx: Tx,
  { before, after, ...change }: Change & { organizationId: Uuid; now: Date; before: Fields; after: Fields },
): void {
  const changed = difference(before, after);
  if (changed) recordChange(tx, { ...change, ...changed });
}

/** One statement, however many. */
export function recordChanges(tx: Tx, organizationId: Uuid, changes: Change[], now: Date): void {
  if (changes.length === 0) return;
  insertChanges(
    tx,
    organizationId,
    changes.map((change) => ({ ...change, id: newId(now) })),
    now,
  );
}
