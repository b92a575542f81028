import { listLastChanges } from '../audit-log/queries.ts';
import { actorNames } from '../door-links/actor-names.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

export const CHECKED_IN_BY_KINDS = ['user', 'key', 'door_link'] as const;

/** The person, API key or door link that checked in a ticket, by its current name. */
export interface CheckedInBy {
  kind: (typeof CHECKED_IN_BY_KINDS)[number];
  name: string;
}

/** Finds the author of each ticket's last check-in, by ticket id. Missing: it no longer exists. */
export async function findCheckedInBy(
  db: Queryable,
  organizationId: Uuid,
  ticketIds: Uuid[],
): Promise<Map<string, CheckedInBy>> {
  if (ticketIds.length === 0) return new Map();
  const changes = await listLastChanges(db, organizationId, 'ticket.checked_in', ticketIds);
  const authorOf = await checkedInBy(db, organizationId, changes);
  return new Map(
    changes.flatMap((change) => {
      const author = authorOf(change);
      return author ? [[change.subjectId, author]] : [];
    }),
  );
}

/** @returns a function that names each of these authors of a check-in; null: it no longer exists */
export async function checkedInBy(db: Queryable, organizationId: Uuid, authors: Parameters<typeof actorNames>[2]) {
  const nameOf = await actorNames(db, organizationId, authors);
  return (author: (typeof authors)[number]): CheckedInBy | null => {
    const kind = CHECKED_IN_BY_KINDS.find((each) => each === author.actorKind);
    const name = nameOf(author);
    return kind && name ? { kind, name } : null;
  };
}
