import type { Database, Queryable } from '../../platform/database/database.ts';
import { newToken, tokenHash } from '../../values/token.ts';
import type { Uuid } from '../../values/uuid.ts';
import { enterFirstOrganization } from '../log-in/log-in.ts';
import { accountRefusals } from '../refusals.ts';
import type { Browser } from '../sessions/browser.ts';
import type { LoggedIn } from '../sessions/start-session.ts';
import { type Assertion, assertionOptions, bytesOf, challengeOf, userHandleOf, verifyAssertion } from './ceremony.ts';
import { CHALLENGE_SECONDS } from './passkey.ts';
import { findCredential, insertChallenge, markPasskeyUsed, takeChallenge } from './queries.ts';

/** Options for the browser, with a challenge that works once. They do not depend on the account. */
export async function beginPasskeyLogIn(db: Queryable, publicUrl: string, now: Date) {
  const challenge = newToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1_000);
  await insertChallenge(db, { challengeHash: tokenHash(challenge), userId: null, expiresAt });
  return assertionOptions(publicUrl, challenge);
}

/**
 * Logs in without a password: the device proves that it has the key, and that its owner unlocked it, which are two
 * factors. The challenge is used up before anything else is checked, so an answer works once. Refusals do not say what
 * was wrong. @throws Refusal 401; 403 if the user is not a member of any organization
 */
export async function logInWithPasskey(
  db: Database,
  publicUrl: string,
  { assertion, ...session }: { assertion: Assertion; oldToken: string | undefined; browser: Browser; now: Date },
): Promise<LoggedIn> {
  return enterFirstOrganization(db, { ...session, userId: await checkPasskey(db, publicUrl, assertion, session.now) });
}

/** @returns the owner of the passkey @throws Refusal passkey_refused */
export async function checkPasskey(db: Queryable, publicUrl: string, assertion: Assertion, now: Date): Promise<Uuid> {
  const challenge = await challengeOf(assertion);
  if (!challenge || !(await takeChallenge(db, { challengeHash: tokenHash(challenge), userId: null, now })))
    throw accountRefusals.passkey_refused();
  const credential = await findCredential(db, bytesOf(assertion.id));
  if (!credential || assertion.response.userHandle !== userHandleOf(credential.userId))
    throw accountRefusals.passkey_refused();
  const signCount = await verifyAssertion(publicUrl, assertion, { challenge, credential });
  if (signCount === undefined || !(await markPasskeyUsed(db, credential, { signCount, now })))
    throw accountRefusals.passkey_refused();
  return credential.userId;
}
