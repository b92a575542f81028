import type { Actor } from '../audit-log/actor.ts';
import { recordChanges } from '../audit-log/record-change.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** Records as what the person was replaced in each of these. */
export function recordErasures(
  tx: Tx,
  organizationId: Uuid,
  { subjectIds, erased, actor, now }: { subjectIds: Uuid[]; erased: string; actor: Actor; now: Date },
) {
  const change = { actor, action: 'buyer.erased', before: {}, after: { erased } } as const;
  const changes = subjectIds.map((subjectId) => ({ ...change, subjectId }));
  recordChanges(tx, organizationId, changes, now);
}
