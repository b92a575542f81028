import type { Queryable } from '../../platform/database/database.ts';
import { newToken, tokenHash } from '../../values/token.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { insertSession } from './queries.ts';
import { LASTS_SECONDS } from './session.ts';

/** Always creates a new token, which prevents session fixation. @returns the token, to be sent only in the cookie */
export async function openSession(
  db: Queryable,
  { organizationId, userId, now }: { organizationId: Uuid; userId: Uuid; now: Date },
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LASTS_SECONDS * 1_000);
  await insertSession(db, { organizationId, id: newId(now), userId, tokenHash: tokenHash(token), now, expiresAt });
  return token;
}
