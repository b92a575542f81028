import sql from 'sql-template-tag';
import { byOrganization } from '../platform/database/by-organization.ts';
import { type Tx, write } from '../platform/database/database.ts';
import type { DeleteOld } from '../retention/purge.ts';
import { deleteOldest, deleteOldestReturning } from '../retention/queries.ts';
import type { Uuid } from '../values/uuid.ts';

/** Finished deliveries, with their attempts. */
export const deleteOldDeliveries: DeleteOld = (tx, batch) =>
  deleteOldest(tx, { table: 'webhook_deliveries', mayGo: () => sql`and old.status <> 'pending'` }, batch);

interface Deleted {
  organizationId: Uuid;
  position: number | null;
}

/** Notifications without deliveries. The counter is locked first, as by readers who give positions. */
export const deleteOldNotifications: DeleteOld = async (tx, batch) => {
  const mayGo = (organizationId: Uuid) => sql`and not exists (select 1 from webhook_deliveries d
     where d.organization_id = ${organizationId} and d.notification_id = old.id)`;
  const lock = (organizationId: Uuid) =>
    tx.query(sql`select 1 from notification_counters where organization_id = ${organizationId} for update`);
  const returning = sql`r.organization_id, r.position`;
  const { deleted, last } = await deleteOldestReturning<Deleted>(
    tx,
    { table: 'notifications', mayGo, lock, returning },
    batch,
  );
  savePurgedPositions(tx, deleted);
  return { deleted: deleted.length, last };
};

/**
 * Saves how far notifications were deleted, so that a reader behind that position gets an error. A deleted notification
 * without a position counts as the next position, so that a reader of all earlier ones gets the error, too. An
 * organization that never read notifications has no counter, and needs none.
 */
function savePurgedPositions(tx: Tx, deleted: Deleted[]) {
  for (const [organizationId, theirs] of byOrganization(deleted)) {
    const given = theirs.flatMap(({ position }) => position ?? []);
    const purged =
      given.length === theirs.length
        ? sql`greatest(purged_position, ${Math.max(...given)}::bigint)`
        : sql`last_position + 1`;
    write(
      tx,
      sql`
      update notification_counters
         set purged_position = ${purged}, last_position = greatest(last_position, ${purged})
       where organization_id = ${organizationId}`,
    );
  }
}
