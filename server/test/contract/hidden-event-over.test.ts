import { describe, expect, test } from 'vitest';
import { completePastEvents } from '../../src/events/complete-past-events.ts';
import { sales } from '../../src/sales/sales-for-events.ts';
import { PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();
const SHOP = `${PUBLIC_URL}/shop/lakbay-concerts`;

async function seen(slug: string) {
  const [shop, page] = [await office.browser.open(SHOP), await office.browser.open(`${SHOP}/${slug}`)];
  expect(page.status).toBe(200);
  return { inShop: shop.html.includes(`/${slug}"`), bySearchEngines: !page.html.includes('content="noindex"') };
}
const copyOf = async (id: string) => (await office.call('POST', `/events/${id}/duplicate`)).data;
const NOBODY = { inShop: false, bySearchEngines: false };

describe('a hidden event', () => {
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
  ])('stays hidden when it is %s, and its copies are not', async (how, end) => {
    const slug = `private-${how.slice(0, 4)}`;
    const event = await office.event({ slug, title: 'Private party' });
    await office.call('PUT', `/events/${event.id}`, { status: 'hidden' });
    // Notifications of one instant have no order.
    office.wait(1);
    await end(event.id);
    expect(await seen(slug)).toEqual(NOBODY);
    const [last] = (await office.notifications<{ changed: string[] }>('event.updated')).reverse();
    expect(last?.data.changed).toEqual(['listed', 'status']);
    expect(await copyOf(event.id)).toMatchObject({ status: 'draft', listed: true });
  });

  test('is unlisted in its copies when the organizer unlisted it, before or after it ended', async () => {
    const [before, after] = [await office.event({ listed: false }), await office.event()];
    for (const status of ['hidden', 'completed'])
      for (const { id } of [before, after]) await office.call('PUT', `/events/${id}`, { status });
    await office.call('PUT', `/events/${after.id}`, { listed: false });
    for (const { id } of [before, after]) expect(await copyOf(id)).toMatchObject({ status: 'draft', listed: false });
  });

  test('is public when the organizer says so', async () => {
    const event = await office.event({ slug: 'open-after-all' });
    await office.call('PUT', `/events/${event.id}`, { status: 'hidden' });
    await office.call('PUT', `/events/${event.id}`, { status: 'completed', listed: true });
    expect(await seen('open-after-all')).toEqual({ inShop: true, bySearchEngines: true });
  });
});
