import { listUserNames } from '../accounts/queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { listKeyNames } from './queries.ts';

/** The author of a change as it is stored. */
interface StoredActor {
  actorKind: string;
  actorId: Uuid | null;
}

/** Reads the names that these users and API keys have now. @returns null for an actor without a name, or who is gone */
export async function actorNames(db: Queryable, organizationId: Uuid, actors: StoredActor[]) {
  const idsOf = (kind: string) => [
    ...new Set(actors.flatMap(({ actorKind, actorId }) => (actorKind === kind ? (actorId ?? []) : []))),
  ];
  const [keys, users] = await Promise.all([
    listKeyNames(db, organizationId, idsOf('key')),
    listUserNames(db, idsOf('user')),
  ]);
  return ({ actorKind, actorId }: StoredActor): string | null =>
    (actorId && (actorKind === 'key' ? keys : users).get(actorId)) || null;
}
