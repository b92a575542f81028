import sql from 'sql-template-tag';
import type { DeleteOld } from '../retention/purge.ts';
import { deleteOldest } from '../retention/queries.ts';

/** Finished deliveries, with their attempts. */
export const deleteOldDeliveries: DeleteOld = (tx, before, most) =>
  deleteOldest(tx, { table: 'webhook_deliveries', mayGo: sql`and old.status <> 'pending'` }, before, most);

/** Notifications without deliveries. */
export const deleteOldNotifications: DeleteOld = (tx, before, most) => {
  const mayGo = sql`and not exists (select from webhook_deliveries d
     where d.organization_id = old.organization_id and d.notification_id = old.id)`;
  return deleteOldest(tx, { table: 'notifications', mayGo }, before, most);
};
