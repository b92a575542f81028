import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

interface StoredPicture {
  organizationId: Uuid;
  address: string;
}

/**
 * Makes sure that the picture has a row, as unused until something shows it.
 * @returns false when its files are being removed at this moment
 */
export async function keepPicture(db: Queryable, { organizationId, address }: StoredPicture, now: Date) {
  const rows = await db.query(sql`
    insert into pictures (organization_id, address, unused_since, checked_at, created_at)
    values (${organizationId}, ${address}, ${now}, ${now}, ${now})
    on conflict (organization_id, address) do update set unused_since = excluded.unused_since
     where not pictures.is_removed returning 1`);
  return rows.length > 0;
}

export async function pictureExists(db: Queryable, { organizationId, address }: StoredPicture): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from pictures where organization_id = ${organizationId} and address = ${address} and not is_removed`);
  return rows.length > 0;
}

const orOf = (uses: Sql[]): Sql => sql`(${join(uses, ' or ')})`;
const CHECK_AGAIN_AFTER = raw(`interval '1 day'`);

/** Looks at the pictures that were not looked at for longest. @param uses conditions: something shows the picture `p` */
export async function checkPictures(db: Queryable, { uses, limit, now }: { uses: Sql[]; limit: number; now: Date }) {
  await db.query(sql`
    with due as (
      select organization_id, address from pictures
       where not is_removed and checked_at <= ${now}::timestamptz - ${CHECK_AGAIN_AFTER}
       order by checked_at limit ${limit} for update skip locked)
    update pictures p
       set checked_at = ${now}, unused_since = case when ${orOf(uses)} then null else coalesce(p.unused_since, ${now}) end
      from due where p.organization_id = due.organization_id and p.address = due.address`);
}

/**
 * Marks pictures that nothing has shown since `unusedSince` as removed. An upload of the same picture at this moment
 * either makes its row new first, or finds it removed.
 */
export async function markPicturesRemoved(
  db: Queryable,
  { uses, unusedSince, limit }: { uses: Sql[]; unusedSince: Date; limit: number },
) {
  await db.query(sql`
    with unused as (
      select organization_id, address from pictures
       where unused_since <= ${unusedSince} and not is_removed
       order by unused_since limit ${limit} for update skip locked)
    update pictures p set is_removed = true
      from unused
     where p.organization_id = unused.organization_id and p.address = unused.address and not ${orOf(uses)}`);
}

export const listRemovedPictures = (db: Queryable, limit: number) =>
  db.query<StoredPicture>(sql`
    select organization_id, address from pictures where is_removed order by organization_id, address limit ${limit}`);

export async function deletePicture(db: Queryable, { organizationId, address }: StoredPicture) {
  await db.query(sql`
    delete from pictures where organization_id = ${organizationId} and address = ${address} and is_removed`);
}
