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

export interface ApiKey {
  id: Uuid;
  name: string;
  lastFour: string;
  createdAt: Date;
  revokedAt: Date | null;
}

/** Oldest first, revoked ones too. */
export async function listApiKeys(db: Queryable, organizationId: Uuid): Promise<ApiKey[]> {
  const rows = await db.query<{ id: Uuid; name: string; last_four: string; created_at: Date; revoked_at: Date | null }>(
    sql`select id, name, last_four, created_at, revoked_at from api_keys
         where organization_id = ${organizationId} order by id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }));
}

/** @returns whether there is such a key. The first time it was revoked stays. */
export async function markRevoked(
  db: Queryable,
  { organizationId, id, now }: { organizationId: Uuid; id: Uuid; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update api_keys set revoked_at = coalesce(revoked_at, ${now}::timestamptz)
     where organization_id = ${organizationId} and id = ${id} returning id`);
  return rows.length > 0;
}
