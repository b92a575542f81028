import { describe, expect, test } from 'vitest';
import { completePastEvents } from '../../src/events/complete-past-events.ts';
import { sales } from '../../src/sales/cancel-sales.ts';
import { PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();
const SHOP = `${PUBLIC_URL}/shop/lakbay-concerts`;

async function seen(slug: string) {
  const [shop, page] = [await office.browser.open(SHOP), await office.browser.open(`${SHOP}/${slug}`)];
  expect(page.status).toBe(200);
  return { inShop: shop.html.includes(`/${slug}"`), bySearchEngines: !page.html.includes('content="noindex"') };
}
const NOBODY = { inShop: false, bySearchEngines: false };

describe('an event that was not public', () => {
  test.each([
    ['completed by hand', (id: string) => office.call('PUT', `/events/${id}`, { status: 'completed' })],
    ['cancelled', (id: string) => office.cancelEvent({ id })],
    [
      'over',
      () => {
        office.wait(40 * 86_400);
        return completePastEvents(office.db, sales, office.now());
      },
    ],
  ])('stays so when it is %s after it was hidden', async (how, end) => {
    const slug = `private-${how.slice(0, 4)}`;
    const event = await office.event({ slug, title: 'Private party' });
    await office.call('PUT', `/events/${event.id}`, { status: 'hidden' });
    await end(event.id);
    expect(await seen(slug)).toEqual(NOBODY);
  });

  test('stays so when it is cancelled as a draft', async () => {
    const fields = {
      title: 'Secret line-up',
      slug: 'secret',
      start_datetime: office.now().toISOString(),
      capacity: 10,
    };
    const { data } = await office.call<{ id: string }>('POST', '/events', fields);
    await office.cancelEvent(data);
    expect(await seen('secret')).toEqual(NOBODY);
  });

  test('is public when the organizer says so', async () => {
    const event = await office.event({ slug: 'open-after-all' });
    await office.call('PUT', `/events/${event.id}`, { status: 'hidden' });
    await office.call('PUT', `/events/${event.id}`, { status: 'completed', listed: true });
    expect(await seen('open-after-all')).toEqual({ inShop: true, bySearchEngines: true });
  });
});
