import type { Database } from '../platform/database/database.ts';
import { forgetOldInvitations } from './invitations/queries.ts';
import { forgetOldLinks } from './links/queries.ts';
import { forgetOldSessions } from './sessions/queries.ts';
import { forgetOldThrottles } from './throttle/queries.ts';

/** None of it opens anything or stops anybody any more: it only takes room. */
export async function forgetOldLogIns(db: Database, now: Date): Promise<void> {
  await forgetOldSessions(db, now);
  await forgetOldLinks(db, now);
  await forgetOldInvitations(db, now);
  await forgetOldThrottles(db, now);
}
