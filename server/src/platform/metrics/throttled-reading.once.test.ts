import { expect, test } from 'vitest';
import { ThrottledReading } from './throttled-reading.ts';

/** Readings that the test finishes, and a clock that it moves. */
function openReading() {
  const started: PromiseWithResolvers<number>[] = [];
  let nowMs = 0;
  const reading = new ThrottledReading(
    () => {
      const one = Promise.withResolvers<number>();
      started.push(one);
      return one.promise;
    },
    () => nowMs,
  );
  return {
    reading,
    started,
    at(ms: number) {
      nowMs = ms;
    },
  };
}

test('is read once in 15 s for all callers, and again after it', async () => {
  const { reading, started, at } = openReading();
  const asked = [reading.latest(), reading.latest()];
  started[0]?.resolve(1);
  expect(await Promise.all(asked)).toEqual([1, 1]);
  at(14_999);
  expect(await reading.latest()).toBe(1);
  expect(started).toHaveLength(1);
  at(15_000);
  const next = reading.latest();
  started[1]?.resolve(2);
  expect(await next).toBe(2);
});

test('callers do not wait for a hanging reading, no other one starts, and its late value is used', async () => {
  const { reading, started, at } = openReading();
  const first = reading.latest();
  started[0]?.resolve(1);
  await first;
  at(15_000);
  expect(await reading.latest()).toBeUndefined();
  at(60_000);
  expect(await reading.latest()).toBeUndefined();
  expect(started).toHaveLength(2);
  started[1]?.resolve(2);
  await new Promise((resolve) => setImmediate(resolve));
  at(29_000);
  expect(await reading.latest()).toBe(2);
});

test('a failed reading gives no value instead of an old one, and is retried', async () => {
  const { reading, started, at } = openReading();
  const first = reading.latest();
  started[0]?.resolve(1);
  await first;
  at(15_000);
  const failed = reading.latest();
  started[1]?.reject(new Error('gone'));
  expect(await failed).toBeUndefined();
  expect(await reading.latest()).toBeUndefined();
  at(30_000);
  const again = reading.latest();
  started[2]?.resolve(3);
  expect(await again).toBe(3);
});

test('a clock that was set back does not stop the readings', async () => {
  const { reading, started, at } = openReading();
  at(3_600_000);
  const first = reading.latest();
  started[0]?.resolve(1);
  await first;
  at(0);
  const next = reading.latest();
  started[1]?.resolve(2);
  expect(await next).toBe(2);
});
