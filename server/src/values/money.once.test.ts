import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centavosFromPesos, centavosFromText, formatPesos, pesosFromCentavos } from './money.ts';

test.each([
  ['250', 25_000],
  ['₱ 1,250.5', 125_050],
  ['php1,234,567', 123_456_700],
  ['1250,50', undefined],
  ['1,25', undefined],
  ['12,500,0', undefined],
  ['1.250,50', undefined],
  ['', undefined],
])('a person who types %j means %s centavos', (typed, centavos) => {
  expect(centavosFromText(typed)).toBe(centavos);
});

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
