import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { assignments, columnsExcept, insertAllInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Organization } from './organization.ts';
import { organizationRefusals } from './refusals.ts';
import { type NewOrganizationRow, organizationsTable } from './tables.ts';

const organizationColumns = columnsExcept(organizationsTable, ['organizationId']);

/** @returns false, and inserts nothing, when another organization has or had this slug */
export async function insertOrganization(
  db: Queryable,
  { id, now, slug, ...fields }: Omit<NewOrganizationRow, 'organizationId' | 'createdAt'> & { id: Uuid; now: Date },
): Promise<boolean> {
  const row = { organizationId: id, slug, ...fields };
  const rows = await db.query(sql`
    with claimed as (
      insert into organization_slugs (organization_id, slug) values (${id}, ${slug})
      on conflict (slug) do nothing returning slug)
    ${insertAllInto(organizationsTable, row, [{ createdAt: now }])} from claimed returning 1`);
  return rows.length > 0;
}

/**
 * Takes a slug, which may be an earlier one of the same organization. @returns how many slugs the organization then has
 * or had; undefined if another one has or had it
 */
export async function takeOrganizationSlug(tx: Tx, id: Uuid, slug: string): Promise<number | undefined> {
  await tx.query(sql`
    insert into organization_slugs (organization_id, slug) values (${id}, ${slug}) on conflict (slug) do nothing`);
  const [row] = await tx.query<{ isTaken: boolean; count: number }>(sql`
    select bool_or(slug = ${slug}) as is_taken, count(*) as count from organization_slugs where organization_id = ${id}`);
  return row?.isTaken ? row.count : undefined;
}

export async function organizationExists(db: Queryable, id: Uuid): Promise<boolean> {
  const rows = await db.query(sql`select 1 from organizations where organization_id = ${id}`);
  return rows.length > 0;
}

export const getOrganization = (db: Queryable, id: Uuid): Promise<Organization> => readOrganization(db, id);

/** Reads the organization and locks it against changes until the transaction ends. */
export const lockOrganization = (tx: Tx, id: Uuid): Promise<Organization> =>
  readOrganization(tx, id, sql`for no key update`);

export async function findTestOrganization(db: Queryable, testOf: Uuid): Promise<Organization | undefined> {
  const [row] = await db.query<{ organizationId: Uuid }>(sql`
    select organization_id from organizations where test_of = ${testOf}`);
  return row && readOrganization(db, row.organizationId);
}

async function readOrganization(db: Queryable, id: Uuid, lock = empty): Promise<Organization> {
  const [row] = await db.query<Omit<Organization, 'id'>>(sql`
    select ${organizationColumns} from organizations where organization_id = ${id} ${lock}`);
  if (!row) throw organizationRefusals.organization_not_found();
  return { id, ...row };
}

/** Writes everything that `OrganizationFields` can change. */
export async function saveOrganization(tx: Tx, { id, ...organization }: Organization) {
  const { twoFactorRequired: _required, testOf: _testOf, createdAt: _createdAt, ...changes } = organization;
  await tx.query(sql`
    update organizations set ${assignments(organizationsTable, changes)} where organization_id = ${id}`);
}

/** The members of the test organization are the same, so the rule is, too. */
export async function saveTwoFactorRequired(tx: Tx, id: Uuid, required: boolean) {
  await tx.query(sql`
    update organizations set two_factor_required = ${required} where organization_id = ${id} or test_of = ${id}`);
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
  const rows = await db.query<{ organizationId: Uuid; name: string; timeZone: string; testOf: Uuid | null }>(sql`
    select organization_id, name, time_zone, test_of from organizations order by organization_id`);
  return rows.map(({ organizationId: id, ...row }) => ({ id, ...row }));
}

/**
 * Condition: the picture `p` is the logo of its organization, or of the test organization, which began with the same.
 */
export const isLogo = (organizationId: Uuid): Sql => sql`exists (
  select 1 from organizations o
   where o.logo_url = p.address and (o.organization_id = ${organizationId} or o.test_of = ${organizationId}))`;
