import { expect, test } from 'vitest';
import { PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

test('the list of the shop names no price at which nothing can be bought any more', async () => {
  const event = await office.event({ title: 'Bird Concert', price: 500 });
  await office.tier(event, {
    name: 'Early bird',
    price: 100,
    sales_end_datetime: new Date(office.now().getTime() + 60_000).toISOString(),
  });
  office.wait(120);
  const page = await office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts`);
  expect(page.text).toContain('Bird Concert');
  expect(/Bird Concert.{0,120}₱100\.00/.exec(page.text)?.[0] ?? null).toBe(null);
});
