import sql, { type Sql } from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import type { DeleteOld } from '../retention/purge.ts';
import { deleteOldest, deleteOldestReturning } from '../retention/queries.ts';
import type { Uuid } from '../values/uuid.ts';

/** Finished deliveries, with their attempts. */
export const deleteOldDeliveries: DeleteOld = (tx, before, most) =>
  deleteOldest(tx, { table: 'webhook_deliveries', mayGo: () => sql`and old.status <> 'pending'` }, before, most);

interface Deleted {
  organizationId: Uuid;
  position: number;
}

/** Notifications without deliveries that have their position. */
export const deleteOldNotifications: DeleteOld = async (tx, before, most) => {
  const mayGo = (
    organizationId: Sql,
  ) => sql`and old.position is not null and not exists (select 1 from webhook_deliveries d
     where d.organization_id = ${organizationId} and d.notification_id = old.id)`;
  const returning = sql`r.organization_id, r.position`;
  const deleted = await deleteOldestReturning<Deleted>(tx, { table: 'notifications', mayGo, returning }, before, most);
  savePurgedPositions(tx, deleted);
  return deleted.length;
};

/** How far notifications were deleted: a reader who has not come so far is told. Locks in the order of the ids. */
function savePurgedPositions(tx: Tx, deleted: Deleted[]) {
  const byOrganization = [...Map.groupBy(deleted, (one) => one.organizationId)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [organizationId, theirs] of byOrganization)
    write(
      tx,
      sql`
      update notification_counters
         set purged_position = greatest(purged_position, ${Math.max(...theirs.map(({ position }) => position))}::bigint)
       where organization_id = ${organizationId}`,
    );
}
