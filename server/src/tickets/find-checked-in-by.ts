import { actorNames } from '../api-keys/actor-names.ts';
import { listLastChanges } from '../audit-log/queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** The person or API key that checked in a ticket, by its current name. */
export interface CheckedInBy {
  kind: 'user' | 'key';
  name: string;
}

/** Finds the person or API key that checked in each ticket, by ticket id. Missing: it no longer exists. */
export async function findCheckedInBy(
  db: Queryable,
  organizationId: Uuid,
  ticketIds: Uuid[],
): Promise<Map<string, CheckedInBy>> {
  if (ticketIds.length === 0) return new Map();
  const changes = await listLastChanges(db, organizationId, 'ticket.checked_in', ticketIds);
  const nameOf = await actorNames(db, organizationId, changes);
  return new Map(
    changes.flatMap((change) => {
      const [kind, name] = [change.actorKind, nameOf(change)];
      return name && (kind === 'key' || kind === 'user') ? [[change.subjectId, { kind, name }]] : [];
    }),
  );
}
