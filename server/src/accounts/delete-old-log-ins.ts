import type { Database } from '../platform/database/database.ts';
import { deleteOldRows, oldLogIns } from './old-log-in-queries.ts';

/**
 * 20,000 rows of each kind in one run, as of other old rows. An attack leaves millions of throttles: the next runs go
 * on.
 */
const MAX_BATCHES = 4;

/**
 * Deletes expired sessions, devices, links, invitations, throttles and challenges, in batches. Safe to run in several
 * instances at once.
 */
export async function deleteOldLogIns(db: Database, now: Date): Promise<void> {
  for (const rows of oldLogIns(now))
    for (let batch = 1; (await deleteOldRows(db, rows)) && batch < MAX_BATCHES; batch++);
}
