import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

interface EventOfSlug {
  organizationId: Uuid;
  eventId: Uuid;
}

/** Waits for a concurrent claim of the same slug. @returns whether no event of the organization has or had it */
export async function claimSlug(tx: Tx, { organizationId, eventId }: EventOfSlug, slug: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into event_slugs (organization_id, slug, event_id) values (${organizationId}, ${slug}, ${eventId})
    on conflict (organization_id, slug) do nothing returning 1`);
  return rows.length > 0;
}

export async function findEventIdBySlug(db: Queryable, organizationId: Uuid, slug: string): Promise<Uuid | undefined> {
  const [row] = await db.query<{ eventId: Uuid }>(sql`
    select event_id from event_slugs where organization_id = ${organizationId} and slug = ${slug}`);
  return row?.eventId;
}

export async function countSlugs(tx: Tx, { organizationId, eventId }: EventOfSlug): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) as count from event_slugs where organization_id = ${organizationId} and event_id = ${eventId}`);
  return row?.count ?? 0;
}
