import { expect, test } from 'vitest';
import { newOrderNumber, ORDER_NUMBER_PATTERN, orderNumberBeginning } from './order-number.ts';

test('is TK and eight characters in two groups, none of them easily confused', () => {
  const numbers = Array.from({ length: 1_000 }, newOrderNumber);
  for (const number of numbers) expect(number).toMatch(new RegExp(ORDER_NUMBER_PATTERN));
  expect(numbers.map((number) => number.slice(3)).join('')).not.toMatch(/[01ILOU]/);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('is found without TK, too', () => {
  // One in 900 would begin with TK again.
  for (const number of Array.from({ length: 20_000 }, newOrderNumber))
    expect(orderNumberBeginning(number.slice('TK-'.length))).toBe(number);
});

test.each([
  ['TK-7F3K-29QD', 'TK-7F3K-29QD'],
  ['tk-7f3k-29qd', 'TK-7F3K-29QD'],
  ['tk7f3k29qd', 'TK-7F3K-29QD'],
  ['TK 7F3K 29QD', 'TK-7F3K-29QD'],
  ['7f3k-29qd', 'TK-7F3K-29QD'],
  ['7F3K29QD', 'TK-7F3K-29QD'],
  ['TK-7F3K-2', 'TK-7F3K-2'],
  ['TK-7F3K', 'TK-7F3K'],
  ['tk-7', 'TK-7'],
  ['tk-ac', 'TK-AC'],
  ['tk7f', 'TK-7F'],
])('%o is the beginning %o', (typed, beginning) => {
  expect(orderNumberBeginning(typed)).toBe(beginning);
});

test.each(['', 'tk', 'TK-', 'tkac', 'Tkachenko', 'ana', '7f3k', 'TK-1ILO', 'TK-7F3K-29QD-2', 'tk42@example.com'])(
  '%o is no order number',
  (typed) => {
    expect(orderNumberBeginning(typed)).toBeUndefined();
  },
);
