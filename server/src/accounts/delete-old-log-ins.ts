import type { Database } from '../platform/database/database.ts';
import { deleteOldRows, oldLogIns } from './old-log-in-queries.ts';

/**
 * Deletes expired sessions, devices, links, invitations, throttles and challenges, in batches: an attack leaves millions
 * of throttles. Safe to run in several instances at once.
 */
export async function deleteOldLogIns(db: Database, now: Date): Promise<void> {
  for (const rows of oldLogIns(now)) while (await deleteOldRows(db, rows));
}
