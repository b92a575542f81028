import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Span, splitRange } from './split-range.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = Date.UTC(1900, 0, 2);
const LAST = Date.UTC(9998, 0, 1);

/** Any instant, but often the edge of an hour or a day, or a millisecond beside it. */
const instant = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(HOUR_MS, DAY_MS), fc.constantFrom(-1, 0, 1))
    .map(([units, unitMs, off]) => Date.UTC(2027, 1, 1) + units * unitMs + off),
);
const range = fc.tuple(instant, instant).map(([a, b]): [number, number] => (a <= b ? [a, b] : [b, a]));

const lengthOf = ([from, before]: Span) => before.getTime() - from.getTime();
const isAligned = ([from, before]: Span, unitMs: number) =>
  from.getTime() % unitMs === 0 && before.getTime() % unitMs === 0;
const has = ([from, before]: Span, instantMs: number) => from.getTime() <= instantMs && instantMs < before.getTime();

describe('a split range', () => {
  const check = (property: (from: number, to: number) => void) =>
    fc.assert(
      fc.property(range, ([from, to]) => property(from, to)),
      { numRuns: 20_000 },
    );
  const split = (from: number, to: number) => splitRange(new Date(from), new Date(to));

  test('has parts that follow each other without gap or overlap and cover exactly the range', () => {
    check((from, to) => {
      const { ordersBefore, hoursBefore, days, hoursAfter, ordersAfter } = split(from, to);
      const filled = [ordersBefore, hoursBefore, days, hoursAfter, ordersAfter].filter((span) => lengthOf(span) !== 0);
      expect(filled.every((span) => lengthOf(span) > 0)).toBe(true);
      expect(filled[0]?.[0].getTime()).toBe(from);
      expect(filled.at(-1)?.[1].getTime()).toBe(to + 1);
      for (const [index, span] of filled.slice(1).entries()) expect(span[0]).toEqual(filled[index]?.[1]);
    });
  });

  test('has every instant of the range in exactly one part, and no other instant', () => {
    const inside = fc.tuple(range, fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(inside, ([[from, to], where]) => {
        const parts = Object.values(split(from, to)) as Span[];
        const holders = (instantMs: number) => parts.filter((span) => has(span, instantMs)).length;
        expect([from, to, from + Math.floor((to - from) * where)].map(holders)).toEqual([1, 1, 1]);
        expect([from - 1, to + 1].map(holders)).toEqual([0, 0]);
      }),
      { numRuns: 20_000 },
    );
  });

  test('has whole days and whole hours in the middle, and less than an hour of orders at each end', () => {
    check((from, to) => {
      const { ordersBefore, hoursBefore, days, hoursAfter, ordersAfter } = split(from, to);
      if (lengthOf(days) > 0) expect(isAligned(days, DAY_MS)).toBe(true);
      for (const hours of [hoursBefore, hoursAfter]) {
        if (lengthOf(hours) > 0) expect(isAligned(hours, HOUR_MS)).toBe(true);
        // Two partial days if the range contains no whole day.
        expect(lengthOf(hours)).toBeLessThan(2 * DAY_MS);
      }
      // Two partial hours if the range contains no whole hour.
      for (const orders of [ordersBefore, ordersAfter]) expect(lengthOf(orders)).toBeLessThan(2 * HOUR_MS);
    });
  });

  test('reads no single orders when it starts and ends on the hour', () => {
    const { ordersBefore, days, ordersAfter } = splitRange(
      new Date('2027-01-31T16:00:00.000Z'),
      new Date('2027-02-28T15:59:59.999Z'),
    );
    expect([lengthOf(ordersBefore), lengthOf(ordersAfter)]).toEqual([0, 0]);
    expect(days.map((day) => day.toISOString())).toEqual(['2027-02-01T00:00:00.000Z', '2027-02-28T00:00:00.000Z']);
  });

  test('without bounds includes every instant that can be stored', () => {
    const parts = Object.values(splitRange(undefined, undefined)) as Span[];
    for (const instantMs of [Date.UTC(1900, 0, 1), 0, Date.UTC(9998, 11, 31)])
      expect(parts.filter((span) => has(span, instantMs))).toHaveLength(1);
  });
});
