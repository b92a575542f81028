import { createHash, randomInt } from 'node:crypto';
import { type Queryable, violatedConstraint } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import { newId, type Uuid } from '../uuid.ts';
import { insertApiKey } from './queries.ts';

export const API_KEY_PREFIX = 'svc_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^32 is 190 bits: nothing to guess, so that a plain SHA-256 is enough to store it. */
const RANDOM_LENGTH = 32;

/**
 * Creates a key and returns it: the only time it can be seen, since only its hash is stored.
 * @throws ApiError 404 for an unknown organization
 */
export async function createApiKey(
  db: Queryable,
  { organizationId, name, now }: { organizationId: Uuid; name: string; now: Date },
): Promise<string> {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const key = API_KEY_PREFIX + random;
  await insertApiKey(db, {
    organizationId,
    id: newId(now),
    name,
    hash: createHash('sha256').update(key).digest(),
    lastFour: key.slice(-4),
    now,
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'api_keys_organization_id_fkey' ? notFound('Organization') : error;
  });
  return key;
}
