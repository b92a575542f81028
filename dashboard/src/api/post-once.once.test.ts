import { expect, test } from 'vitest';
import { withRepeatKeys } from './post-once.ts';
import { Problem } from './problem.ts';

const problem = (status: number, code = 'refused') => new Problem({ status, code, message: 'no' });

/** @returns the keys of two tries of the same request, `minutes` apart, the first of which ends with `first` */
async function keysOf(first: Error | null, minutes = 0) {
  const keys: unknown[] = [];
  let now = 0;
  const post = withRepeatKeys(
    async (_path, call) => {
      keys.push((call as { idempotencyKey: string }).idempotencyKey);
      if (keys.length === 1 && first) throw first;
    },
    () => now,
  );
  await post('/events', { body: { title: 'Gabi' } }).catch(() => {});
  now = minutes * 60_000;
  await post('/events', { body: { title: 'Gabi' } });
  return keys;
}

test.each([
  ['no answer', problem(0)],
  ['an answer that cannot be read', problem(200)],
  ['a fault of the server', problem(503)],
  ['the rate limit', problem(429)],
  ['a first try that is still running', problem(409, 'idempotency_key_in_use')],
])('after %s a repeat has the same key', async (_case, error) => {
  const [first, second] = await keysOf(error);
  expect(second).toBe(first);
});

test.each([
  ['success', null, 0],
  ['a refusal', problem(409), 0],
  ['a lost answer of ten minutes ago', problem(0), 10],
])('after %s the same request has another key', async (_case, error, minutes) => {
  const [first, second] = await keysOf(error, minutes);
  expect(second).not.toBe(first);
});

test('another content has another key', async () => {
  const keys: unknown[] = [];
  const post = withRepeatKeys(async (_path, call) => {
    keys.push((call as { idempotencyKey: string }).idempotencyKey);
    throw problem(0);
  });
  for (const title of ['Gabi', 'Araw']) await post('/events', { body: { title } }).catch(() => {});
  expect(new Set(keys).size).toBe(2);
});
