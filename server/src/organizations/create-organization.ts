import type { Queryable } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertOrganization } from './queries.ts';

const DEFAULT_TIME_ZONE = 'Asia/Manila';

/** @returns the new organization's id */
export async function createOrganization(
  db: Queryable,
  { name, timeZone = DEFAULT_TIME_ZONE, now }: { name: string; timeZone?: string; now: Date },
): Promise<Uuid> {
  const id = newId(now);
  await insertOrganization(db, { id, name, timeZone, now });
  return id;
}
