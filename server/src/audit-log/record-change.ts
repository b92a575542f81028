import type { Tx } from '../database/database.ts';
import { newId, type Uuid } from '../uuid.ts';
import { type Change, difference, type Fields } from './change.ts';
import { insertChanges } from './queries.ts';

/**
 * Records who changed what, in the transaction that changes it: all of it stands, or nothing. Never a secret and never a
 * buyer's name: the rows stay for good.
 */
export async function recordChange(
  tx: Tx,
  { organizationId, now, ...change }: Change & { organizationId: Uuid; now: Date },
): Promise<void> {
  await recordChanges(tx, organizationId, [change], now);
}

/** The same of one thing that was there before and still is: only what differs, and nothing when nothing does. */
export async function recordDifference(
  tx: Tx,
  { before, after, ...change }: Change & { organizationId: Uuid; now: Date; before: Fields; after: Fields },
): Promise<void> {
  const changed = difference(before, after);
  if (changed) await recordChange(tx, { ...change, ...changed });
}

/** One statement, however many. */
export async function recordChanges(tx: Tx, organizationId: Uuid, changes: Change[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  await insertChanges(
    tx,
    organizationId,
    changes.map((change) => ({ ...change, id: newId(now) })),
    now,
  );
}
