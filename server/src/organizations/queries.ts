import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
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

export async function anyOrganizationExists(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select 1 from organizations limit 1`);
  return rows.length > 0;
}
