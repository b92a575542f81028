import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../database/database.ts';
import type { Uuid } from '../uuid.ts';

export async function insertOrganization(
  db: Queryable,
  { id, name, timeZone, now }: { id: Uuid; name: string; timeZone: string; now: Date },
) {
  await db.query(sql`
    insert into organizations (organization_id, name, time_zone, created_at)
    values (${id}, ${name}, ${timeZone}, ${now})`);
}

export async function organizationExists(db: Queryable, id: Uuid): Promise<boolean> {
  const rows = await db.query(sql`select 1 from organizations where organization_id = ${id}`);
  return rows.length > 0;
}

/**
 * Whether there is no organization yet. Until the transaction ends nobody else creates one or gets an answer here, so of
 * several instances that start at once on an empty database only one is told true.
 */
export async function claimEmptyInstallation(tx: Tx): Promise<boolean> {
  await tx.query(sql`lock table organizations in share row exclusive mode`);
  const rows = await tx.query(sql`select 1 from organizations limit 1`);
  return rows.length === 0;
}

/** Oldest first. */
export async function listOrganizations(db: Queryable) {
  const rows = await db.query<{ organization_id: Uuid; name: string; time_zone: string }>(sql`
    select organization_id, name, time_zone from organizations order by organization_id`);
  return rows.map((row) => ({ id: row.organization_id, name: row.name, timeZone: row.time_zone }));
}
