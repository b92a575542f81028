import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spread } from './issue-tickets.ts';

const totals = fc.nat(Number.MAX_SAFE_INTEGER);
const quantities = fc.integer({ min: 1, max: 300 });

describe('spreading a total over tickets', () => {
  test('splits 1000 over three into 334, 333 and 333', () => {
    expect(spread(1000, 3)).toEqual([334, 333, 333]);
  });

  test('adds up to the total to the centavo', () => {
    fc.assert(
      fc.property(totals, quantities, (total, quantity) => {
        const parts = spread(total, quantity);
        expect(parts).toHaveLength(quantity);
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(total));
      }),
    );
  });

  test('makes parts that differ by a centavo at most, the larger ones first', () => {
    fc.assert(
      fc.property(totals, quantities, (total, quantity) => {
        const parts = spread(total, quantity);
        expect(parts).toEqual(parts.toSorted((a, b) => b - a));
        expect((parts[0] ?? 0) - (parts.at(-1) ?? 0)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
