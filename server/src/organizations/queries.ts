import sql, { empty } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { columnsExcept, insertInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Organization } from './organization.ts';
import { organizationRefusals } from './refusals.ts';
import { organizationsTable } from './tables.ts';

const organizationColumns = columnsExcept(organizationsTable, ['organizationId']);

export async function insertOrganization(
  db: Queryable,
  { id, name, timeZone, now }: { id: Uuid; name: string; timeZone: string; now: Date },
) {
  await db.query(insertInto(organizationsTable, { organizationId: id, name, timeZone, createdAt: now }));
}

export async function organizationExists(db: Queryable, id: Uuid): Promise<boolean> {
  const rows = await db.query(sql`select 1 from organizations where organization_id = ${id}`);
  return rows.length > 0;
}

export const getOrganization = (db: Queryable, id: Uuid): Promise<Organization> => readOrganization(db, id);

/** Reads the organization and locks it against changes until the transaction ends. */
export const lockOrganization = (tx: Tx, id: Uuid): Promise<Organization> =>
  readOrganization(tx, id, sql`for no key update`);

async function readOrganization(db: Queryable, id: Uuid, lock = empty): Promise<Organization> {
  const [row] = await db.query<Omit<Organization, 'id'>>(sql`
    select ${organizationColumns} from organizations where organization_id = ${id} ${lock}`);
  if (!row) throw organizationRefusals.organization_not_found();
  return { id, ...row };
}

export async function saveOrganization(tx: Tx, { id, name, timeZone, color, logoUrl }: Organization) {
  await tx.query(sql`
    update organizations set name = ${name}, time_zone = ${timeZone}, color = ${color}, logo_url = ${logoUrl}
     where organization_id = ${id}`);
}

export async function saveTwoFactorRequired(tx: Tx, id: Uuid, required: boolean) {
  await tx.query(sql`update organizations set two_factor_required = ${required} where organization_id = ${id}`);
}

/**
 * Whether there is no organization yet. The lock blocks other inserts and other callers until the transaction ends: if
 * several instances start on an empty database at once, only one gets true.
 */
export async function claimEmptyInstallation(tx: Tx): Promise<boolean> {
  await tx.query(sql`lock table organizations in share row exclusive mode`);
  const rows = await tx.query(sql`select 1 from organizations limit 1`);
  return rows.length === 0;
}

/** Oldest first. */
export async function listOrganizations(db: Queryable) {
  const rows = await db.query<{ organizationId: Uuid; name: string; timeZone: string }>(sql`
    select organization_id, name, time_zone from organizations order by organization_id`);
  return rows.map((row) => ({ id: row.organizationId, name: row.name, timeZone: row.timeZone }));
}
