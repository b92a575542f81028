import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { type Client, openClient } from './client.ts';
import { brokenPromises, buyUntilTheEnd, CAPACITY, Confirmed } from './confirmed.ts';
import { newInstallation } from './installation.ts';
import { newDataDir, Program, repository, server, startServer } from './start-server.ts';

const program = [...server.slice(0, 2), join(repository, 'server/dist/takilya.js')];
/** Enough that sales never stop, few enough to leave the commands a core. */
const BUYERS = 2;
const VISIT_EVERY_MS = 50;

async function takilya(env: NodeJS.ProcessEnv, ...words: string[]) {
  const ran = new Program([...program, ...words], env);
  const { code } = await ran.end();
  return { code, output: ran.output, errors: ran.errors };
}

/** What was confirmed until now. */
const upToNow = (confirmed: Confirmed): Confirmed =>
  Object.assign(new Confirmed(), {
    checkouts: new Map(confirmed.checkouts),
    orders: new Set(confirmed.orders),
    tickets: new Set(confirmed.tickets),
    checkIns: new Set(confirmed.checkIns),
  });

/** Holds a place again and again. @returns the longest wait in ms since the last call */
function startVisitor(client: Client, eventId: string): () => number {
  let longest = 0;
  void (async () => {
    for (;;) {
      const began = performance.now();
      if ((await client.hold(eventId).catch(() => undefined)) === undefined) return;
      longest = Math.max(longest, performance.now() - began);
      await pause(VISIT_EVERY_MS);
    }
  })();
  return () => {
    const taken = longest;
    longest = 0;
    return taken;
  };
}

test('a backup, a dump and a check of the embedded database are made while it sells', async () => {
  // Its own data is checked by the command below.
  const { env, key } = await newInstallation('embedded', { spoilt: true });
  const dataDir = env.DATA_DIR ?? '';
  await mkdir(join(dataDir, 'files/logos'), { recursive: true });
  await writeFile(join(dataDir, 'files/logos/logo.png'), 'a picture');
  const running = await startServer(env);
  const client = openClient(running.url, key);
  const eventId = await client.createEvent({ capacity: CAPACITY });
  const socket = join(dataDir, 'backup.sock');
  expect((await stat(socket)).mode & 0o777).toBe(0o600);

  // A command that is killed in the middle disturbs the one beside it, and none after it.
  const killed = connect(socket);
  await once(killed, 'data');
  expect(await takilya(env, 'verify')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('another command is copying the database'),
  });
  killed.destroy();

  const confirmed = new Confirmed();
  const buyers = Array.from({ length: BUYERS }, () => buyUntilTheEnd(client, eventId, confirmed));
  const longestWait = startVisitor(client, eventId);
  await expect.poll(() => confirmed.checkIns.size, { interval: 5 }).toBeGreaterThan(10);
  const before = upToNow(confirmed);
  const usualMs = longestWait();
  const backup = join(await newDataDir(), 'backup');
  const made = takilya(env, 'backup', '--to', backup);
  // A second backup into the folder would delete what the first is writing. It may come when that is finished.
  await expect.poll(() => existsSync(`${backup}.unfinished`)).toBe(true);
  const second = await takilya(env, 'backup', '--to', backup);
  expect(second.errors).toMatch(/another command is writing a backup to|--to must be a new folder/);
  expect(second.code).not.toBe(0);
  expect(await made).toMatchObject({ code: 0, output: `${backup}\n` });
  expect(await readdir(dirname(backup))).toEqual(['backup']);
  const during = upToNow(confirmed);
  expect(during.orders.size).toBeGreaterThan(before.orders.size);
  const waitedMs = longestWait();

  const dumped = await takilya(env, 'dump');
  expect(dumped.code, dumped.errors).toBe(0);
  for (const id of during.orders) expect(dumped.output.includes(id), `order ${id} in the dump`).toBe(true);
  const verified = await takilya(env, 'verify');
  expect(verified, verified.errors).toMatchObject({ code: 0, output: expect.stringContaining('invariants hold') });
  expect((await readdir(dataDir)).filter((name) => name.startsWith('snapshot'))).toEqual([]);
  const later = confirmed.orders.size;
  await expect.poll(() => confirmed.orders.size).toBeGreaterThan(later);
  // Not SIGTERM, which answers the last buyers with 503.
  await running.end('SIGKILL');
  await Promise.all(buyers);

  expect(await readFile(join(backup, 'files/logos/logo.png'), 'utf8')).toBe('a picture');
  expect(await readFile(join(backup, 'secrets.key'))).toEqual(await readFile(join(dataDir, 'secrets.key')));
  expect((await stat(backup)).mode & 0o077).toBe(0);
  expect(await readFile(join(backup, 'postgres/backup_label'), 'utf8')).toContain('START WAL LOCATION');
  // Control: without the last of the write-ahead log the files are of different moments, and nothing opens them.
  const torn = join(await newDataDir(), 'torn');
  await cp(backup, torn, { recursive: true });
  const log = (await readdir(join(torn, 'postgres/pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
  await rm(join(torn, 'postgres/pg_wal', log.at(-1) ?? ''));
  await expect(openDatabase({ dataDir: torn, databaseUrl: null })).rejects.toThrow('cannot be opened');

  // Restoring is starting on the copy.
  const restored = await startServer({ DATA_DIR: backup });
  expect((await openClient(restored.url, key).hold(eventId)).status).toBe(201);
  // A command in the middle does not keep the server from stopping.
  await once(connect(join(backup, 'backup.sock')), 'data');
  expect((await restored.end('SIGTERM')).code).toBe(0);
  const db = await openDatabase({ dataDir: backup, databaseUrl: null });
  try {
    expect(await brokenPromises(db, before)).toEqual([]);
    await expectConsistency(db);
    // Shows that this can fail: what was sold later is not in it.
    expect((await brokenPromises(db, confirmed)).length).toBeGreaterThan(0);
  } finally {
    await db.close();
  }
  console.info(
    `${before.orders.size} orders before and ${during.orders.size - before.orders.size} during the backup; a checkout took at most ${usualMs.toFixed()} ms before it, ${waitedMs.toFixed()} ms during it`,
  );
});
