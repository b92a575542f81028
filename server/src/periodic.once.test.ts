import { readFileSync } from 'node:fs';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from './config/config.ts';
import { periodicTasks } from './periodic.ts';
import { serviceMetrics } from './platform/metrics/service-metrics.ts';
import { startPeriodicTasks } from './platform/work/periodic-tasks.ts';
import { throwErrors } from './platform/work/throw-errors.ts';

const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });

/** A task that runs until the test finishes it. */
function longTask() {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  let runs = 0;
  const run = () => {
    runs++;
    return promise;
  };
  return { task: { name: 'long', everyMs: DAY_MS, run }, finish, runs: () => runs };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('stopping waits for a running task, but not for its next run', async () => {
  const { task, finish, runs } = longTask();
  const stop = startPeriodicTasks([task], log);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await nextTurn();
  expect(stopped).toBe(false);
  finish();
  await nextTurn();
  expect(stopped).toBe(true);
  await stopping;
  expect(runs()).toBe(1);
});

test('stopping interrupts the pause between two runs', async () => {
  const { task, finish } = longTask();
  finish();
  const stop = startPeriodicTasks([task], log);
  await nextTurn();
  await stop();
});

test('a failed task is retried', async () => {
  let tries = 0;
  const failing = {
    name: 'failing',
    everyMs: 1,
    async run() {
      tries++;
      throw new Error('the database is unavailable');
    },
  };
  const stop = startPeriodicTasks([failing], log);
  await expect.poll(() => tries, { interval: 1 }).toBeGreaterThan(1);
  await stop();
});

/** @returns the lines of one run */
async function linesOf(run: () => Promise<unknown>) {
  const lines: { err: { message: string }; errors: number }[] = [];
  const logger = pino({ serializers: pino.stdSerializers }, { write: (line) => void lines.push(JSON.parse(line)) });
  const stop = startPeriodicTasks([{ name: 'failing', everyMs: DAY_MS, run }], logger);
  await nextTurn();
  await stop();
  return lines;
}

test('each of several errors of a run is logged, up to ten', async () => {
  const errors = Array.from({ length: 12 }, (_, index) => new Error(`event ${index}`));
  const lines = await linesOf(async () => throwErrors(errors));
  expect(lines.map(({ err }) => err.message)).toEqual(errors.slice(0, 10).map(({ message }) => message));
  expect(lines.every((line) => line.errors === 12)).toBe(true);
});

test('a connection that failed at both addresses of a host is one error', async () => {
  const refused = new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')], 'refused');
  const lines = await linesOf(() => Promise.reject(refused));
  expect(lines).toMatchObject([{ errors: 1 }]);
});

test('metrics report the last success, duration and failures of each task', async () => {
  let fails = true;
  const ran = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const run = async () => {
    ran[runs++]?.resolve();
    if (fails) throw new Error('no');
  };
  const stop = startPeriodicTasks([{ name: 'measured', everyMs: 0, run }], log);
  await ran[0]?.promise;
  const before = await serviceMetrics.metrics();
  expect(before).toContain('takilya_task_failures_total{task="measured"} 1');
  expect(before).not.toContain('takilya_task_last_success_timestamp_seconds{task="measured"}');
  fails = false;
  await ran[1]?.promise;
  await stop();
  const after = await serviceMetrics.metrics();
  expect(after).toMatch(/takilya_task_last_success_timestamp_seconds\{task="measured"\} \d{10}/);
  expect(after).toMatch(/takilya_task_duration_seconds\{task="measured"\} \d/);
});

test('docs/watch.md lists each task and its interval', () => {
  const config = readConfig({ SUBSCRIPTION_WRITES: 'enabled' });
  const [, table = ''] = readFileSync('docs/watch.md', 'utf8').split('## Periodic tasks');
  const documented = [...table.matchAll(/^\| (\w[^|]*?) +\| (\d+) (s|min) +\|/gm)].map(
    ([, name, count, unit]) => `${name} ${Number(count) * (unit === 's' ? 1_000 : 60_000)}`,
  );
  const tasks = periodicTasks({ config } as Parameters<typeof periodicTasks>[0]);
  expect(documented).toEqual(expect.arrayContaining(tasks.map(({ name, everyMs }) => `${name} ${everyMs}`)));
});
