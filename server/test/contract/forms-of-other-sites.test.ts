import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

const SLUG = 'rush';
const SHOP = `/shop/lakbay-concerts/${SLUG}`;

/** What a browser sends when a script or a form of that site posts to one of our pages. */
const post = (url: string, fields: Record<string, string>, site?: string) =>
  office.service.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(site && { 'sec-fetch-site': site }) },
    payload: new URLSearchParams(fields).toString(),
  });

test('a form that another website sends holds no ticket, and its sender reads why in both languages', async () => {
  const event = await office.event({ slug: SLUG, capacity: 10 });
  const fields = { [`q_${event.tierId}`]: '1', name: 'Ana', email: 'ana@example.com' };
  const refused = await post(SHOP, fields, 'cross-site');
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('Another website sent this form: it is sent from our own page alone.');
  const inFilipino = await post(`${SHOP}?lang=fil`, fields, 'cross-site');
  expect(inFilipino.text).toContain('Ibang website ang nagpadala ng form na ito');
  expect(await office.counters(event)).toMatchObject({ held: 0 });

  for (const site of ['same-origin', 'same-site', 'none', undefined])
    expect([site, (await post(SHOP, fields, site)).status]).toEqual([site, 303]);
  expect(await office.counters(event)).toMatchObject({ held: 4 });
});

test('a form that another website sends takes nothing from the limits of its visitor', async () => {
  const event = await office.event({ slug: 'gone', capacity: 1 });
  await office.buy(event, { quantity: 1 });
  const join = (n: number, site?: string) =>
    post(
      '/shop/lakbay-concerts/gone/waiting-list',
      {
        waiting_tier: event.tierId,
        waiting_quantity: '1',
        waiting_name: 'Ana',
        waiting_email: `ana${n}@example.com`,
      },
      site,
    );
  // More than an address may join at once.
  for (let n = 0; n < 30; n++) expect((await join(n, 'cross-site')).status).toBe(403);
  const entries = async () =>
    (await office.call<{ entries: object[] }>('GET', `/events/${event.id}/waiting-list`)).data.entries;
  expect(await entries()).toHaveLength(0);
  expect((await join(31)).status).toBe(200);
  expect(await entries()).toHaveLength(1);
});

test('a page that another website links to is opened', async () => {
  const { status } = await office.service.request({
    method: 'GET',
    url: SHOP,
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(status).toBe(200);
});
