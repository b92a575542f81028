import fc from 'fast-check';
import type { Wish } from './generated-shop.ts';

/** What fast-check makes up: a shop, and what happens in it. */
export interface Shop {
  events: {
    tierCentavos: number[];
    codes: { type: 'percentage' | 'fixed_amount'; hundredths: number; limit: number | null }[];
  }[];
}

export type Happening =
  | { kind: 'sales'; event: number; wishes: Wish[]; abandon: number; lateBy: number | null }
  | { kind: 'wait'; seconds: number }
  | { kind: 'refund tickets'; order: number; tickets: number }
  | { kind: 'refund order'; order: number }
  | { kind: 'check in'; order: number }
  | { kind: 'cancel'; event: number };

export const BUYERS_AT_ONCE = 10;
const index = fc.nat({ max: 10_000 });

/** Prices that leave a rest when they are shared out, and none at all. */
const centavos = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 99 }) },
  { weight: 5, arbitrary: fc.integer({ min: 100, max: 1_000_000 }) },
);

const code = fc.oneof(
  fc.record({
    type: fc.constant('percentage' as const),
    hundredths: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(5_000, 3_333, 10_000, 1)),
    limit: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 1 }),
  }),
  fc.record({
    type: fc.constant('fixed_amount' as const),
    hundredths: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 501, max: 2_000_000 })),
    limit: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 1 }),
  }),
);

export const shop: fc.Arbitrary<Shop> = fc.record({
  events: fc.array(
    fc.record({
      tierCentavos: fc.array(centavos, { minLength: 1, maxLength: 3 }),
      codes: fc.array(code, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

const wish: fc.Arbitrary<Wish> = fc.record({
  tier: index,
  quantity: fc.integer({ min: 1, max: 8 }),
  code: fc.option(index, { freq: 3 }),
});

const sales = fc.record({
  kind: fc.constant('sales' as const),
  event: index,
  wishes: fc.array(wish, { minLength: BUYERS_AT_ONCE, maxLength: BUYERS_AT_ONCE }),
  /** The last so many never pay. */
  abandon: fc.constantFrom(0, 0, 0, 1, 3),
  /** Seconds after the hold ended at which the first of them pays. */
  lateBy: fc.option(fc.constantFrom(0, 1, 10_000), { freq: 2 }),
});

const HOUR_SECONDS = 3_600;
const others: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.oneof(
        fc.constantFrom(0.001, 60, HOUR_SECONDS, 24 * HOUR_SECONDS),
        fc.integer({ min: 1, max: 20 * 24 * HOUR_SECONDS }),
      ),
    }),
  },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('refund tickets' as const), order: index, tickets: index }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('refund order' as const), order: index }) },
  { weight: 15, arbitrary: fc.record({ kind: fc.constant('check in' as const), order: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), event: index }) },
);

/** So many batches of buyers, with other things between them. */
export const season = (batches: number): fc.Arbitrary<Happening[]> =>
  fc
    .array(fc.tuple(sales, fc.array(others, { minLength: 1, maxLength: 4 })), {
      minLength: batches,
      maxLength: batches,
    })
    .map((steps) => steps.flat(2));
