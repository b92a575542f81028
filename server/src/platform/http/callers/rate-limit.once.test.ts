import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RateLimitState, SlidingWindow } from './rate-limit.ts';

/** The rule without optimization: keeps every allowed request forever and counts anew each time. */
class NaiveWindow {
  readonly #limit: number;
  readonly #answered: { key: string; at: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(key: string, now: number): RateLimitState {
    const counted = () => this.#answered.filter((one) => one.key === key && one.at > now - 60_000);
    const allowed = counted().length < this.#limit;
    if (allowed) this.#answered.push({ key, at: now });
    const oldest = counted()[0]?.at ?? now;
    return { allowed, remaining: this.#limit - counted().length, resetMs: oldest + 60_000 - now };
  }
}

const requests = fc.array(
  fc.record({ key: fc.constantFrom('a', 'b'), waitMs: fc.oneof(fc.constant(0), fc.nat(70_000)) }),
  { maxLength: 80 },
);

describe('the sliding window', () => {
  test('agrees with a naive count of the last 60 seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), requests, (limit, list) => {
        const exact = new SlidingWindow(limit);
        const naive = new NaiveWindow(limit);
        let now = 1_800_000_000_000;
        for (const { key, waitMs } of list) {
          now += waitMs;
          expect(exact.take(key, now)).toEqual(naive.take(key, now));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('does not count refused requests: a client that keeps trying is allowed when its first slot is free', () => {
    const window = new SlidingWindow(1);
    expect(window.take('a', 0).allowed).toBe(true);
    for (let second = 1; second < 60; second++) expect(window.take('a', second * 1_000).allowed).toBe(false);
    expect(window.take('a', 60_000).allowed).toBe(true);
  });

  test('refuses nobody for longer than the window, when the clock was hours ahead and is set back', () => {
    const window = new SlidingWindow(1);
    const hours = 8 * 3_600_000;
    expect(window.take('a', hours).allowed).toBe(true);
    expect(window.take('a', 0).resetMs).toBeLessThanOrEqual(60_000);
    expect(window.take('a', 60_000).allowed).toBe(true);
  });
});
