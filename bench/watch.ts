import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { createApiKey } from '../server/src/api-keys/create-api-key.ts';
import { OPERATOR } from '../server/src/audit-log/actor.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { firstIdAt } from '../server/src/values/uuid.ts';
import { checkChanges } from '../server/src/verify/check-changes.ts';
import { PAUSE_PER_WORK } from '../server/src/verify/periodic-check.ts';
import type { Progress } from '../server/src/verify/progress.ts';
import { readInvariants, UNITS } from '../server/src/verify/read-invariants.ts';
import { verifyConsistency } from '../server/src/verify/verify-consistency.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillPast } from '../server/test/fixtures/fill-past.ts';
import { load } from './load.ts';
import { startService } from './processes.ts';
import { apiRequest, checkoutRequest, generalAdmission } from './shop.ts';

/**
 * How consistency checks slow requests: an organization with 100,000 orders of one event on one PostgreSQL, alternating
 * between no check, the periodic check with its maximum work, and `takilya verify`. Then the cost of both checks on
 * their own.
 */
const ORDERS = 100_000;
const FROM = new Date('2026-01-01T00:00:00Z');
const ROUNDS = 5;
const CONNECTIONS = 8;
const BAR = 1.2;
/** Progress as if nothing had been checked since the first order. */
const ALL_IS_NEW: Progress = { seen: Object.fromEntries(UNITS.map((unit) => [unit, firstIdAt(FROM)])) };

/** A check that is measured alone needs no pauses. */
const never = new AbortController().signal;

const postgres = await startPostgres({ fsync: true });
const url = await postgres.createDatabase('watch');
const service = await startService(url);
const db = await openPostgres(url);
const requests = await prepare();

const table = [];
for (const [beside, work] of [
  ['the periodic check', (stopped: AbortSignal) => checkOnce(ALL_IS_NEW, stopped)],
  ['takilya verify', (stopped: AbortSignal) => verifyConsistency(db, new Date(), { signal: stopped })],
] as const)
  for (const request of requests) {
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const quiet = await measure(request);
      const stopping = new AbortController();
      const working = again(work, stopping.signal);
      ratios.push(quiet / (await measure(request)));
      stopping.abort();
      await working;
    }
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
    const bar = beside === 'takilya verify' ? '' : `${BAR} × ${ratio <= BAR ? 'reached' : 'MISSED'}`;
    table.push({ answers: request.what, beside, 'quiet to beside': `${ratio.toFixed(2)} ×`, bar });
  }
console.table(table);

const all = await seconds(() => verifyConsistency(db, new Date()));
const [most, usual] = [await checkOnce(ALL_IS_NEW, never), await checkOnce({}, never)];
console.log(`takilya verify: ${all.toFixed(1)} s`);
console.log(`the periodic check: ${most.toFixed(1)} s of work at the most, ${usual.toFixed(1)} s when nothing is new`);
await db.close();
await service.stop();
await postgres.stop();

/** @returns the seconds that the database worked */
async function checkOnce(progress: Progress, stopped: AbortSignal): Promise<number> {
  let workedMs = 0;
  await checkChanges(db, await readInvariants(), progress, {
    now: new Date(),
    number: 0,
    async pauseAfter(tookMs) {
      workedMs += tookMs;
      await pause(stopped === never ? 0 : tookMs * PAUSE_PER_WORK, null, { signal: stopped });
    },
    save: async () => {},
  });
  return workedMs / 1_000;
}

async function again(work: (stopped: AbortSignal) => Promise<unknown>, stopped: AbortSignal) {
  try {
    while (!stopped.aborted) await work(stopped);
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
}

async function measure({ status, amount, bytes }: (typeof requests)[number]): Promise<number> {
  const options = { connections: CONNECTIONS, amount, status, request: () => bytes };
  return (await load([service], options)).perSecond;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

async function prepare() {
  const { organizationId, events } = await fillPast(db, { orders: ORDERS, events: 1, from: FROM, days: 300 });
  await db.query(sql`vacuum analyze`);
  const { key: apiKey } = await createApiKey(db, {
    organizationId,
    actor: OPERATOR,
    name: 'bench',
    now: new Date(),
  });
  const shop = { ...service, apiKey };
  const onSale = await generalAdmission(service, 1_000_000);
  return [
    { what: 'POST /checkouts', status: 201, amount: 4_000, bytes: checkoutRequest(service, { event_id: onSale }) },
    {
      what: 'GET /events/{id}/attendees',
      status: 200,
      amount: 400,
      bytes: apiRequest(shop, 'GET', `/events/${events[0]?.eventId}/attendees`),
    },
  ];
}
