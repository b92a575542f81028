import sql from 'sql-template-tag';
import type { DeleteOld } from './purge.ts';
import { deleteOldest } from './queries.ts';

/**
 * Deletes audit log entries. A trigger refuses every other change, and allows these deletes until the transaction ends.
 */
export const deleteOldChanges: DeleteOld = async (tx, batch) => {
  // Citus needs this, because the trigger is on the nodes; other databases ignore it.
  await tx.query(sql`set local citus.propagate_set_commands = 'local'`);
  await tx.query(sql`set local takilya.purging = 'on'`);
  return deleteOldest(tx, { table: 'audit_log' }, batch);
};
