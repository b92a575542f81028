import type { Database } from '../platform/database/database.ts';
import { forgetOldInvitations } from './invitations/queries.ts';
import { forgetOldLinks } from './links/queries.ts';
import { forgetOldSessions } from './sessions/queries.ts';
import { forgetOldThrottles } from './throttle/queries.ts';

/** Deletes expired sessions, links, invitations and throttles. They have no effect any more and only take space. */
export async function forgetOldLogIns(db: Database, now: Date): Promise<void> {
  await forgetOldSessions(db, now);
  await forgetOldLinks(db, now);
  await forgetOldInvitations(db, now);
  await forgetOldThrottles(db, now);
}
