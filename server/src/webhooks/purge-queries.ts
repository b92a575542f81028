import sql from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import type { DeleteOld } from '../retention/purge.ts';
import { deleteOldest, deleteOldestReturning } from '../retention/queries.ts';
import type { Uuid } from '../values/uuid.ts';

/** Finished deliveries, with their attempts. */
export const deleteOldDeliveries: DeleteOld = (tx, before, most) =>
  deleteOldest(tx, { table: 'webhook_deliveries', mayGo: sql`and old.status <> 'pending'` }, before, most);

interface Deleted {
  organizationId: Uuid;
  position: number;
}

/** Notifications without deliveries that have their position. */
export const deleteOldNotifications: DeleteOld = async (tx, before, most) => {
  const mayGo = sql`and old.position is not null and not exists (select from webhook_deliveries d
     where d.organization_id = old.organization_id and d.notification_id = old.id)`;
  const returning = sql`r.organization_id, r.position`;
  const deleted = await deleteOldestReturning<Deleted>(tx, { table: 'notifications', mayGo, returning }, before, most);
  savePurgedPositions(tx, deleted);
  return deleted.length;
};

/** How far notifications were deleted: a reader who has not come so far is told. Locks in the order of the ids. */
function savePurgedPositions(tx: Tx, deleted: Deleted[]) {
  if (deleted.length === 0) return;
  write(
    tx,
    sql`
    with purged as (
      select organization_id, max(position) as position
        from unnest(${deleted.map((one) => one.organizationId)}::uuid[], ${deleted.map((one) => one.position)}::bigint[])
             as d (organization_id, position)
       group by organization_id),
    counters as (
      select c.organization_id, purged.position from notification_counters c
        join purged on purged.organization_id = c.organization_id
       order by c.organization_id for update of c)
    update notification_counters c set purged_position = greatest(c.purged_position, counters.position)
      from counters where c.organization_id = counters.organization_id`,
  );
}
