import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centavosFromPesos, formatPesos, pesosFromCentavos } from './money.ts';

describe('money', () => {
  test('survives a round trip, up to the highest price', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (centavos) => {
        expect(centavosFromPesos(pesosFromCentavos(centavos))).toBe(centavos);
      }),
    );
  });

  test.each([
    [0.1, 10],
    [0.29, 29],
    [1.15, 115],
    [19.99, 1999],
    [8.7, 870],
  ])('converts %d pesos to %d centavos despite floating point', (pesos, centavos) => {
    expect(centavosFromPesos(pesos)).toBe(centavos);
  });

  test('is formatted with its sign, thousands separators and two decimals', () => {
    expect(formatPesos('en', 125_000)).toBe('₱1,250.00');
    expect(formatPesos('fil', 5)).toBe('₱0.05');
  });
});
