import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { columnsExcept, insertInto } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import { doorLinkRefusals } from './refusals.ts';
import { type DoorLinkRow, doorLinksTable, type NewDoorLinkRow } from './tables.ts';

export type DoorLink = Omit<DoorLinkRow, 'organizationId' | 'secretHash'>;

const ownColumns = columnsExcept(doorLinksTable, ['organizationId', 'secretHash', 'revokedAt'], 'l');
/** A link ends with its list. */
const revokedAt = (organizationId: Uuid) => sql`coalesce(l.revoked_at, (
  select c.deleted_at from check_in_lists c where c.organization_id = ${organizationId} and c.id = l.list_id))`;
const doorLinkColumns = (organizationId: Uuid) => sql`${ownColumns}, ${revokedAt(organizationId)} as revoked_at`;

export async function insertDoorLink(db: Queryable, link: NewDoorLinkRow) {
  await db.query(insertInto(doorLinksTable, link));
}

/** Links of the event that are neither revoked nor over. */
export async function countLiveDoorLinks(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  now: Date,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from door_links l
     where l.organization_id = ${organizationId} and l.event_id = ${eventId} and ${revokedAt(organizationId)} is null
       and l.ends_at > ${now}`);
  return row?.count ?? 0;
}

/** Newest first, including those that are revoked or over. */
export async function listDoorLinks(db: Queryable, organizationId: Uuid, eventId: Uuid, page: Page) {
  const { rows: links, total } = await readPage<DoorLink>(db, {
    rows: sql`
      select ${doorLinkColumns(organizationId)} from door_links l
       where l.organization_id = ${organizationId} and l.event_id = ${eventId}
       order by l.id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`
      select count(*) as total from door_links
       where organization_id = ${organizationId} and event_id = ${eventId}`,
  });
  return { links, total };
}

/** @throws Refusal 404 */
export async function getDoorLink(db: Queryable, organizationId: Uuid, id: Uuid): Promise<DoorLink> {
  const [row] = await db.query<DoorLink>(sql`
    select ${doorLinkColumns(organizationId)} from door_links l where l.organization_id = ${organizationId} and l.id = ${id}`);
  if (!row) throw doorLinkRefusals.door_link_not_found();
  return row;
}

/** Finds a link by its hash. One that is revoked or over is not found. */
export async function findGoodDoorLink(
  db: Queryable,
  { organizationId, secretHash, now }: { organizationId: Uuid; secretHash: Buffer; now: Date },
) {
  const [row] = await db.query<GoodDoorLink>(sql`
    select l.id, l.event_id, l.list_id, l.ends_at, l.last_used_at, o.time_zone, o.slug as organization_slug
      from door_links l join organizations o on o.organization_id = l.organization_id
     where l.organization_id = ${organizationId} and l.secret_hash = ${secretHash}
       and ${revokedAt(organizationId)} is null and l.ends_at > ${now}`);
  return row;
}

interface GoodDoorLink extends Pick<DoorLink, 'id' | 'eventId' | 'listId' | 'endsAt' | 'lastUsedAt'> {
  timeZone: string;
  organizationSlug: string;
}

export async function markDoorLinkUsed(
  db: Queryable,
  { organizationId, id, now }: { organizationId: Uuid; id: Uuid; now: Date },
) {
  await db.query(sql`
    update door_links set last_used_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and (last_used_at is null or last_used_at < ${now})`);
}

/** @returns whether this call revoked the link; false if it was revoked before, at its first time */
export async function markDoorLinkRevoked(
  db: Queryable,
  { organizationId, id, now }: { organizationId: Uuid; id: Uuid; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update door_links set revoked_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and revoked_at is null returning 1`);
  return rows.length > 0;
}

/** Names of these links, including those that are over, by id. */
export async function listDoorLinkNames(db: Queryable, organizationId: Uuid, ids: Uuid[]): Promise<Map<Uuid, string>> {
  const rows = await db.query<{ id: Uuid; name: string }>(sql`
    select id, name from door_links where organization_id = ${organizationId} and id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
