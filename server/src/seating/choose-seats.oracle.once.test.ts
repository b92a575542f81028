import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseByTryingAll, take } from '../../test/fixtures/brute-force-chooser.ts';
import { chooseSeats } from './choose-seats.ts';
import type { Piece } from './piece.ts';

/** Rows of separate places: taken ones, aisles, and enough free ones that parties fit, nearly fit, or must split. */
const place = fc.constantFrom('.', '.', '.', 'x', '_');
const looseRow = (longest: number, size?: fc.SizeForArbitrary) =>
  fc.array(place, { maxLength: longest, size }).map((places) => places.join(''));
/** Rows of runs with similar lengths, where the order of the sizes of split pieces is hardest. */
const row = (lengths: fc.Arbitrary<number>) =>
  fc.array(lengths, { minLength: 1, maxLength: 2 }).map((runs) => runs.map((length) => '.'.repeat(length)).join('x'));
const similarRuns = fc
  .integer({ min: 2, max: 4 })
  .chain((length) => fc.array(row(fc.integer({ min: length - 1, max: length + 3 })), { minLength: 2, maxLength: 4 }));

describe('the chosen seats equal the result of a brute-force search', () => {
  test('in small halls with seats sold anywhere', () => {
    const halls = fc.array(looseRow(9), { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(halls, fc.integer({ min: 1, max: 7 }), agree), { numRuns: 3_000 });
  });

  test('in small halls of broken rows, where nearly every party is split', () => {
    const broken = fc
      .array(fc.constantFrom('.', '..', '...', 'x'), { maxLength: 4 })
      .map((runs) => runs.join('x').slice(0, 9));
    const halls = fc.array(broken, { minLength: 2, maxLength: 4 });
    fc.assert(fc.property(halls, fc.integer({ min: 3, max: 7 }), agree), { numRuns: 2_000 });
  });

  test('in halls whose runs have similar lengths', () => {
    fc.assert(fc.property(similarRuns, fc.integer({ min: 3, max: 13 }), agree), { numRuns: 1_000 });
  });
});

function agree(rows: string[], partySize: number): void {
  expect(chooseSeats(rows, partySize)).toEqual(chooseByTryingAll(rows, partySize));
}

describe('in every hall and for every party', () => {
  const halls = fc.array(looseRow(60, 'max'), { maxLength: 40, size: 'max' });
  const parties = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 1_000 }));

  test('each place was free, all of the party sits, together if a run exists, and only too few seats are null', () => {
    fc.assert(
      fc.property(halls, parties, (rows, partySize) => {
        const pieces = chooseSeats(rows, partySize);
        if (!pieces) {
          expect(free(rows)).toBeLessThan(partySize);
          return;
        }
        // `take` throws for a place that is not free or is taken twice.
        expect(free(rows) - free(take(rows, pieces))).toBe(partySize);
        if (rows.some((places) => places.includes('.'.repeat(partySize)))) expect(pieces).toHaveLength(1);
        expect(pieces).toEqual(pieces.toSorted((a, b) => a.row - b.row || a.from - b.from));
      }),
    );
  });

  test('no party is split into more pieces than the longest runs require', () => {
    fc.assert(
      fc.property(halls, parties, (rows, partySize) => {
        const pieces = chooseSeats(rows, partySize) ?? [];
        const runs = rows.flatMap((places) => places.match(/\.+/g) ?? []).map(({ length }) => length);
        const longest = runs.sort((a, b) => b - a).slice(0, Math.max(0, pieces.length - 1));
        expect(longest.reduce((sum, length) => sum + length, 0)).toBeLessThan(partySize);
      }),
    );
  });

  test('the same hall gives the same seats, and is not changed', () => {
    fc.assert(
      fc.property(halls, parties, (rows, partySize) => {
        const before = [...rows];
        const first: Piece[] | null = chooseSeats(rows, partySize);
        expect(chooseSeats(Object.freeze([...rows]), partySize)).toEqual(first);
        expect(rows).toEqual(before);
      }),
    );
  });

  test('selling out one party after the other ends with every seat sold and none sold twice', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(looseRow(20, 'max'), { maxLength: 8, size: 'max' }), sizes, (hall, parties) => {
        let rows: string[] = hall;
        for (let turn = 0; free(rows) > 0; turn++) {
          const partySize = Math.min(parties[turn % parties.length] ?? 1, free(rows));
          rows = take(rows, chooseSeats(rows, partySize) ?? []);
        }
      }),
    );
  });
});

const free = (rows: readonly string[]): number => rows.join('').split('.').length - 1;
