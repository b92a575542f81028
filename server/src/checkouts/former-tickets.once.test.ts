import { expect, test } from 'vitest';
import { formerTickets } from './former-tickets.ts';

const line = (tierId: string, quantity: number, sectionId: string | null = null) => ({ tierId, sectionId, quantity });

test.each([
  ['as they were', [line('a', 2), line('b', 1)], [line('a', 2), line('b', 1)], [1, 2, 3]],
  ['a line in front is gone', [line('a', 2), line('b', 1)], [line('b', 1)], [3]],
  ['lines in another order, one longer', [line('a', 1), line('b', 2)], [line('b', 3), line('a', 1)], [2, 3, 0, 1]],
  ['fewer: the first ones stay', [line('a', 3)], [line('a', 1)], [1]],
  ['another section is another ticket', [line('a', 1, 's')], [line('a', 1, 't')], [0]],
])('tickets after a change: %s', (_, before, after, numbers) => {
  expect(formerTickets(before, after)).toEqual(numbers);
});
