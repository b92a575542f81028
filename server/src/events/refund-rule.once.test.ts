import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundableUntil, refundFee } from './refund-rule.ts';

test.each([
  [10_000, { feePercent: 0, feeCentavos: 0 }, 0],
  [10_000, { feePercent: 10, feeCentavos: 0 }, 1_000],
  [10_000, { feePercent: 10, feeCentavos: 2_500 }, 3_500],
  [105, { feePercent: 10, feeCentavos: 0 }, 11],
  [104, { feePercent: 10, feeCentavos: 0 }, 10],
  [2_000, { feePercent: 0, feeCentavos: 5_000 }, 2_000],
  [0, { feePercent: 50, feeCentavos: 5_000 }, 0],
])('of %i centavos, %o keeps %i', (amount, fee, kept) => {
  expect(refundFee(amount, fee)).toBe(kept);
});

test('the fee is a whole number between nothing and the price', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.nat(100), fc.nat(1_000_000_000), (amount, feePercent, feeCentavos) => {
      const fee = refundFee(amount, { feePercent, feeCentavos });
      return Number.isInteger(fee) && fee >= 0 && fee <= amount;
    }),
  );
});

test('the time to ask ends so many hours before the start', () => {
  const rule = { approval: 'request', untilHours: 48, feePercent: 0, feeCentavos: 0 } as const;
  expect(refundableUntil(rule, new Date('2026-12-20T12:00:00Z'))).toEqual(new Date('2026-12-18T12:00:00Z'));
});
