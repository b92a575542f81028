import { describe, expect, test } from 'vitest';
import { nextAttempt } from './next-attempt.ts';

const now = new Date('2027-02-01T04:00:00.000Z');
const SCHEDULE = [5, 300];

const waitOf = (attempts: number, random: number, retryAfter: string | null = null, retrySeconds = SCHEDULE) => {
  const at = nextAttempt({ attempts, retrySeconds, retryAfter, now }, () => random);
  return at && (at.getTime() - now.getTime()) / 1_000;
};

describe('the next attempt', () => {
  test('follows the retry schedule, 20 % sooner or later', () => {
    expect([0, 0.5, 1].map((random) => waitOf(1, random))).toEqual([4, 5, 6]);
    expect([0, 0.5, 1].map((random) => waitOf(2, random))).toEqual([240, 300, 360]);
  });

  test('does not come after the end of the schedule', () => {
    expect(waitOf(3, 0.5)).toBeNull();
    expect(waitOf(1, 0.5, '60', [])).toBeNull();
  });

  test('is never before Retry-After nor before the schedule', () => {
    expect(waitOf(1, 0, '60')).toBe(60);
    expect(waitOf(1, 1, '60')).toBe(72);
    expect(waitOf(2, 0.5, '1')).toBe(300);
    expect(waitOf(2, 0.5, '0')).toBe(300);
  });

  test('accepts Retry-After as a date, and ignores past or invalid ones', () => {
    expect(waitOf(1, 0, 'Mon, 01 Feb 2027 04:01:00 GMT')).toBe(60);
    expect(waitOf(1, 0.5, 'Mon, 01 Feb 2027 03:00:00 GMT')).toBe(5);
    for (const nonsense of ['', 'soon', '-5', '1e9', '5 minutes']) expect(waitOf(1, 0.5, nonsense)).toBe(5);
  });

  test('is delayed by a day at most', () => {
    for (const random of [0, 1]) expect(waitOf(1, random, '99999999999999999999')).toBe(86_400);
  });
});
