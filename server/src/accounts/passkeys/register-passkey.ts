import { type Database, violatedConstraint } from '../../platform/database/database.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import { newToken, tokenHash } from '../../values/token.ts';
import { newId } from '../../values/uuid.ts';
import type { Self } from '../me/change-me.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { saveRecoveryCodes } from '../recovery-codes/make-recovery-codes.ts';
import { newRecoveryCodes } from '../recovery-codes/recovery-code.ts';
import { accountRefusals } from '../refusals.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { hasSecondFactor } from '../user.ts';
import { challengeOf, type Registration, registrationOptions, verifyRegistration } from './ceremony.ts';
import { CHALLENGE_SECONDS, MAX_PASSKEYS, type Passkey } from './passkey.ts';
import { insertChallenge, insertPasskey, listCredentialIds, takeChallenge } from './queries.ts';

/** Options for the browser, with a challenge that works once. @throws Refusal 409 if the person has enough passkeys */
export async function beginPasskey(db: Database, publicUrl: string, { userId, now }: Self) {
  const account = await findAccount(db, userId);
  if (!account) throw requestRefusals.not_logged_in();
  const known = await listCredentialIds(db, userId);
  if (known.length >= MAX_PASSKEYS) throw accountRefusals.too_many_passkeys({ max: MAX_PASSKEYS });
  const challenge = newToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1_000);
  await insertChallenge(db, { challengeHash: tokenHash(challenge), userId, expiresAt });
  return registrationOptions(publicUrl, account, { challenge, known });
}

/**
 * Stores the public key that the browser made for this challenge. If it is the person's first second factor, log-ins
 * need it from now on, every other session ends, and recovery codes are made, which are shown only once.
 * @throws Refusal 400 if the answer is not for a challenge of this person and host, or was sent before; 409 if the
 *   person has enough passkeys, or this one already
 */
export async function registerPasskey(
  db: Database,
  publicUrl: string,
  { userId, sessionId, browser, now }: Self,
  { name, registration }: { name: string; registration: Registration },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const challenge = await challengeOf(registration);
  if (!challenge || !(await takeChallenge(db, { challengeHash: tokenHash(challenge), userId, now })))
    throw accountRefusals.passkey_not_registered();
  const credential = await verifyRegistration(publicUrl, registration, challenge);
  if (!credential) throw accountRefusals.passkey_not_registered();
  const passkey = { userId, id: newId(now), name, createdAt: now };
  const codes = newRecoveryCodes();
  const registering = db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw requestRefusals.not_logged_in();
    const known = await listCredentialIds(tx, userId);
    if (known.length >= MAX_PASSKEYS) throw accountRefusals.too_many_passkeys({ max: MAX_PASSKEYS });
    await insertPasskey(tx, { ...passkey, ...credential });
    await notifyPerson(tx, { userId, browser, now, change: 'passkey_added' });
    if (hasSecondFactor(account)) return [];
    await saveRecoveryCodes(tx, userId, codes);
    await deleteSessionsOf(tx, userId, { but: sessionId });
    return codes;
  });
  const recoveryCodes = await registering.catch((error: unknown) => {
    if (violatedConstraint(error) === 'passkeys_one_credential') throw accountRefusals.passkey_known();
    throw error;
  });
  return { passkey: { ...passkey, lastUsedAt: null }, recoveryCodes };
}
