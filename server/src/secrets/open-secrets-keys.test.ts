import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/databases/test-database.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import type { Database } from '../platform/database/database.ts';
import { getTicketKey } from '../tickets/ticket-key.ts';
import { openSecretsKeys } from './open-secrets-keys.ts';

const [one, other] = [randomBytes(32), randomBytes(32)];

describe('the keys of the stored secrets', () => {
  let db: Database;
  let dataDir: string;
  const folders: string[] = [];
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'takilya-keys-'));
    folders.push(folder);
    return folder;
  };
  beforeEach(async () => {
    db = await openTestDatabase();
    dataDir = await newFolder();
  });
  afterEach(async () => {
    await db.close();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  const start = (secretsKeys: Buffer[] = [], at = dataDir) => openSecretsKeys(db, { secretsKeys, dataDir: at });
  const file = () => join(dataDir, 'secrets.key');

  test('are made at the first start, in a file that only its owner reads, and are the same ever after', async () => {
    const [key, ...others] = await start();
    expect(others).toEqual([]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await readFile(file(), 'utf8'), 'base64')).toEqual(key);
    expect(await start()).toEqual([key]);
  });

  test('are those of SECRETS_KEY if it is set, and no file is made', async () => {
    expect(await start([one])).toEqual([one]);
    await expect(stat(file())).rejects.toThrow('ENOENT');
  });

  test('refuse another key, and a key that is missing, with words that say what to do', async () => {
    await start([one]);
    await expect(start([other])).rejects.toThrow('sealed with another key');
    await expect(start()).rejects.toThrow(`set SECRETS_KEY to that key, or put its file back at ${file()}`);
    // The refused start must not make a key that the next one would take for the right one.
    await expect(stat(file())).rejects.toThrow('ENOENT');
    expect(await start([one])).toEqual([one]);
  });

  test('refuse a lost file', async () => {
    await start();
    await rm(file());
    await expect(start()).rejects.toThrow('sealed with another key');
  });

  test('refuse a damaged file', async () => {
    await start();
    await writeFile(file(), 'c2hvcnQ=');
    await expect(start()).rejects.toThrow('is damaged');
  });

  test('move from the file to SECRETS_KEY: afterwards the file is not needed', async () => {
    const [made] = await start();
    expect(await start([one])).toEqual([one, made]);
    await rm(file());
    expect(await start([one])).toEqual([one]);
  });

  test('are rotated by a new first key: afterwards the old one is refused', async () => {
    await start([one]);
    expect(await start([one, other])).toEqual([one, other]);
    await start([other, one]);
    expect(await start([other])).toEqual([other]);
    await expect(start([one])).rejects.toThrow('sealed with another key');
  });

  test('open, when rotated, what an instance sealed with the old one until it was restarted', async () => {
    const running = await start([one, other]);
    await start([other, one]);
    const organizationId = await createOrganization(db, { name: 'Lakbay', now: new Date() });
    const { linkKey } = await getTicketKey({ ...db, store: {} }, running, organizationId);
    await start([other, one]);
    const keys = await start([other]);
    expect((await getTicketKey({ ...db, store: {} }, keys, organizationId)).linkKey).toEqual(linkKey);
  });

  test('are the same for several first starts at once with one folder', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => start()));
    expect(new Set(keys.map(([key]) => key?.toString('hex'))).size).toBe(1);
  });

  test('differ for first starts with different folders, so that one of them is refused', async () => {
    const starts = await Promise.allSettled([start(), start([], await newFolder())]);
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('say that the folder cannot be written, and leave no check without a key', async () => {
    await writeFile(file(), 'not a folder');
    await expect(start([], file())).rejects.toThrow('cannot be written (EEXIST): set SECRETS_KEY instead');
    await rm(file());
    expect(await start()).toHaveLength(1);
  });
});
