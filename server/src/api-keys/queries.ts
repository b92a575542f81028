import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { columnsExcept, insertInto } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import { apiKeyRefusals } from './refusals.ts';
import type { Scope } from './scopes.ts';
import { type ApiKeyRow, apiKeysTable, type NewApiKeyRow } from './tables.ts';

export type NewApiKey = Omit<NewApiKeyRow, 'scopes'> & { scopes: Scope[] };

/** Keys that are neither revoked nor expired. */
export async function countLiveKeys(db: Queryable, organizationId: Uuid, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from api_keys
     where organization_id = ${organizationId} and revoked_at is null and (expires_at is null or expires_at > ${now})`);
  return row?.count ?? 0;
}

export async function insertApiKey(db: Queryable, key: NewApiKey) {
  await db.query(insertInto(apiKeysTable, key));
}

/** Finds a key by hash, before the organization is known. Revoked and expired keys are not found. */
export async function findGoodKey(db: Queryable, keyHash: Buffer, now: Date) {
  const [row] = await db.query<GoodKey>(sql`
    select k.organization_id, k.id, o.time_zone, o.slug as organization_slug, k.scopes, k.expires_at, k.last_used_at
      from api_keys k join organizations o on o.organization_id = k.organization_id
     where k.key_hash = ${keyHash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`);
  return row;
}

interface GoodKey extends Pick<ApiKeyRow, 'organizationId' | 'id' | 'expiresAt' | 'lastUsedAt'> {
  timeZone: string;
  organizationSlug: string;
  scopes: Scope[];
}

export async function markUsed(
  db: Queryable,
  { organizationId, id, now }: { organizationId: Uuid; id: Uuid; now: Date },
) {
  await db.query(sql`
    update api_keys set last_used_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and (last_used_at is null or last_used_at < ${now})`);
}

export interface ApiKey extends Omit<ApiKeyRow, 'organizationId' | 'keyHash'> {
  scopes: Scope[];
}

const apiKeyColumns = columnsExcept(apiKeysTable, ['organizationId', 'keyHash']);

/** Newest first, including revoked keys. */
export async function listApiKeys(db: Queryable, organizationId: Uuid, page: Page) {
  const { rows: keys, total } = await readPage<ApiKey>(db, {
    rows: sql`
      select ${apiKeyColumns} from api_keys where organization_id = ${organizationId}
       order by id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from api_keys where organization_id = ${organizationId}`,
  });
  return { keys, total };
}

/** @throws Refusal 404 */
export async function getApiKey(db: Queryable, organizationId: Uuid, id: Uuid): Promise<ApiKey> {
  const [row] = await db.query<ApiKey>(sql`
    select ${apiKeyColumns} from api_keys where organization_id = ${organizationId} and id = ${id}`);
  if (!row) throw apiKeyRefusals.api_key_not_found();
  return row;
}

/** @returns whether this call revoked the key; false if it does not exist or was revoked before, at its first time */
export async function markRevoked(
  db: Queryable,
  { organizationId, id, now }: { organizationId: Uuid; id: Uuid; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update api_keys set revoked_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and revoked_at is null returning 1`);
  return rows.length > 0;
}

/** Names of these keys, including revoked ones, by id. */
export async function listKeyNames(db: Queryable, organizationId: Uuid, ids: Uuid[]): Promise<Map<Uuid, string>> {
  const rows = await db.query<{ id: Uuid; name: string }>(sql`
    select id, name from api_keys where organization_id = ${organizationId} and id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
