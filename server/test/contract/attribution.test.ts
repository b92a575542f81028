import { afterEach, describe, expect, test } from 'vitest';
import { MAX_SOURCES } from '../../src/orders/source-queries.ts';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { waitingTexts } from '../../src/shop/pages/waiting-texts.ts';
import { type EventOnSale, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { csvRows } from '../readers/csv-lines.ts';

const office = await useBoxOffice();
const FOREIGN = { authorization: `Bearer ${office.others.key}` };
const NOTHING = { source: null, medium: null, campaign: null, ref: null };
const SHOP = `${PUBLIC_URL}/shop/lakbay-concerts`;

interface Sums {
  orders: number;
  tickets_sold: number;
  revenue: number;
}
interface Sales extends Record<'total_orders' | 'total_revenue', number> {
  channels: (Sums & { channel: string })[] | null;
  referrals: (Sums & { source: string | null; ref: string | null; is_rest: boolean })[] | null;
}
const sales = async ({ id }: { id: string }, query = '') =>
  (await office.call<Sales>('GET', `/analytics/sales?event_id=${id}${query}`)).data;
const referralsOf = async (event: { id: string }) =>
  (await sales(event)).referrals?.map(({ source, ref, is_rest, orders }) => [source, ref, is_rest, orders]);

const orderOf = async (id: string) =>
  (await office.call<{ channel: string; attribution: object }>('GET', `/orders/${id}`)).data;

let events = 0;
async function shopEvent(fields: Record<string, unknown> = {}) {
  events += 1;
  const slug = `linked-${events}`;
  return { ...(await office.event({ slug, ...fields })), url: `${SHOP}/${slug}` };
}
const BUYER = { name: 'Ana Reyes', email: 'ana@example.com' };
/** Presses the buttons of the shop up to the order, which cost nothing. */
async function orderFromPage(url: string, event: EventOnSale, before: Record<string, string> = {}) {
  const [page, press] = [await office.browser.open(url), shopTexts.en.continue];
  const fields = { ...BUYER, [`q_${event.tierId}`]: '1', ...before };
  return office.browser.submit(page, { press, fields });
}

describe('the link that brought a buyer', () => {
  const LINK = { source: 'facebook', medium: 'social', campaign: 'Early Bird ₱', ref: 'MARIA-7' };

  test('is kept with the checkout, the order, the list and the export', async () => {
    const event = await office.event();
    const { checkout_id } = await office.checkout(event, { attribution: LINK });
    const { data } = await office.call('GET', `/checkouts/${checkout_id}`);
    expect(data).toMatchObject({ channel: 'api', attribution: LINK });
    const { orderId } = await office.buy(event, { attribution: LINK });
    expect(await orderOf(orderId)).toMatchObject({ channel: 'api', attribution: LINK });
    const csv = await office.app.inject({
      url: '/api/v1/orders.csv?ref=MARIA-7',
      headers: { authorization: `Bearer ${office.apiKey}` },
    });
    expect(csvRows(csv.body)).toMatchObject([{ channel: 'api', ...LINK }]);
  });

  test('may be partly known, null, or not sent', async () => {
    const event = await office.event();
    for (const [attribution, kept] of [
      [{ ref: 'a' }, { ...NOTHING, ref: 'a' }],
      [
        { source: 'x', ref: null },
        { ...NOTHING, source: 'x' },
      ],
      [{}, NOTHING],
      [null, NOTHING],
    ]) {
      const { orderId } = await office.buy(event, { attribution });
      expect((await orderOf(orderId)).attribution).toEqual(kept);
    }
  });

  test.each([
    [{ source: '' }, 'source'],
    [{ medium: 'x'.repeat(101) }, 'medium'],
    [{ campaign: 'two\nlines' }, 'campaign'],
    [{ ref: 'a\u202eb' }, 'ref'],
    [{ ref: ' a' }, 'ref'],
    [{ ref: 7 }, 'ref'],
  ])('is 400 with the name of the field: %j', async (attribution, field) => {
    const event = await office.event();
    const fields = { event_id: event.id, quantity: 1, customer: BUYER, success_url: 'https://x.example', attribution };
    const answer = await office.call('POST', '/checkouts', fields);
    expect(answer).toMatchObject({ status: 400, code: 'invalid_field', field: `attribution.${field}` });
  });

  test('filters the list of orders, also together with words and within the organization', async () => {
    const event = await office.event();
    const { orderId } = await office.buy(event, { attribution: { source: 'tiktok', ref: 'only-here' } });
    await office.buy(event, { attribution: { source: 'tiktok', ref: 'other' } });
    await office.buy(event);
    const find = async (query: string, headers?: Record<string, string>) => {
      const { data } = await office.call<{ orders: { id: string }[]; meta: { total: number } }>(
        ...(['GET', `/orders?${query}`, undefined, headers] as const),
      );
      return [data.orders.map(({ id }) => id), data.meta.total];
    };
    expect(await find('ref=only-here')).toEqual([[orderId], 1]);
    expect(await find('ref=only-here&q=ana')).toEqual([[orderId], 1]);
    expect(await find(`source=tiktok&ref=only-here&event_id=${event.id}`)).toEqual([[orderId], 1]);
    expect((await find('source=tiktok'))[1]).toBe(2);
    expect(await find('ref=Only-here')).toEqual([[], 0]);
    expect(await find('ref=only-here', FOREIGN)).toEqual([[], 0]);
    expect(await office.call('GET', '/orders?ref=')).toMatchObject({ status: 400, field: 'ref' });
  });
});

describe('links to the shop', () => {
  const QUERY = 'utm_source=news%20letter&utm_medium=email&utm_campaign=may&ref=JOY';
  const KEPT = { source: 'news letter', medium: 'email', campaign: 'may', ref: 'JOY' };

  const attributionOf = async (event: { id: string }) => {
    const { data } = await office.call<{ checkouts: { checkout_id: string }[] }>(
      'GET',
      `/checkouts?event_id=${event.id}`,
    );
    return (await office.call('GET', `/checkouts/${data.checkouts[0]?.checkout_id}`)).data;
  };

  test('carry it into the order, through an old address, errors and a change of language', async () => {
    const event = await shopEvent({ price: 0 });
    await office.call('PUT', `/events/${event.id}`, { slug: `moved-${events}` });
    const wrong = await orderFromPage(`${event.url}?${QUERY}`, event, { name: '' });
    expect(wrong.status).toBe(400);
    const filipino = await office.browser.submit(wrong, { press: 'Filipino', fields: BUYER });
    const checkout = await office.browser.submit(filipino, { press: shopTexts.fil.continue, fields: BUYER });
    expect(checkout.url).toContain('/c/cs_');
    expect(await attributionOf(event)).toMatchObject({ channel: 'shop', attribution: KEPT });
    expect(checkout.links.map(({ href }) => href)).toContainEqual(
      expect.stringContaining(`moved-${events}?utm_source=`),
    );
  });

  test('carry it from the list of events', async () => {
    const event = await shopEvent();
    const { links } = await office.browser.open(`${SHOP}?${QUERY}`);
    const link = links.find(({ href }) => href.includes(`linked-${events}`))?.href ?? '';
    await orderFromPage(new URL(link, PUBLIC_URL).href, event);
    expect(await attributionOf(event)).toMatchObject({ attribution: KEPT });
  });

  test('carry it through the waiting list into the order of an offer', async () => {
    const event = await shopEvent({ capacity: 1, price: 0 });
    const first = await office.buy(event);
    const joined = await office.browser.submit(await office.browser.open(`${event.url}?${QUERY}`), {
      press: waitingTexts.en.join,
      fields: { waiting_name: BUYER.name, waiting_email: BUYER.email },
    });
    expect(joined.links.map(({ href }) => href)).toContainEqual(expect.stringContaining('utm_source='));
    await office.call('POST', `/orders/${first.orderId}/refund`);
    // The order of the offer is the newest.
    office.wait(1);
    await office.offerPlaces();
    const { data } = await office.call<{ entries: { checkout_id: string }[] }>(
      'GET',
      `/events/${event.id}/waiting-list`,
    );
    await office.browser.submit(await office.browser.open(`${PUBLIC_URL}/c/${data.entries[0]?.checkout_id}`));
    expect(await attributionOf(event)).toMatchObject({ channel: 'shop', attribution: KEPT });
    expect((await referralsOf(event))?.map(([, ref]) => ref)).toEqual([KEPT.ref]);
  });

  test('open whatever is in them: what no order could keep is left out, the rest is escaped', async () => {
    const event = await shopEvent();
    const evil = encodeURIComponent('"><script>alert(1)</script>');
    const url = `${event.url}?utm_source=${evil}&utm_medium=${'x'.repeat(101)}&utm_campaign=%00&ref=a&ref=b`;
    expect((await office.browser.open(url)).html).not.toContain('<script>alert');
    await orderFromPage(url, event);
    const source = '"><script>alert(1)</script>';
    expect(await attributionOf(event)).toMatchObject({ attribution: { ...NOTHING, source } });
  });
});

describe('the sales of an event by channel and by referral', () => {
  afterEach(() => office.expectConsistency());

  test('add up to its sales; refunds reduce them, and orders stay', async () => {
    const event = await office.event({ price: 100 });
    const friend = { source: 'facebook', ref: 'friend' };
    const { orderId, ticketIds } = await office.buy(event, { quantity: 3, attribution: friend });
    await office.buy(event, { attribution: { ...friend, medium: 'social' } });
    await office.buy(event, { attribution: { source: 'facebook' } });
    await office.buy(event);
    await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: ticketIds.slice(0, 1) });
    const none = { orders: 0, tickets_sold: 0, revenue: 0, discount_total: 0 };
    expect(await sales(event)).toMatchObject({
      total_orders: 4,
      total_revenue: 500,
      channels: [
        { channel: 'api', orders: 4, tickets_sold: 5, revenue: 500, discount_total: 0 },
        { channel: 'shop', ...none },
        { channel: 'box_office', ...none },
      ],
      referrals: [
        { source: 'facebook', ref: 'friend', is_rest: false, orders: 2, tickets_sold: 3, revenue: 300 },
        { source: 'facebook', ref: null, is_rest: false, orders: 1, tickets_sold: 1, revenue: 100 },
      ],
    });
    await office.cancelEvent(event);
    const { channels, referrals } = await sales(event);
    expect(channels?.[0]).toMatchObject({ ...none, orders: 4 });
    expect(referrals).toContainEqual({ source: 'facebook', ref: 'friend', is_rest: false, ...none, orders: 2 });
  });

  test('count an order of the shop for its channel', async () => {
    const event = await shopEvent({ price: 0 });
    const checkout = await orderFromPage(`${event.url}?ref=JOY`, event);
    await office.browser.submit(checkout);
    const { channels, referrals } = await sales(event);
    expect(channels?.map(({ channel, orders }) => [channel, orders])).toEqual([
      ['api', 0],
      ['shop', 1],
      ['box_office', 0],
    ]);
    expect(referrals).toMatchObject([{ source: null, ref: 'JOY', orders: 1 }]);
  });

  test('are of all time: null without an event, and for a range', async () => {
    const event = await office.event();
    expect(await sales(event)).toMatchObject({
      channels: [{ orders: 0 }, { orders: 0 }, { orders: 0 }],
      referrals: [],
    });
    expect(await sales(event, '&from=2027-01-01')).toMatchObject({ channels: null, referrals: null });
    expect((await office.call('GET', '/analytics/sales')).data).toMatchObject({ channels: null, referrals: null });
    const foreign = await office.call('GET', `/analytics/sales?event_id=${event.id}`, undefined, FOREIGN);
    expect(foreign.status).toBe(404);
  });

  test(`have ${MAX_SOURCES} rows at most: later codes are one row, which their refunds reduce`, async () => {
    const event = await office.event({ price: 0, capacity: 1_000 });
    const refs = ['before', ...Array.from({ length: MAX_SOURCES - 2 }, (_, number) => `code-${number}`)];
    await Promise.all(refs.map((ref) => office.buy(event, { attribution: { ref } })));
    await office.call('PUT', `/tiers/${event.tierId}`, { price: 10 });
    const first = await office.buy(event, { attribution: { ref: 'last' } });
    const late = await office.buy(event, { attribution: { ref: 'too-late' } });
    await office.buy(event, { attribution: { source: 'late', ref: 'also' } });
    await office.buy(event, { attribution: { ref: 'before' } });
    const referrals = await referralsOf(event);
    expect(referrals).toHaveLength(MAX_SOURCES + 1);
    expect(referrals).toContainEqual([null, 'last', false, 1]);
    expect(referrals).toContainEqual([null, 'before', false, 2]);
    expect(referrals?.at(-1)).toEqual([null, null, true, 2]);
    for (const { orderId } of [first, late]) await office.call('POST', `/orders/${orderId}/refund`);
    expect((await sales(event)).referrals?.at(-1)).toMatchObject({ is_rest: true, orders: 2, revenue: 10 });
  });
});
