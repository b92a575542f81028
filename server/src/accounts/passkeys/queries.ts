import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { insertInto } from '../../platform/database/table.ts';
import type { Uuid } from '../../values/uuid.ts';
import { type PasskeyRow, passkeyChallengesTable, passkeysTable } from '../tables.ts';
import type { Passkey } from './passkey.ts';

/** `userId` is the person who registers a passkey; null: a log-in, where the person is not known yet. */
export async function insertChallenge(
  db: Queryable,
  challenge: { challengeHash: Buffer; userId: Uuid | null; expiresAt: Date },
) {
  await db.query(insertInto(passkeyChallengesTable, challenge));
}

/** Takes the challenge. Exactly one of several concurrent callers succeeds. @returns whether this call did */
export async function takeChallenge(
  db: Queryable,
  { challengeHash, userId, now }: { challengeHash: Buffer; userId: Uuid | null; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    delete from passkey_challenges
     where challenge_hash = ${challengeHash} and user_id is not distinct from ${userId}::uuid and expires_at > ${now}
    returning 1`);
  return rows.length > 0;
}

export async function insertPasskey(tx: Tx, passkey: Omit<PasskeyRow, 'lastUsedAt'>) {
  await tx.query(insertInto(passkeysTable, passkey));
}

/** Oldest first. */
export async function listPasskeys(db: Queryable, userId: Uuid): Promise<Passkey[]> {
  return db.query<Passkey>(sql`
    select user_id, id, name, created_at, last_used_at from passkeys
     where user_id = ${userId} order by created_at, id`);
}

export async function listCredentialIds(db: Queryable, userId: Uuid): Promise<Buffer[]> {
  const rows = await db.query<{ credentialId: Buffer }>(sql`
    select credential_id from passkeys where user_id = ${userId} order by id`);
  return rows.map(({ credentialId }) => credentialId);
}

type Credential = Pick<PasskeyRow, 'userId' | 'id' | 'credentialId' | 'publicKey' | 'signCount'>;

/** Found before the person is known, as a session is: the id of a credential names its owner. */
export async function findCredential(db: Queryable, credentialId: Buffer): Promise<Credential | undefined> {
  const [row] = await db.query<Credential>(sql`
    select user_id, id, credential_id, public_key, sign_count from passkeys where credential_id = ${credentialId}`);
  return row;
}

/**
 * @returns whether the counter went forward, or is one of the many that stay at 0. One that stands still or goes back
 * belongs to a copy of the key.
 */
export async function markPasskeyUsed(
  db: Queryable,
  { userId, id }: Pick<Passkey, 'userId' | 'id'>,
  { signCount, now }: { signCount: number; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update passkeys set sign_count = ${signCount}, last_used_at = ${now}
     where user_id = ${userId} and id = ${id} and (sign_count < ${signCount} or sign_count = 0 and ${signCount} = 0)
    returning 1`);
  return rows.length > 0;
}

/** @returns whether there is such a passkey */
export async function savePasskeyName(db: Queryable, userId: Uuid, { id, name }: { id: Uuid; name: string }) {
  const rows = await db.query(sql`
    update passkeys set name = ${name} where user_id = ${userId} and id = ${id} returning 1`);
  return rows.length > 0;
}

/** @returns whether there was such a passkey */
export async function deletePasskey(tx: Tx, userId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await tx.query(sql`delete from passkeys where user_id = ${userId} and id = ${id} returning 1`);
  return rows.length > 0;
}

export async function deletePasskeys(tx: Tx, userId: Uuid) {
  await tx.query(sql`delete from passkeys where user_id = ${userId}`);
}
