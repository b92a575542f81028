import { listUserNames } from '../accounts/queries.ts';
import { listKeyNames } from '../api-keys/queries.ts';
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
  const idsOf = (kind: CheckedInBy['kind']) =>
    changes.flatMap((change) => (change.actorKind === kind ? (change.actorId ?? []) : []));
  const keys = await listKeyNames(db, organizationId, idsOf('key'));
  const users = await listUserNames(db, idsOf('user'));
  return new Map(
    changes.flatMap(({ subjectId, actorKind: kind, actorId }) => {
      const name = actorId && (kind === 'key' ? keys : users).get(actorId);
      return name && (kind === 'key' || kind === 'user') ? [[subjectId, { kind, name }]] : [];
    }),
  );
}
