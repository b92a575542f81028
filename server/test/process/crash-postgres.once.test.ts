import { expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { migrateSchema } from '../../src/schema/own-schema.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { startPostgres } from '../databases/postgres-server.ts';
import { openClient } from './client.ts';
import { BUYERS, brokenPromises, buyOnce, CAPACITY, Confirmed } from './confirmed.ts';
import { newDataDir, startServer } from './start-server.ts';

/** How often the server is killed. More kills: `CRASH_CYCLES=50 npx vitest run --project once crash`. */
const CYCLES = Math.ceil(Number(process.env.CRASH_CYCLES ?? 0) / 5) || 2;

test('after PostgreSQL was killed during an on-sale the server recovers by itself with everything that it confirmed', async () => {
  const postgres = await startPostgres({ fsync: true });
  onTestFinished(() => postgres.stop());
  const url = await postgres.createDatabase('crash');
  const setUp = await openPostgres(url);
  await migrateSchema(setUp);
  const now = new Date();
  const organizationId = await createOrganization(setUp, { name: 'Lakbay Concerts', now });
  const { key } = await createApiKey(setUp, { organizationId, actor: OPERATOR, name: 'test', now });
  await setUp.close();
  const server = await startServer({ DATA_DIR: await newDataDir(), DATABASE_URL: url });
  const client = openClient(server.url, key);
  const eventId = await client.createEvent({ capacity: CAPACITY });

  const confirmed = new Confirmed();
  let failed = 0;
  const stopped = new AbortController();
  /** Retries after every failure, because the server keeps running. */
  async function buy() {
    while (!stopped.signal.aborted) await buyOnce(client, eventId, confirmed, 1).catch(() => failed++);
  }
  const buyers = Array.from({ length: BUYERS }, buy);
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const [before, failedBefore] = [confirmed.checkIns.size, failed];
    await expect.poll(() => confirmed.checkIns.size, { interval: 5 }).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400));
    await postgres.kill();
    await expect.poll(() => failed, { interval: 5 }).toBeGreaterThan(failedBefore);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    await postgres.restart();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  }
  const after = confirmed.checkIns.size;
  await expect.poll(() => confirmed.checkIns.size).toBeGreaterThan(after);
  stopped.abort();
  await Promise.all(buyers);

  const db = await openPostgres(url);
  onTestFinished(() => db.close());
  expect(await brokenPromises(db, confirmed)).toStrictEqual([]);
  await expectConsistency(db);
  // Shows that this check can fail.
  confirmed.orders.add('never made');
  expect(await brokenPromises(db, confirmed)).toStrictEqual(['order never made']);
  console.info(
    `${CYCLES} kills of PostgreSQL; ${failed} requests failed, ${confirmed.orders.size - 1} orders confirmed and kept`,
  );
}, 600_000);
