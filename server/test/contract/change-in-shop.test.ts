import { describe, expect, test } from 'vitest';
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
