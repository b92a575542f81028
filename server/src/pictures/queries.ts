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

/** A condition: something of the organization shows its picture `p`. */
export type PictureUse = (organizationId: Uuid) => Sql;

const isUsed = (uses: PictureUse[], organizationId: Uuid): Sql =>
  sql`(${join(
    uses.map((use) => use(organizationId)),
    ' or ',
  )})`;

const CHECK_AGAIN_AFTER = raw(`interval '1 day'`);

/** Pictures of all organizations, by organization: they are found without a lock, and changed in each. */
const byOrganization = (pictures: StoredPicture[]): [Uuid, string[]][] =>
  [...Map.groupBy(pictures, (picture) => picture.organizationId)].map(([organizationId, theirs]) => [
    organizationId,
    theirs.map(({ address }) => address),
  ]);

/** Looks at the pictures that were not looked at for longest. */
export async function checkPictures(
  db: Queryable,
  { uses, limit, now }: { uses: PictureUse[]; limit: number; now: Date },
) {
  const isDue = sql`not is_removed and checked_at <= ${now}::timestamptz - ${CHECK_AGAIN_AFTER}`;
  const found = await db.query<StoredPicture>(sql`
    select organization_id, address from pictures where ${isDue} order by checked_at limit ${limit}`);
  for (const [organizationId, addresses] of byOrganization(found))
    await db.query(sql`
      with due as (
        select address from pictures
         where organization_id = ${organizationId} and address = any(${addresses}::text[]) and ${isDue} for update skip locked)
      update pictures p set checked_at = ${now},
             unused_since = case when ${isUsed(uses, organizationId)} then null else coalesce(p.unused_since, ${now}) end
       where p.organization_id = ${organizationId} and p.address = any(array(select address from due))`);
}

/**
 * Marks pictures that nothing has shown since `unusedSince` as removed. An upload of the same picture at this moment
 * either makes its row new first, or finds it removed.
 */
export async function markPicturesRemoved(
  db: Queryable,
  { uses, unusedSince, limit }: { uses: PictureUse[]; unusedSince: Date; limit: number },
) {
  const isUnused = sql`unused_since <= ${unusedSince} and not is_removed`;
  const found = await db.query<StoredPicture>(sql`
    select organization_id, address from pictures where ${isUnused} order by unused_since limit ${limit}`);
  for (const [organizationId, addresses] of byOrganization(found))
    await db.query(sql`
      with unused as (
        select address from pictures
         where organization_id = ${organizationId} and address = any(${addresses}::text[]) and ${isUnused}
           for update skip locked)
      update pictures p set is_removed = true
       where p.organization_id = ${organizationId} and p.address = any(array(select address from unused))
         and not ${isUsed(uses, organizationId)}`);
}

/**
 * Removed pictures whose files still exist. Pictures whose files could not be removed come last, the longest untried
 * first.
 */
export const listRemovedPictures = (db: Queryable, limit: number) =>
  db.query<StoredPicture>(sql`
    select organization_id, address from pictures where is_removed order by checked_at limit ${limit}`);

export async function markRemovalFailed(db: Queryable, { organizationId, address }: StoredPicture, now: Date) {
  await db.query(sql`
    update pictures set checked_at = ${now} where organization_id = ${organizationId} and address = ${address}`);
}

export async function deletePicture(db: Queryable, { organizationId, address }: StoredPicture) {
  await db.query(sql`
    delete from pictures where organization_id = ${organizationId} and address = ${address} and is_removed`);
}
