import { expect, test } from 'vitest';
import { Problem } from '../api/problem.ts';
import { runEach } from './run-each.ts';

/** With the header of Takilya's answers, and of those of proxies. */
const problem = (status: number) =>
  new Problem({ status, code: 'unexplained', message: 'no' }, { retryAfterSeconds: 7 });

test('each item is done once, four at a time, and an error of one stops no other', async () => {
  const items = Array.from({ length: 9 }, (_, index) => index);
  const [started, ended]: [number[], [number, string | undefined][]] = [[], []];
  let [atOnce, most] = [0, 0];
  await runEach(items, {
    async act(item) {
      started.push(item);
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      if (item % 4 === 0) throw problem(409);
    },
    onEnd: (item, error) => ended.push([item, error?.message]),
  });
  expect(started).toEqual(items);
  expect(most).toBe(4);
  expect(ended.toSorted(([a], [b]) => a - b)).toEqual(items.map((item) => [item, item % 4 === 0 ? 'no' : undefined]));
});

test('a request over the rate limit is sent again when the limit allows it, a few times', async () => {
  const pauses: number[] = [];
  const pause = async (seconds: number) => void pauses.push(seconds);
  const tries: Record<string, number> = {};
  const errors: Record<string, Error | null> = {};
  await runEach(['twice', 'always'], {
    async act(item) {
      tries[item] = (tries[item] ?? 0) + 1;
      if (item === 'always' || tries[item] < 3) throw problem(429);
    },
    onEnd: (item, error) => {
      errors[item] = error;
    },
    pause,
  });
  expect(tries).toEqual({ twice: 3, always: 4 });
  expect(errors).toMatchObject({ twice: null, always: { status: 429 } });
  expect(pauses).toEqual([7, 7, 7, 7, 7]);
});
