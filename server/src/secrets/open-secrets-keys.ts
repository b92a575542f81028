import { randomBytes } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import { openSecret, SECRET_KEY_BYTES, sealSecret } from '../values/secret-box.ts';
import { keyFile, readKeyFile, writeKeyFile } from './key-file.ts';
import { findKeyCheck, insertKeyCheck, saveKeyCheck } from './queries.ts';
import { resealAll } from './reseal.ts';

const CHECK = 'this key opens the stored secrets';
const ABOUT = 'secrets_key_check';

/**
 * The keys of the stored secrets: those of SECRETS_KEY, then the one in the key file. If there is none and nothing was
 * sealed yet, this makes the key file. Secrets that were sealed with another key than the first are sealed with the
 * first again. When several instances start for the first time at once, one makes the key; the others need the same
 * one.
 * @throws Error for the operator when none of the keys opens what is stored
 */
export async function openSecretsKeys(
  db: Database,
  { secretsKeys, dataDir }: { secretsKeys: readonly Buffer[]; dataDir: string },
): Promise<Buffer[]> {
  const path = keyFile(dataDir);
  const keys = await keysAt(path, secretsKeys);
  if (keys.length === 0) return (await makeKey(db, path)) ?? openSecretsKeys(db, { secretsKeys, dataDir });
  const [first] = keys;
  await insertKeyCheck(db, sealSecret(keys, CHECK, ABOUT));
  const check = await findKeyCheck(db);
  if (!first || !check || !opens(keys, check)) throw new Error(wrongKey(path));
  // Each time: an instance that was restarted later has sealed with the old key until then.
  if (keys.length > 1) await resealAll(db, keys);
  if (!opens([first], check)) await saveKeyCheck(db, sealSecret(keys, CHECK, ABOUT));
  return keys;
}

async function keysAt(path: string, secretsKeys: readonly Buffer[]): Promise<Buffer[]> {
  const stored = await readKeyFile(path);
  return stored ? [...secretsKeys, stored] : [...secretsKeys];
}

/**
 * Makes the key file and the check. The file is on disk before the check is committed: a crash in between leaves a key
 * that the next start uses.
 * @returns undefined when another process was faster and its file is at the same place
 */
async function makeKey(db: Database, path: string): Promise<Buffer[] | undefined> {
  const key = randomBytes(SECRET_KEY_BYTES);
  const isFirst = await db.transaction(async (tx) => {
    if (!(await insertKeyCheck(tx, sealSecret([key], CHECK, ABOUT)))) return false;
    await writeKeyFile(path, key).catch((error) => {
      throw new Error(`${path} cannot be written (${error.code ?? error.message}): set SECRETS_KEY instead`);
    });
    return true;
  });
  if (isFirst) return [key];
  if (await readKeyFile(path)) return undefined;
  throw new Error(wrongKey(path));
}

function opens(keys: readonly Buffer[], check: Buffer): boolean {
  try {
    return openSecret(keys, check, ABOUT) === CHECK;
  } catch {
    return false;
  }
}

const wrongKey = (path: string) =>
  'The secrets in this database were sealed with another key, so this server cannot read them: set SECRETS_KEY to that ' +
  `key, or put its file back at ${path} (docs/backups.md#the-key-of-the-secrets)`;
