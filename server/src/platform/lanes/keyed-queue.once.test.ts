import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

/** The second of two calls waits while the first is at work. @returns what came of the second, and whether it began */
async function waitFor(milliseconds: number, maxWaitMs: number) {
  const queue = new KeyedQueue({ name: 'test', maxWaitMs });
  let hasBegun = false;
  const first = queue.run('event', () => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  const second = queue.run('event', async () => {
    hasBegun = true;
    return 'done';
  });
  await first;
  const outcome = await second.catch(({ status, code }) => ({ status, code }));
  return { outcome, hasBegun };
}

test('work that waited too long is refused before it begins: its caller may have sent it again', async () => {
  expect(await waitFor(50, 20)).toEqual({ outcome: { status: 503, code: 'overloaded' }, hasBegun: false });
});

test('work that waited less is done', async () => {
  expect(await waitFor(5, 10_000)).toEqual({ outcome: 'done', hasBegun: true });
});

test('work after one that waited too long is done', async () => {
  const queue = new KeyedQueue({ name: 'test', maxWaitMs: 20 });
  const first = queue.run('event', () => new Promise((resolve) => setTimeout(resolve, 50)));
  const late = queue.run('event', async () => 'late').catch(({ code }) => code);
  await first;
  expect(await late).toBe('overloaded');
  expect(await queue.run('event', async () => 'next')).toBe('next');
});
