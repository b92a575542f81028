import { expect, test } from 'vitest';
import { reservationsSearch } from '../features/box-office/reservations-search.ts';
import { deliveriesSearch } from '../features/webhooks/deliveries-search.ts';
import { isFiltered } from './list-search.ts';

test('a list is filtered by anything but its page', () => {
  for (const search of [reservationsSearch, deliveriesSearch])
    expect([{}, { page: 3 }, { page: 1 }].map((address) => isFiltered(search(address)))).toEqual([false, false, false]);
  expect(isFiltered(reservationsSearch({ state: 'let_go' }))).toBe(true);
  expect(isFiltered(deliveriesSearch({ status: 'failed', page: 3 }))).toBe(true);
});
