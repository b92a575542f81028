import { describe, expect, test } from 'vitest';
import { changeTexts } from '../../src/sales/pages/change-texts.ts';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { roomTexts } from '../../src/waiting-room/pages/texts.ts';
import { type EventOnSale, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows, seatIdsOf } from '../fixtures/hall.ts';
import { openVisitor } from '../fixtures/room-visitor.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();
const BUYER = { name: 'Ana Reyes', email: 'ana@example.com', phone: '' };

let events = 0;
const newSlug = () => `come-back-${++events}`;

/** A buyer with a browser of their own, at the page of an event. */
function openBuyer(slug: string) {
  const { browser } = openVisitor(office);
  const url = `${PUBLIC_URL}/shop/lakbay-concerts/${slug}`;
  return {
    browser,
    url,
    order: (page: Page, fields: Record<string, string | string[]>) =>
      browser.submit(page, { press: 'Continue', fields: { ...BUYER, ...fields } }),
  };
}

/** An event of two tickets, unless the test says otherwise. */
async function eventWithBuyer(fields: Record<string, unknown> = {}) {
  const slug = newSlug();
  const event = await office.event({ title: `Back ${events}`, slug, capacity: 2, price: 100, ...fields });
  return { event, ...openBuyer(slug) };
}

const tickets = (tierId: string, quantity: number) => ({ [`q_${tierId}`]: String(quantity) });

const checkoutsOf = async ({ id }: Pick<EventOnSale, 'id'>) =>
  (
    await office.call<{ checkouts: { status: string; quantity: number }[] }>('GET', `/checkouts?event_id=${id}`)
  ).data.checkouts
    .map(({ status, quantity }) => `${status} ${quantity}`)
    .toSorted();

describe('the form of the shop, changed while its tickets are held,', () => {
  test('keeps them when it has a mistake', async () => {
    const { event, browser, url, order } = await eventWithBuyer();
    const form = await browser.open(url);
    expect((await order(form, tickets(event.tierId, 2))).url).toContain('/c/');
    expect((await order(form, { ...tickets(event.tierId, 2), email: 'ana@' })).status).toBe(400);
    expect(await checkoutsOf(event)).toEqual(['open 2']);
  });

  test('keeps them when the turn in the waiting room is over', async () => {
    const { event, browser, url, order } = await eventWithBuyer({ waiting_room: { enabled: true } });
    const room = url.replace('/shop/', '/room/');
    await browser.submit(await browser.open(room), { press: roomTexts.en.join });
    office.wait(1);
    const form = await browser.open(room);
    office.wait(590);
    expect((await order(form, tickets(event.tierId, 2))).url).toContain('/c/');
    office.wait(60);
    const next = await order(form, tickets(event.tierId, 1));
    expect(next.text).toContain('This event has a waiting room');
    expect(await checkoutsOf(event)).toEqual(['open 2']);
  });

  test('keeps them when sales have ended', async () => {
    const { event, browser, url, order } = await eventWithBuyer();
    const form = await browser.open(url);
    await order(form, tickets(event.tierId, 2));
    await office.call('PUT', `/events/${event.id}`, { status: 'paused' });
    expect((await order(form, tickets(event.tierId, 1))).url).not.toContain('/c/');
    expect(await checkoutsOf(event)).toEqual(['open 2']);
  });

  test('keeps them when there are not as many as it asks for now', async () => {
    const { event, browser, url, order } = await eventWithBuyer({ capacity: 3 });
    const form = await browser.open(url);
    await order(form, tickets(event.tierId, 2));
    await office.checkout(event);
    const next = await order(form, tickets(event.tierId, 3));
    expect(next.text).toContain('General Admission: only 2 left');
    expect(await checkoutsOf(event)).toEqual(['open 1', 'open 2']);
  });

  test('can have the places of the held tickets, for another ticket, too', async () => {
    const { event, browser, url, order } = await eventWithBuyer();
    const vip = await office.tier(event, { name: 'VIP', price: 200 });
    const form = await browser.open(url);
    await order(form, { ...tickets(event.tierId, 2), ...tickets(vip, 0) });
    const next = await order(form, { ...tickets(event.tierId, 0), ...tickets(vip, 2) });
    expect(next.text).toContain('2 × VIP');
    expect(await checkoutsOf(event)).toEqual(['expired 2', 'open 2']);
  });

  test('shows the seats of the held tickets as free and ticked', async () => {
    const slug = newSlug();
    const hall = await openHall(office, rows(['A', 3]), { slug, price: 300, mode: 'choose' });
    const { browser, url, order } = openBuyer(slug);
    const seats = `s_${hall.tierId}`;
    const [first = '', second = '', third = ''] = (await seatIdsOf(office, hall))('A-1', 'A-2', 'A-3');
    const form = await browser.open(`${url}?section=${hall.sectionId}`);
    await order(form, { [seats]: [first, second] });
    const again = await order(form, { [seats]: [first, third], email: 'ana@' });
    const ticked = again.forms[0]?.fields.filter(({ name, checked }) => name === seats && checked);
    expect(ticked?.map(({ value }) => value)).toEqual([first, third]);
    expect((await order(again, {})).url).toContain('/c/');
    expect(await checkoutsOf(hall)).toEqual(['expired 2', 'open 2']);
  });

  test('pressed twice makes one new checkout', async () => {
    const { event, browser, url, order } = await eventWithBuyer();
    const form = await browser.open(url);
    await order(form, tickets(event.tierId, 2));
    const pages = await Promise.all([1, 1].map((quantity) => order(form, tickets(event.tierId, quantity))));
    expect(pages[0]?.url).toBe(pages[1]?.url);
    expect(await checkoutsOf(event)).toEqual(['expired 2', 'open 1']);
  });
});

describe('the link back that keeps the tickets', () => {
  /** Orders, and follows the link on the page of the checkout. */
  async function comeBack({ browser, url, order }: ReturnType<typeof openBuyer>, fields: Record<string, string>) {
    const paying = await order(await browser.open(url), fields);
    const link = paying.links.find(({ text }) => text.startsWith('Go back'))?.href ?? '';
    return { link, page: await browser.open(link) };
  }

  test('opens a form that can have their places, for the browser that ordered', async () => {
    const { event, ...buyer } = await eventWithBuyer();
    const { link, page } = await comeBack(buyer, tickets(event.tierId, 2));
    expect((await openVisitor(office).browser.open(link)).text).toContain(shopTexts.en.states.held?.[0]);
    expect((await buyer.order(page, tickets(event.tierId, 1))).text).toContain('1 × General Admission');
    expect(await checkoutsOf(event)).toEqual(['expired 2', 'open 1']);
  });

  test('opens that form, too, after giving up at the provider, whose page takes no money then', async () => {
    const { event, ...buyer } = await eventWithBuyer();
    const paying = await buyer.order(await buyer.browser.open(buyer.url), tickets(event.tierId, 2));
    const pay = { press: 'Pay ₱200.00', fields: { payment_method: 'GCASH' } };
    const provider = await buyer.browser.submit(paying, pay);
    const follow = (page: Page, words: string) =>
      buyer.browser.open(page.links.find(({ text }) => text === words)?.href ?? '');
    const gaveUp = await follow(provider, 'Go back without choosing');
    const page = await follow(gaveUp, changeTexts.en.goBack);
    expect((await buyer.order(page, tickets(event.tierId, 1))).text).toContain('1 × General Admission');
    expect(await checkoutsOf(event)).toEqual(['expired 2', 'open 1']);
    await buyer.browser.submit(provider, { press: 'authorize' });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  test('opens a new form once they are paid or no longer held', async () => {
    const { event, ...buyer } = await eventWithBuyer();
    const { link, page } = await comeBack(buyer, tickets(event.tierId, 2));
    const tokenOf = ({ forms }: Page) => forms[0]?.fields.find(({ name }) => name === 'token')?.value;
    expect(tokenOf(await buyer.browser.open(link))).toBe(tokenOf(page));
    office.wait(901);
    expect(tokenOf(await buyer.browser.open(link))).not.toBe(tokenOf(page));
  });

  test('opens what a code for one use opens, which they hold', async () => {
    const { event, ...buyer } = await eventWithBuyer();
    const backstage = await office.tier(event, { name: 'Backstage', hidden: true });
    const code = { code: 'INVITE1', discount_type: 'percentage', discount_amount: 10, usage_limit: 1 };
    await office.call('POST', '/promo-codes', { event_id: event.id, ...code, opens_tier_ids: [backstage] });
    const invited = { ...buyer, url: `${buyer.url}?code=INVITE1` };
    const { page } = await comeBack(invited, { ...tickets(event.tierId, 0), ...tickets(backstage, 1) });
    const filipino = await buyer.browser.submit(page, { press: 'Filipino' });
    for (const { text } of [page, filipino]) expect(text).toContain('Backstage');
    const next = await buyer.order(page, { ...tickets(event.tierId, 1), ...tickets(backstage, 1) });
    expect(next.text).toContain('1 × Backstage');
  });

  test('counts them no longer for the limit of a buyer', async () => {
    const { event, ...buyer } = await eventWithBuyer({ capacity: 20, max_per_buyer: 2 });
    const vip = await office.tier(event, { name: 'VIP' });
    const { page } = await comeBack(buyer, { ...tickets(event.tierId, 2), ...tickets(vip, 0) });
    const next = await buyer.order(page, { ...tickets(event.tierId, 0), ...tickets(vip, 2) });
    expect(next.text).toContain('2 × VIP');
  });

  test('shows their seats as free, also on the pages of other sections', async () => {
    const slug = newSlug();
    const hall = await openHall(office, rows(['A', 2]), { slug, price: 300, mode: 'both' });
    const buyer = openBuyer(slug);
    const { page } = await comeBack(buyer, { [`q_${hall.sectionId}_${hall.tierId}`]: '2' });
    const seats = page.links.find(({ text }) => text.endsWith('yourself'))?.href ?? '';
    const boxes = (await buyer.browser.open(seats)).forms[0]?.fields.filter(({ name }) => name === `s_${hall.tierId}`);
    expect(boxes).toHaveLength(2);
  });
});
