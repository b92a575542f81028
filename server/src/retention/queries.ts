import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Purged } from './purged.ts';

/** From now on rows of this kind that are older may be missing. Of two purges the later one stands. */
export async function savePurgedBefore(db: Queryable, what: Purged, purgedBefore: Date) {
  await db.query(sql`
    insert into purges as p (what, purged_before) values (${what}, ${purgedBefore})
    on conflict (what) do update set purged_before = greatest(p.purged_before, excluded.purged_before)`);
}
