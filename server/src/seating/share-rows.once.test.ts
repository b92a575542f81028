import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SharedRows, shareRows } from './share-rows.ts';

const PARTIES = 4;
const rows = fc.array(
  fc.record({
    free: fc.integer({ min: 0, max: 6 }),
    parties: fc.subarray([...Array(PARTIES).keys()], { minLength: 1 }),
  }),
  { minLength: 1, maxLength: 6 },
);
const wanted = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: PARTIES, maxLength: PARTIES });
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Hall: all parties get their seats exactly if no group of parties wants more than the rows that any of it may use. */
function allCanSit(all: number[], shared: SharedRows[]): boolean {
  for (let mask = 1; mask < 2 ** PARTIES; mask++) {
    const isIn = (party: number) => (mask & (1 << party)) !== 0;
    const usable = sum(shared.map(({ free, parties }) => (parties.some(isIn) ? free : 0)));
    if (sum(all.filter((_, party) => isIn(party))) > usable) return false;
  }
  return true;
}

describe('sharing rows between parties', () => {
  test('leaves shared rows to a party that has no others', () => {
    expect(
      shareRows(
        [3, 4],
        [
          { free: 3, parties: [0, 1] },
          { free: 3, parties: [0] },
          { free: 1, parties: [1] },
        ],
      ),
    ).toEqual([
      [0, 3, 0],
      [3, 0, 1],
    ]);
  });

  test('gives only free seats of rows that a party may use, and no party more than it wants', () => {
    fc.assert(
      fc.property(wanted, rows, (all, shared) => {
        const given = shareRows(all, shared);
        for (const [party, ofRows] of given.entries()) {
          expect(sum(ofRows)).toBeLessThanOrEqual(all[party] ?? 0);
          for (const [index, count] of ofRows.entries()) {
            expect(count).toBeGreaterThanOrEqual(0);
            if (!shared[index]?.parties.includes(party)) expect(count).toBe(0);
          }
        }
        for (const [index, { free }] of shared.entries())
          expect(sum(given.map((ofRows) => ofRows[index] ?? 0))).toBeLessThanOrEqual(free);
      }),
    );
  });

  test('seats all parties exactly if that is possible', () => {
    fc.assert(
      fc.property(wanted, rows, (all, shared) => {
        const seated = shareRows(all, shared).map(sum);
        expect(all.every((quantity, party) => seated[party] === quantity)).toBe(allCanSit(all, shared));
      }),
      { numRuns: 2_000 },
    );
  });
});
