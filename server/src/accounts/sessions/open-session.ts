import type { Queryable } from '../../platform/database/database.ts';
import { newToken, tokenHash } from '../../values/token.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import type { Browser } from './browser.ts';
import { insertSession } from './queries.ts';
import { LASTS_SECONDS } from './session.ts';

/** Always creates a new token, which prevents session fixation. @returns the token, to be sent only in the cookie */
export async function openSession(
  db: Queryable,
  {
    organizationId,
    userId,
    browser: { address, userAgent },
    now,
  }: { organizationId: Uuid; userId: Uuid; browser: Browser; now: Date },
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LASTS_SECONDS * 1_000);
  const session = { organizationId, id: newId(now), userId, tokenHash: tokenHash(token), expiresAt };
  await insertSession(db, { ...session, address, userAgent, now });
  return token;
}
