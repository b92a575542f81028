import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import type { Caller } from '../http/api-key-auth.ts';
import type { Uuid } from '../uuid.ts';

interface NewApiKey {
  organizationId: Uuid;
  id: Uuid;
  name: string;
  hash: Buffer;
  lastFour: string;
  now: Date;
}

export async function insertApiKey(db: Queryable, { organizationId, id, name, hash, lastFour, now }: NewApiKey) {
  await db.query(sql`
    insert into api_keys (organization_id, id, name, key_hash, last_four, created_at)
    values (${organizationId}, ${id}, ${name}, ${hash}, ${lastFour}, ${now})`);
}

/** The one look-up that starts without an organization: the hash finds it. A revoked key is no key. */
export async function findCaller(db: Queryable, keyHash: Buffer): Promise<Caller | undefined> {
  const [row] = await db.query<{ organization_id: Uuid; id: Uuid; time_zone: string }>(sql`
    select k.organization_id, k.id, o.time_zone
      from api_keys k join organizations o on o.organization_id = k.organization_id
     where k.key_hash = ${keyHash} and k.revoked_at is null`);
  return row && { organizationId: row.organization_id, apiKeyId: row.id, timeZone: row.time_zone };
}
