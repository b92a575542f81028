import { expect, test } from 'vitest';
import { linesAfter } from './lines-after.ts';

const line = (tierId: string, quantity: number, sectionId: string | null = null, unitPriceCentavos = 100) => ({
  ...{ tierId, sectionId, quantity, unitPriceCentavos, priceChosen: false },
});
const to = (tierId: string, sectionId: string | null = null) => {
  const { quantity: _, ...ticket } = line(tierId, 1, sectionId);
  return ticket;
};

test.each([
  ['the middle of a line', [line('a', 3)], [[1, to('b')]], [line('a', 1), line('b', 1), line('a', 1)]],
  ['the end, next to its new tier', [line('a', 2), line('b', 1)], [[1, to('b')]], [line('a', 1), line('b', 2)]],
  [
    'all of it',
    [line('a', 2)],
    [
      [0, to('b')],
      [1, to('b')],
    ],
    [line('b', 2)],
  ],
  ['back into one line', [line('a', 1), line('b', 1), line('a', 1)], [[1, to('a')]], [line('a', 3)]],
  [
    'another section of the same tier',
    [line('a', 2, 's')],
    [[0, to('a', 'z')]],
    [line('a', 1, 'z'), line('a', 1, 's')],
  ],
  ['nothing', [line('a', 2), line('a', 1, null, 50)], [], [line('a', 2), line('a', 1, null, 50)]],
] as const)('tickets that move keep their positions: %s', (_, lines, moved, after) => {
  expect(linesAfter([...lines], new Map(moved as never))).toEqual(after);
});
