import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spread, spreadOverLines } from './issue-tickets.ts';

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

/** Prices up to 10 million pesos, free ones, and small ones that leave remainders. */
const prices = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 1_000_000_000 }));
const lines = fc.array(
  fc.record({ tierId: fc.uuid(), quantity: fc.integer({ min: 1, max: 40 }), unitPriceCentavos: prices }),
  { minLength: 1, maxLength: 20 },
);
type Lines = Parameters<typeof spreadOverLines>[1];
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const subtotalOf = (all: Lines) => sum(all.map(({ quantity, unitPriceCentavos }) => quantity * unitPriceCentavos));

/** Lines with a total after a discount of nothing, of everything, or between. */
const discounted = fc
  .tuple(lines, fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })))
  .map(([all, part]) => ({ all, total: Math.floor(subtotalOf(all) * part) }));

describe('spreading a total over the tickets of several lines', () => {
  test('gives each line its part by price: 100 off 1 × 500 and 2 × 250 leaves 450, 225 and 225', () => {
    const [a, b] = ['a', 'b'];
    const tickets = spreadOverLines(900_00, [
      { tierId: a, quantity: 1, unitPriceCentavos: 500_00 },
      { tierId: b, quantity: 2, unitPriceCentavos: 250_00 },
    ]);
    expect(tickets).toEqual([
      { tierId: a, priceCentavos: 500_00, amountCentavos: 450_00 },
      { tierId: b, priceCentavos: 250_00, amountCentavos: 225_00 },
      { tierId: b, priceCentavos: 250_00, amountCentavos: 225_00 },
    ]);
  });

  test('makes a ticket for each place, line by line, at the price of its line', () => {
    fc.assert(
      fc.property(discounted, ({ all, total }) => {
        const wanted = all.flatMap(({ tierId, quantity, unitPriceCentavos: priceCentavos }) =>
          Array.from({ length: quantity }, () => ({ tierId, priceCentavos })),
        );
        const tickets = spreadOverLines(total, all);
        expect(tickets.map(({ tierId, priceCentavos }) => ({ tierId, priceCentavos }))).toEqual(wanted);
      }),
    );
  });

  test('adds up to the total to the centavo, and no ticket costs more than its price or less than nothing', () => {
    fc.assert(
      fc.property(discounted, ({ all, total }) => {
        const tickets = spreadOverLines(total, all);
        expect(sum(tickets.map(({ amountCentavos }) => amountCentavos))).toBe(total);
        for (const { priceCentavos, amountCentavos } of tickets) {
          expect(amountCentavos).toBeGreaterThanOrEqual(0);
          expect(amountCentavos).toBeLessThanOrEqual(priceCentavos);
        }
      }),
    );
  });

  test('costs the price of each ticket without a discount', () => {
    fc.assert(
      fc.property(lines, (all) => {
        for (const { priceCentavos, amountCentavos } of spreadOverLines(subtotalOf(all), all))
          expect(amountCentavos).toBe(priceCentavos);
      }),
    );
  });

  test('spreads over one line into equal parts', () => {
    const line = { tierId: 'a', quantity: 3, unitPriceCentavos: 400 };
    expect(spreadOverLines(1000, [line]).map(({ amountCentavos }) => amountCentavos)).toEqual(spread(1000, 3));
  });
});
