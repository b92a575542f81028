import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { openClient } from './client.ts';
import { brokenPromises, buyOnce, CAPACITY, Confirmed } from './confirmed.ts';
import { newInstallation } from './installation.ts';
import { startServer } from './start-server.ts';

const DISK_MEGABYTES = 160;
/** A little more than the server's minimum, so the disk becomes full during the sale. */
const LEFT_MEGABYTES = 66;

/** A file system of its own, in memory: only root may mount one. */
function smallDisk(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'takilya-disk-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', directory]));
  return directory;
}

test('a full disk refuses writes before PostgreSQL fails; with room again the server recovers by itself', async (context) => {
  const disk = smallDisk();
  if (!disk) return context.skip('mounting a small disk takes root');
  const { env, key } = await newInstallation('embedded');
  const dataDir = join(disk, 'data');
  cpSync(env.DATA_DIR ?? '', dataDir, { recursive: true });

  const server = await startServer({ ...env, DATA_DIR: dataDir });
  const client = openClient(server.url, key);
  const eventId = await client.createEvent({ capacity: CAPACITY });
  const confirmed = new Confirmed();
  await buyOnce(client, eventId, confirmed, 2);

  const filler = join(disk, 'filler');
  const available = Number(execFileSync('df', ['--output=avail', '-m', disk], { encoding: 'utf8' }).split('\n')[1]);
  writeFileSync(filler, Buffer.alloc((available - LEFT_MEGABYTES) * 2 ** 20));
  const pages = (change: number) =>
    Array.from({ length: 1_500 }, (_, word) => Math.sin(change * 1_500 + word).toString(36)).join(' ');
  let answer = { status: 200, message: '' };
  for (let change = 0; answer.status === 200 && change < 1_000; change++)
    answer = await client.call('PUT', `/events/${eventId}`, { description: pages(change) });
  expect(answer).toMatchObject({ status: 503, code: 'disk_full' });
  // Reads are served, and no sale is confirmed that is not stored.
  for (const path of [`/events/${eventId}`, '/orders?q=maria', `/events/${eventId}/attendees?q=maria`])
    expect([path, await client.call('GET', path)]).toMatchObject([path, { status: 200 }]);
  expect((await client.hold(eventId)).status).toBe(503);
  const ready = () => fetch(`${server.url}/readyz`);
  expect(await (await ready()).json()).toMatchObject({ error: { status: 503, code: 'disk_full' } });

  rmSync(filler);
  await expect.poll(async () => (await client.hold(eventId)).status).toBe(201);
  expect((await ready()).status).toBe(200);
  await buyOnce(client, eventId, confirmed, 1);
  expect(confirmed.orders.size).toBe(2);
  expect((await server.end('SIGTERM')).code).toBe(0);

  const db = await openDatabase({ dataDir, databaseUrl: null });
  onTestFinished(() => db.close());
  expect(await brokenPromises(db, confirmed)).toStrictEqual([]);
  await expectConsistency(db);
});
