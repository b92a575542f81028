import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Uuid } from '../values/uuid.ts';
import { owedSeats, type PricedRow, seatsForAll, shareLists, type WaitingTier } from './owed-seats.ts';

const [vip, regular, child] = ['vip', 'regular', 'child'] as Uuid[] as [Uuid, Uuid, Uuid];
const TIERS = [vip, regular, child];
const hall = fc.array(
  fc.record({ tierIds: fc.subarray(TIERS, { minLength: 1 }), free: fc.integer({ min: 0, max: 3 }) }),
  { maxLength: 4 },
);
const lists = fc
  .array(fc.integer({ min: 0, max: 5 }), { minLength: TIERS.length, maxLength: TIERS.length })
  .map((waiting) => TIERS.map((id, index) => ({ id, waiting: waiting[index] ?? 0 })));
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * The most seats that all lists can have together: some lists get all that they want, or the others all of their rows.
 */
const mostOf = (rows: PricedRow[], all: WaitingTier[]): number => {
  const cuts = Array.from({ length: 2 ** all.length }, (_, mask) => {
    const isShort = (list: number) => (mask & (1 << list)) !== 0;
    const wanted = sum(all.map(({ waiting }, list) => (isShort(list) ? 0 : waiting)));
    const ofShort = rows.filter(({ tierIds }) => all.some(({ id }, list) => isShort(list) && tierIds.includes(id)));
    return wanted + sum(ofShort.map(({ free }) => free));
  });
  return Math.min(...cuts);
};

/** What is left of the rows after each way to take seats at these prices. */
const waysToTake = (rows: PricedRow[], tierIds: Uuid[]): PricedRow[][] =>
  rows.reduce<PricedRow[][]>(
    (ways, row) => {
      const most = row.tierIds.some((id) => tierIds.includes(id)) ? row.free : 0;
      const left = Array.from({ length: most + 1 }, (_, count) => ({ ...row, free: row.free - count }));
      return ways.flatMap((way) => left.map((rest) => [...way, rest]));
    },
    [[]],
  );

const freeOf = (rows: PricedRow[]) => sum(rows.map(({ free }) => free));

describe('seats that are owed to waiting lists', () => {
  test('are in the sections with the most free seats, and no more than the lists ask for', () => {
    const [left, right, back] = ['left', 'right', 'back'] as Uuid[] as [Uuid, Uuid, Uuid];
    const sections = new Map([
      [left, [{ tierIds: [vip], free: 1 }]],
      [
        right,
        [
          { tierIds: [vip], free: 4 },
          { tierIds: [regular], free: 2 },
        ],
      ],
      [back, [{ tierIds: [vip], free: 1 }]],
    ]);
    const wanted = [
      { id: vip, waiting: 5 },
      { id: regular, waiting: 1 },
    ];
    expect([...shareLists(wanted, sections)]).toEqual([
      [
        right,
        [
          { id: vip, waiting: 4 },
          { id: regular, waiting: 1 },
        ],
      ],
      [left, [{ id: vip, waiting: 1 }]],
    ]);
  });

  test('are in another section where a list before keeps those of the first one', () => {
    const [stalls, balcony] = ['stalls', 'balcony'] as Uuid[] as [Uuid, Uuid];
    const sections = new Map([
      [stalls, [{ tierIds: [vip, regular], free: 4 }]],
      [balcony, [{ tierIds: [regular], free: 3 }]],
    ]);
    const wanted = [
      { id: vip, waiting: 4 },
      { id: regular, waiting: 3 },
    ];
    expect([...shareLists(wanted, sections)]).toEqual([
      [stalls, [{ id: vip, waiting: 4 }]],
      [balcony, [{ id: regular, waiting: 3 }]],
    ]);
  });

  test('are none at a price whose seats are taken, and those of rows that only others may use are not', () => {
    const rows = [
      { tierIds: [vip], free: 0 },
      { tierIds: [regular], free: 3 },
    ];
    expect(seatsForAll(rows, [{ id: vip, waiting: 3 }], [regular])).toBe(3);
  });

  test('are those that a list finds in its own rows first', () => {
    const rows = [
      { tierIds: [vip], free: 2 },
      { tierIds: [vip, regular], free: 3 },
    ];
    expect(seatsForAll(rows, [{ id: vip, waiting: 4 }], [regular])).toBe(1);
    expect(seatsForAll(rows, [{ id: vip, waiting: 4 }], [vip])).toBe(1);
  });

  test('are as many as all lists can have together', () => {
    fc.assert(
      fc.property(hall, lists, (rows, all) => {
        const owed = owedSeats(rows, all);
        expect(sum(owed)).toBe(mostOf(rows, all));
        for (const [list, count] of owed.entries()) expect(count).toBeLessThanOrEqual(all[list]?.waiting ?? 0);
      }),
      { numRuns: 1_000 },
    );
  });

  test('leave to anyone the most seats that can be taken without a loss to the lists', () => {
    fc.assert(
      fc.property(hall, lists, fc.subarray(TIERS, { minLength: 1 }), (rows, all, tierIds) => {
        const harmless = waysToTake(rows, tierIds).filter((left) => mostOf(left, all) === mostOf(rows, all));
        const most = Math.max(...harmless.map((left) => freeOf(rows) - freeOf(left)));
        expect(seatsForAll(rows, all, tierIds)).toBe(most);
      }),
      { numRuns: 1_000 },
    );
  });
});
