import { expect, test } from 'vitest';
import { PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { structuredDataOf } from '../readers/structured-data.ts';

const office = await useBoxOffice();

test.each([
  ['paused', { status: 'paused' }, 'Tickets are not on sale'],
  ['sold-out', { status: 'sold_out' }, 'Sold out'],
  ['over', {}, 'ended'],
])('search engines are not told that tickets are in stock when the page says %s', async (slug, change, words) => {
  const event = await office.event({ title: slug, slug: `state-${slug}` });
  const changes = slug === 'over' ? { sales_end_datetime: office.now().toISOString() } : change;
  expect((await office.call('PUT', `/events/${event.id}`, changes)).status).toBe(200);
  if (slug === 'over') office.wait(60);
  const page = await office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts/state-${slug}`);
  expect(page.forms.some(({ buttons }) => buttons.some(({ text }) => text === 'Continue'))).toBe(false);
  expect(page.status).toBe(200);
  expect(words).not.toBe('');
  expect(structuredDataOf(page.html).offers).not.toMatchObject([{ availability: 'https://schema.org/InStock' }]);
});
