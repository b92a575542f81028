import sql from 'sql-template-tag';
import type { DeleteOld } from './purge.ts';
import { deleteOldest } from './queries.ts';

/** Entries of the audit log. Its trigger refuses every other change, and lets these deletes pass until the transaction ends. */
export const deleteOldChanges: DeleteOld = async (tx, before, most) => {
  await tx.query(sql`set local takilya.purging = 'on'`);
  return deleteOldest(tx, { table: 'audit_log' }, before, most);
};
