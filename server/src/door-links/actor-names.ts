import { listUserNames } from '../accounts/queries.ts';
import { listKeyNames } from '../api-keys/queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { listDoorLinkNames } from './queries.ts';

/** The author of a change as it is stored. */
interface StoredActor {
  actorKind: string;
  actorId: Uuid | null;
}

/**
 * Reads the names that these users, API keys and door links have now. @returns null for an actor without a name, or who
 * is gone
 */
export async function actorNames(db: Queryable, organizationId: Uuid, actors: StoredActor[]) {
  const idsOf = (kind: string) => [
    ...new Set(actors.flatMap(({ actorKind, actorId }) => (actorKind === kind ? (actorId ?? []) : []))),
  ];
  const names = await Promise.all([
    listKeyNames(db, organizationId, idsOf('key')),
    listUserNames(db, idsOf('user')),
    listDoorLinkNames(db, organizationId, idsOf('door_link')),
  ]);
  const byId = new Map(names.flatMap((each) => [...each]));
  return ({ actorId }: StoredActor): string | null => (actorId && byId.get(actorId)) || null;
}
