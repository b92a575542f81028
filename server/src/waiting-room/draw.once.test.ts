import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { drawPositions } from './draw.ts';

const keyOf = (draw: number) => hash('sha256', `draw ${draw}`, 'buffer');
const drawn = (draw: number, count: number) => [...drawPositions(keyOf(draw), count)].slice(1);

describe('the draw of those who came before the opening', () => {
  test.each([0, 1, 2, 3, 50, 1_000])('gives %i visitors each one position, and each position once', (count) => {
    expect(drawn(1, count).toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  test('is the same on every instance, and another for another key', () => {
    expect(drawn(7, 100)).toEqual(drawn(7, 100));
    expect(drawn(7, 100)).not.toEqual(drawn(8, 100));
  });

  /** With 10 visitors and 20,000 draws, each pair of number and position is expected 2,000 times. */
  const DRAWS = 20_000;
  const VISITORS = 10;
  /** The chi-square value that a uniform draw exceeds once in a million, with 81 degrees of freedom. */
  const LARGEST = 157;

  function chiSquare(draw: (index: number) => number[]) {
    const seen = new Float64Array(VISITORS * VISITORS);
    for (let index = 0; index < DRAWS; index++)
      for (const [visitor, position] of draw(index).entries()) {
        const cell = visitor * VISITORS + position - 1;
        seen[cell] = (seen[cell] ?? 0) + 1;
      }
    const expected = DRAWS / VISITORS;
    return seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  }

  test('is uniform: coming early gives no better position', () => {
    expect(chiSquare((index) => drawn(index, VISITORS))).toBeLessThan(LARGEST);
  });

  test('control: an order that moves one visitor in ten to the front is seen', () => {
    const favoured = (index: number) => {
      const order = drawn(index, VISITORS);
      if (index % 10 > 0) return order;
      const first = order.indexOf(1);
      [order[0], order[first]] = [1, order[0] ?? 1];
      return order;
    };
    expect(chiSquare(favoured)).toBeGreaterThan(LARGEST);
  });
});
