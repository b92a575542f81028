import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centavosFromPesos, formatPesos, pesosFromCentavos } from './money.ts';

describe('money', () => {
  test('survives the way out and in again, up to the highest price', () => {
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
  ])('counts %d pesos as %d centavos, whatever floating point makes of it', (pesos, centavos) => {
    expect(centavosFromPesos(pesos)).toBe(centavos);
  });

  test('is written for people with its sign, thousands and two decimals', () => {
    expect(formatPesos('en', 125_000)).toBe('₱1,250.00');
    expect(formatPesos('fil', 5)).toBe('₱0.05');
  });
});
