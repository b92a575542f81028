import type { Database } from '../platform/database/database.ts';
import { deleteOldDevices } from './devices/queries.ts';
import { deleteOldInvitations } from './invitations/queries.ts';
import { deleteOldLinks } from './links/queries.ts';
import { deleteOldChallenges } from './passkeys/queries.ts';
import { deleteOldSessions } from './sessions/queries.ts';
import { deleteOldThrottles } from './throttle/queries.ts';

/**
 * Deletes expired sessions, devices, links, invitations, throttles and challenges. They have no effect any more and only
 * take space.
 */
export async function deleteOldLogIns(db: Database, now: Date): Promise<void> {
  await deleteOldSessions(db, now);
  await deleteOldDevices(db, now);
  await deleteOldLinks(db, now);
  await deleteOldInvitations(db, now);
  await deleteOldThrottles(db, now);
  await deleteOldChallenges(db, now);
}
