import type { Queryable } from '../../platform/database/database.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Uuid } from '../../values/uuid.ts';
import { accountRefusals } from '../refusals.ts';
import { deleteSessionOf, deleteSessionsOf, isProven } from './queries.ts';

/** The logged-in person and their session. */
interface Self {
  userId: Uuid;
  sessionId: Uuid;
  now: Date;
}

/**
 * Ends one of the person's sessions, in whatever organization: its next request is refused.
 * @throws Refusal 403 if the password was not given recently; 404 if the person has no such session
 */
export async function endSession(db: Queryable, self: Self, id: Uuid): Promise<void> {
  await requireProven(db, self);
  if (!(await deleteSessionOf(db, self.userId, id))) throw accountRefusals.session_not_found();
}

/** Ends all sessions of the person but this one. @throws Refusal 403 if the password was not given recently */
export async function endOtherSessions(db: Queryable, self: Self): Promise<void> {
  await requireProven(db, self);
  await deleteSessionsOf(db, self.userId, { but: self.sessionId });
}

/** A thief of a session must not be able to log its owner out. */
async function requireProven(db: Queryable, { userId, sessionId, now }: Self) {
  if (!(await isProven(db, userId, sessionId, now))) throw requestRefusals.password_needed();
}
