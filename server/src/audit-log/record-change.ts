import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { type Change, difference, type Fields } from './change.ts';
import { insertChanges } from './queries.ts';

/**
 * Records a change in the transaction that makes it, so that both are committed or neither is. Entries outlive the data
 * they describe, so they must not contain secrets or buyers' names.
 */
export function recordChange(
  tx: Tx,
  { organizationId, now, ...change }: Change & { organizationId: Uuid; now: Date },
): void {
  recordChanges(tx, organizationId, [change], now);
}

/** Records the fields that differ after an update, and nothing if none do. */
export function recordDifference(
  tx: Tx,
  { before, after, ...change }: Change & { organizationId: Uuid; now: Date; before: Fields; after: Fields },
): void {
  const changed = difference(before, after);
  if (changed) recordChange(tx, { ...change, ...changed });
}

/** Records all changes in one statement. */
export function recordChanges(tx: Tx, organizationId: Uuid, changes: Change[], now: Date): void {
  if (changes.length === 0) return;
  insertChanges(
    tx,
    organizationId,
    changes.map((change) => ({ ...change, id: newId(now) })),
    now,
  );
}
