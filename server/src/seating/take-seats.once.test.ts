import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Uuid } from '../values/uuid.ts';
import { chooseSeats } from './choose-seats.ts';
import type { OpenSection } from './open-section.ts';
import { owedSeats, seatsForAll } from './owed-seats.ts';
import { AISLE, countFree, FREE, HELD, withState } from './seat.ts';
import { NOTHING_OWED, takeBest } from './take-seats.ts';

const TIERS = ['vip', 'regular', 'child'] as Uuid[];
const sectionId = 'stalls' as Uuid;
const states = fc
  .array(fc.constantFrom(FREE, FREE, FREE, HELD, AISLE), { minLength: 1, maxLength: 5 })
  .map((places) => places.join(''));
const hall = fc.array(fc.record({ tierIds: fc.subarray(TIERS, { minLength: 1 }), states }), {
  minLength: 1,
  maxLength: 4,
});
const waiting = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: TIERS.length, maxLength: TIERS.length });

/** One section in memory. */
function open(rows: { tierIds: Uuid[]; states: string }[]) {
  const now = rows.map((row) => row.states);
  return {
    now,
    view: (_: Uuid, tierId: Uuid) =>
      now.map((places, row) => (rows[row]?.tierIds.includes(tierId) ? places : AISLE.repeat(places.length))),
    pricedRowsOf: (_?: Uuid, coming?: unknown[]) =>
      rows.map(({ tierIds }, row) => ({ tierIds, free: coming ? 0 : countFree(now[row] ?? '') })),
    take: (_: Uuid, { row, from, count }: { row: number; from: number; count: number }) => {
      expect(now[row]?.slice(from, from + count)).toBe(FREE.repeat(count));
      now[row] = withState(now[row] ?? '', from, count, HELD);
      return Array.from({ length: count }, (__, index) => ({ section: {} as OpenSection, row, place: from + index }));
    },
    free: (places: { row: number; place: number }[]) => {
      for (const { row, place } of places) now[row] = withState(now[row] ?? '', place, 1, FREE);
    },
  };
}

describe('taking the best seats', () => {
  test('leaves a better row to the list that has no other', () => {
    const section = open([
      { tierIds: TIERS, states: '..' },
      { tierIds: TIERS.slice(1), states: '..' },
    ]);
    const lists = [{ sectionId, tierId: TIERS[0] as Uuid, quantity: 2 }];
    takeBest(section, [[{ sectionId, tierId: TIERS[1] as Uuid, quantity: 2 }]], { lists, coming: [] });
    expect(section.now).toEqual(['..', 'hh']);
  });

  test('seats a party side by side where lists need no seats, rather than in rows that few may use', () => {
    const [vip, regular, child] = TIERS as [Uuid, Uuid, Uuid];
    const section = open([
      { tierIds: [vip, regular], states: '...' },
      { tierIds: [regular], states: '.' },
      { tierIds: [child, regular], states: '.....' },
    ]);
    const lists = [vip, child].map((tierId) => ({ sectionId, tierId, quantity: 2 }));
    takeBest(section, [[{ sectionId, tierId: regular, quantity: 3 }]], { lists, coming: [] });
    expect(section.now).toEqual(['...', '.', 'hhh..']);
  });

  test('gives a party its seats exactly if enough are not owed, and leaves those that are', () => {
    fc.assert(
      fc.property(
        hall,
        waiting,
        fc.constantFrom(...TIERS),
        fc.integer({ min: 1, max: 6 }),
        (rows, all, tierId, size) => {
          const section = open(rows);
          const line = TIERS.map((id, index) => ({ id, waiting: all[index] ?? 0 }));
          const owed = owedSeats(section.pricedRowsOf(), line);
          const forAll = seatsForAll(section.pricedRowsOf(), line, [tierId]);
          const lists = TIERS.map((id, index) => ({ sectionId, tierId: id, quantity: owed[index] ?? 0 }));
          const taken = takeBest(section, [[{ sectionId, tierId, quantity: size }]], { lists, coming: [] });
          if (size > forAll) {
            expect(taken).toEqual({ left: forAll });
            expect(section.now).toEqual(rows.map((row) => row.states));
            return;
          }
          expect(taken).toHaveLength(1);
          const owedBeside = (row: number) =>
            owedSeats(
              open(rows)
                .pricedRowsOf()
                .map(({ tierIds, free }, index) => ({ tierIds, free: index === row ? free - size : free })),
              line.map((list, index) => ({ ...list, waiting: owed[index] ?? 0 })),
            );
          const isTogether = rows.some(
            (row, index) =>
              row.tierIds.includes(tierId) &&
              row.states.includes(FREE.repeat(size)) &&
              isDeepStrictEqual(owedBeside(index), owed),
          );
          const inRows = rows.filter((row, index) => row.states !== section.now[index]);
          if (isTogether) expect(inRows).toHaveLength(1);
          const still = owedSeats(
            section.pricedRowsOf(),
            line.map((list, index) => ({ ...list, waiting: owed[index] ?? 0 })),
          );
          expect(still).toEqual(owed);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('is the choice of seats where nobody waits', () => {
    fc.assert(
      fc.property(hall, fc.constantFrom(...TIERS), fc.integer({ min: 1, max: 6 }), (rows, tierId, quantity) => {
        const section = open(rows);
        const best = chooseSeats(section.view(sectionId, tierId), quantity);
        const taken = takeBest(section, [[{ sectionId, tierId, quantity }]], NOTHING_OWED);
        const places = best?.flatMap(({ row, from, count }) =>
          Array.from({ length: count }, (_, index) => ({ row, place: from + index })),
        );
        expect('left' in taken ? undefined : taken[0]?.map(({ row, place }) => ({ row, place }))).toEqual(places);
      }),
    );
  });
});
