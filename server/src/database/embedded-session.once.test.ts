import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { createInMemory } from './embedded.ts';
import { EmbeddedSession } from './embedded-session.ts';

const statement = (text: string) => ({ text, values: [] });
const MEGABYTE = 1_048_576;

async function openSession(): Promise<EmbeddedSession> {
  const pg = await createInMemory();
  onTestFinished(() => pg.close());
  return new EmbeddedSession(pg);
}

/** What is in use once everything that nobody holds is gone. */
function megabytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

test('an answer of many pieces comes whole, and an error in the middle of it is its error', async () => {
  const session = await openSession();
  const rows = session.query(
    statement(`select n, repeat(chr(8369), 3000 + n) as pesos from generate_series(1, 200) n`),
  );
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  expect(rows.every(({ n, pesos }) => pesos === '₱'.repeat(3_000 + Number(n)))).toBe(true);
  expect(() => session.query(statement('select 1 / (50 - n) from generate_series(1, 100) n'))).toThrow(
    'division by zero',
  );
  expect(session.query(statement('select 1 as one'))).toEqual([{ one: 1 }]);
});

test('what was read is not kept: a server reads for years', async () => {
  const session = await openSession();
  const before = megabytesInUse();
  for (let times = 0; times < 100; times++) {
    session.query(statement(`select repeat('x', 1000) as text from generate_series(1, 1000)`));
    await nextTurn();
  }
  expect(megabytesInUse() - before).toBeLessThan(20);
});

test('a database that breaks off its answer says so, and why', async () => {
  const pg: Pick<PGlite, 'execProtocolRawStream'> = {
    execProtocolRawStream: () => Promise.reject(new Error('out of memory')),
  };
  const failed = await Promise.resolve()
    .then(() => new EmbeddedSession(pg).query(statement('select 1')))
    .catch((error) => error);
  expect(failed.message).toBe('the embedded database broke off its answer');
  await expect.poll(() => failed.cause).toEqual(new Error('out of memory'));
});
