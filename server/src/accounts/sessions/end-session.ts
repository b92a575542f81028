import type { Queryable } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { accountRefusals } from '../refusals.ts';
import { deleteSessionOf } from './queries.ts';

/**
 * Ends one of the person's sessions, in whatever organization: its next request is refused.
 * @throws Refusal 404 if the person has no such session
 */
export async function endSession(db: Queryable, userId: Uuid, id: Uuid): Promise<void> {
  if (!(await deleteSessionOf(db, userId, id))) throw accountRefusals.session_not_found();
}
