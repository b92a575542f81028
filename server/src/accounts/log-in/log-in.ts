import type { Database } from '../../platform/database/database.ts';
import { tokenHash } from '../../values/token.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listMemberships } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import { openSession } from '../sessions/open-session.ts';
import { deleteSession } from '../sessions/queries.ts';
import { type Credentials, checkPassword } from './check-password.ts';

export interface LoggedIn {
  token: string;
  userId: Uuid;
  organizationId: Uuid;
}

/**
 * Opens a session in the organization that the user joined first, and ends the browser's previous session.
 * @throws Refusal 401, 429, 503 as `checkPassword`; 403 if the user is not a member of any organization
 */
export async function logIn(
  db: Database,
  secretsKeys: readonly Buffer[],
  credentials: Credentials & { oldToken: string | undefined },
): Promise<LoggedIn> {
  const { id: userId } = await checkPassword(db, secretsKeys, credentials);
  return startSession(db, { userId, ...credentials });
}

/** For a person who proved who they are. @throws Refusal 403 if they are not a member of any organization */
export async function startSession(
  db: Database,
  { userId, oldToken, now }: { userId: Uuid; oldToken: string | undefined; now: Date },
): Promise<LoggedIn> {
  const [first] = await listMemberships(db, userId);
  if (!first) throw accountRefusals.member_of_nothing();
  const organizationId = first.organization.id;
  const token = await db.transaction(async (tx) => {
    if (oldToken) await deleteSession(tx, tokenHash(oldToken));
    return openSession(tx, { organizationId, userId, now });
  });
  return { token, userId, organizationId };
}
