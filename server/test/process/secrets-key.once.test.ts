import { cp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { newDataDir, Program, repository, server, startServer } from './start-server.ts';

const cli = [server[0], join(repository, 'server/dist/takilya.js')];
const KEY = Buffer.alloc(32, 3).toString('base64');
const OTHER = Buffer.alloc(32, 4).toString('base64');

const keyIn = (dataDir: string) => join(dataDir, 'secrets.key');

/** A start that is refused. @returns what it says */
async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
  const program = new Program(server, { PORT: '0', DEMO: '0', ...env });
  expect(await program.end()).toMatchObject({ code: 1 });
  return program.errors;
}

test('the first start without any setting makes a key that only the server’s user reads, and keeps it', async () => {
  const dataDir = await newDataDir('migrate');
  await (await startServer({ DATA_DIR: dataDir })).end('SIGTERM');
  expect((await stat(keyIn(dataDir))).mode & 0o777).toBe(0o600);
  const key = await readFile(keyIn(dataDir), 'utf8');
  await (await startServer({ DATA_DIR: dataDir })).end('SIGTERM');
  expect(await readFile(keyIn(dataDir), 'utf8')).toBe(key);
  await rm(keyIn(dataDir));
  expect(await refusal({ DATA_DIR: dataDir })).toContain(
    `set SECRETS_KEY to that key, or put its file back at ${keyIn(dataDir)}`,
  );
});

test('a second instance on one PostgreSQL needs the key of the first', async () => {
  const DATABASE_URL = await createPostgresDatabase();
  const first = await startServer({ DATABASE_URL, DATA_DIR: await newDataDir(), SECRETS_KEY: KEY });
  const elsewhere = await newDataDir();
  expect(await refusal({ DATABASE_URL, DATA_DIR: elsewhere, SECRETS_KEY: OTHER })).toContain('sealed with another key');
  expect(await refusal({ DATABASE_URL, DATA_DIR: elsewhere })).toContain('sealed with another key');
  const second = await startServer({ DATABASE_URL, DATA_DIR: elsewhere, SECRETS_KEY: KEY });
  await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
});

test('a restored dump needs the key that was used before it', async () => {
  const [from, to] = [await newDataDir('demo'), await newDataDir()];
  const dump = new Program([...cli, 'dump'], { DATA_DIR: from });
  expect(await dump.end()).toMatchObject({ code: 0 });
  expect(dump.errors).toContain('keep SECRETS_KEY, or DATA_DIR/secrets.key, too');
  const restore = new Program([...cli, 'restore'], { DATA_DIR: to }, dump.output);
  expect(await restore.end()).toMatchObject({ code: 0 });
  expect(restore.output).toContain('The server needs the key');
  expect(await refusal({ DATA_DIR: to })).toContain('sealed with another key');
  await cp(keyIn(from), keyIn(to));
  await (await startServer({ DATA_DIR: to })).end('SIGTERM');
});
