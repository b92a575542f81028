import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createInMemory } from './embedded.ts';
import { EmbeddedSession } from './embedded-session.ts';
import { engineOf } from './engine.ts';

const statement = (text: string) => ({ text, values: [] });
const MEGABYTE = 1_048_576;

/** Creating one takes most of the time of this file, so its tests share it. */
const pg = await createInMemory();
const engine = engineOf(pg);
afterAll(() => pg.close());

/** What the session of another test left in the engine is gone. */
async function openSession(): Promise<EmbeddedSession> {
  const session = new EmbeddedSession(engine);
  await session.runScript('deallocate all; drop table if exists things');
  return session;
}

/** Heap in use after a garbage collection. */
function megabytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

test('a large result arrives complete, and an error in the middle of one rejects its query', async () => {
  const session = await openSession();
  const rows = await session.query(
    statement(`select n, repeat(chr(8369), 3000 + n) as pesos from generate_series(1, 200) n`),
  );
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  expect(rows.every(({ n, pesos }) => pesos === '₱'.repeat(3_000 + Number(n)))).toBe(true);
  await expect(session.query(statement('select 1 / (50 - n) from generate_series(1, 100) n'))).rejects.toThrow(
    'division by zero',
  );
  expect(await session.query(statement('select 1 as one'))).toEqual([{ one: 1 }]);
});

test('results that were read are not retained', async () => {
  const session = await openSession();
  const before = megabytesInUse();
  for (let times = 0; times < 100; times++) {
    await session.query(statement(`select repeat('x', 1000) as text from generate_series(1, 1000)`));
  }
  expect(megabytesInUse() - before).toBeLessThan(20);
});

test('concurrent queries are sent together, and each gets its own result or error', async () => {
  const session = await openSession();
  const exchange = vi.spyOn(engine, 'exchange');
  onTestFinished(() => exchange.mockRestore());
  const asked = ['select 1 as one', 'select 1 / 0', 'no sql', 'select 2 as two', 'select 1 as one'];
  const answers = await Promise.allSettled(asked.map((text) => session.query(statement(text))));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
    [{ one: 1 }],
    'division by zero',
    'syntax error at or near "no"',
    [{ two: 2 }],
    [{ one: 1 }],
  ]);
  expect(exchange).toHaveBeenCalledTimes(1);
  expect(await session.query(statement('select 1 as one'))).toEqual([{ one: 1 }]);
});

test('a statement whose columns changed since it was prepared fails once and is prepared anew', async () => {
  const session = await openSession();
  await session.runScript('create table things (id int); insert into things values (1)');
  const all = statement('select * from things');
  expect(await session.query(all)).toEqual([{ id: 1 }]);
  await session.runScript('alter table things add column name text');
  await expect(session.query(all)).rejects.toThrow('cached plan must not change result type');
  expect(await session.query(all)).toEqual([{ id: 1, name: null }]);
});

test('a failed statement leaves nothing behind: the next attempt prepares it under another name', async () => {
  const session = await openSession();
  await session.runScript('create table things (id int primary key)');
  const insert = { text: 'insert into things values ($1)', values: [1] };
  await session.query(insert);
  for (let times = 0; times < 20; times++) await expect(session.query(insert)).rejects.toThrow('duplicate key');
  await expect(session.query({ ...insert, values: [2] })).resolves.toEqual([]);
  const prepared = await session.query(statement('select count(*)::int as count from pg_prepared_statements'));
  // The insert, and this query itself.
  expect(prepared).toEqual([{ count: 2 }]);
});

/** "Bind complete", and nothing after it. */
const halfAnAnswer = Buffer.from([0x32, 0, 0, 0, 4]);

test.each([
  ['nothing', () => Promise.reject(new Error('out of memory')), 'out of memory'],
  ['half an answer', async () => halfAnAnswer, 'its answer ends in the middle'],
])('if the engine answers with %s, all pending queries reject with the cause', async (_what, exchange, why) => {
  const session = new EmbeddedSession({ exchange, close: async () => {}, panicked() {} });
  const answers = await Promise.allSettled([1, 2].map((n) => session.query(statement(`select ${n}`))));
  const broken = new Error('the embedded database broke off its answer', { cause: new Error(why) });
  expect(answers).toEqual([1, 2].map(() => ({ status: 'rejected', reason: broken })));
});

/** "Error response" with this severity, and "ready for query". */
function failure(severity: string): Buffer<ArrayBuffer> {
  const fields = Buffer.from(`S${severity}\0V${severity}\0C53100\0Mcould not write to file\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  return Buffer.concat([Buffer.from('E'), length, fields, ready]);
}

test.each([
  ['PANIC', ['could not write to file']],
  ['ERROR', []],
])('a statement that fails with %s', async (severity, panics) => {
  const seen: string[] = [];
  const session = new EmbeddedSession({
    exchange: async () => failure(severity),
    close: async () => {},
    panicked: (reason) => void seen.push(reason),
  });
  await expect(session.runScript('checkpoint')).rejects.toMatchObject({ code: '53100' });
  expect(seen).toEqual(panics);
});
