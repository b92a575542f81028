import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

interface Order {
  id: string;
  tickets_url: string;
  tickets: { id: string; amount: number }[];
}

let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
afterEach(() => office.expectConsistency());
afterAll(() => office.closeAll());

const show = async (url: string) => (await office.browser.open(url)).text;
const orderOf = async (id: string) => (await office.call<Order>('GET', `/orders/${id}`)).data;
const pageOf = async ({ id }: { id: string }) =>
  show((await office.call<{ ticket_url: string }>('GET', `/tickets/${id}`)).data.ticket_url);

describe('the pages of a cancelled event', () => {
  const REFUNDED = 'The price is being refunded.';
  const BY_HAND = 'Lakbay Concerts gives the price back.';

  test('say that what was paid online is being refunded, and nothing about tickets that were free', async () => {
    const event = await office.event({ price: 100 });
    const child = await office.tier(event, { name: 'Child', price: 0 });
    const items = [
      { tier_id: event.tierId, quantity: 1 },
      { tier_id: child, quantity: 1 },
    ];
    const { orderId } = await office.buy(event, { items });
    const free = await office.buy(event, { items: items.slice(1) });
    await office.cancelEvent(event);
    const { tickets, tickets_url } = await orderOf(orderId);
    expect(await show(tickets_url)).toContain(REFUNDED);
    for (const ticket of tickets) {
      const text = await pageOf(ticket);
      expect(text).toContain('The ticket is no longer valid.');
      expect(text.includes(REFUNDED)).toBe(ticket.amount > 0);
    }
    const text = await show((await orderOf(free.orderId)).tickets_url);
    expect(text).toContain('Tickets that were not checked in are no longer valid.');
    expect(text).not.toContain(REFUNDED);
  });

  test.each([
    ['CASH', true],
    ['EXTERNAL', true],
    ['COMP', false],
  ])('say who gives back what an order of the box office cost: %s', async (payment_method, isPaid) => {
    const event = await office.event({ price: 100 });
    const { data: order } = await office.call<Order>('POST', '/orders', {
      ...{ event_id: event.id, items: [{ quantity: 1 }], payment_method },
      customer: { name: 'Ana Reyes', email: 'ana@example.com' },
    });
    await office.cancelEvent(event);
    for (const text of [await show(order.tickets_url), ...(await Promise.all(order.tickets.map(pageOf)))]) {
      expect(text).toContain('This event was cancelled');
      expect(text).not.toContain(REFUNDED);
      expect(text.includes(BY_HAND)).toBe(isPaid);
    }
  });

  test('say of each ticket what was paid online and at the window, when a change of its order was paid there', async () => {
    const event = await office.event({ price: 500 });
    const vip = await office.tier(event, { price: 1_000 });
    const { orderId, ticketIds } = await office.buy(event, { quantity: 2 }, 'CARD');
    await office.call('POST', `/orders/${orderId}/changes`, {
      tickets: [{ ticket_id: ticketIds[0], tier_id: vip }],
      payment_method: 'CASH',
    });
    await office.cancelEvent(event);
    for (const id of ticketIds)
      expect(await pageOf({ id })).toContain('What was paid online is being refunded. What was paid at the window,');
  });
});

test.each([
  [100, true],
  [0, false],
])('who gives back tickets of ₱%d is told whether money is on its way', async (price, isPaid) => {
  const event = await office.event({ price, refund_rule: { allowed: 'automatic' } });
  const { tickets_url } = await orderOf((await office.buy(event)).orderId);
  const confirm = await office.browser.submit(await office.browser.open(`${tickets_url}/refund`));
  const { text } = await office.browser.submit(confirm);
  expect(text).toContain('The tickets were refunded.');
  expect(text.includes('The money is on its way back, the way you paid.')).toBe(isPaid);
});

test('who gives back a free ticket after one that was paid is not told of money again', async () => {
  const event = await office.event({ price: 500, refund_rule: { allowed: 'automatic' } });
  const items = [
    { tier_id: event.tierId, quantity: 1 },
    { tier_id: await office.tier(event, { price: 0 }), quantity: 1 },
  ];
  const { orderId, ticketIds } = await office.buy(event, { items });
  const { tickets_url } = await orderOf(orderId);
  for (const [ticket = '', isPaid] of [
    [ticketIds[0], true],
    [ticketIds[1], false],
  ] as const) {
    const chosen = await office.browser.submit(await office.browser.open(`${tickets_url}/refund`), {
      fields: { ticket: [ticket] },
    });
    const { text } = await office.browser.submit(chosen);
    expect(text).toContain('The tickets were refunded.');
    expect(text.includes('The money is on its way back, the way you paid.')).toBe(isPaid);
  }
});

describe('the mail of a refund, after a change at the window', () => {
  /** An order of two tickets, one of them changed to a dearer place that was paid in cash. */
  async function changed(price: number, method?: 'CARD') {
    const event = await office.event({ price });
    const vip = await office.tier(event);
    const order = await office.buy(event, { quantity: 2 }, method);
    const { status, body } = await office.call('POST', `/orders/${order.orderId}/changes`, {
      tickets: [{ ticket_id: order.ticketIds[0], tier_id: vip }],
      payment_method: 'CASH',
    });
    expect(status, body).toBe(201);
    await office.sendMails();
    return { event, ...order };
  }
  async function mailAfter(act: Promise<unknown>) {
    await act;
    office.wait(600);
    return (await office.sendMails()).map(({ mail }) => mail.text).join();
  }
  const BY_HAND = 'Lakbay Concerts gives ₱1,500.00 back to you';

  test('says that the organizer gives back what a free order cost more, also when its event is cancelled', async () => {
    const [refunded, cancelled] = [await changed(0), await changed(0)];
    expect(await mailAfter(office.call('POST', `/orders/${refunded.orderId}/refund`))).toContain(BY_HAND);
    expect(await mailAfter(office.cancelEvent(cancelled.event))).toContain(BY_HAND);
    expect(await show((await orderOf(cancelled.orderId)).tickets_url)).toContain(
      'Lakbay Concerts gives the price back.',
    );
  });

  test('sends buyers to ask for it only where the organizer can be asked', async () => {
    const [nowhere, there] = [await changed(0), await changed(0)];
    expect(await mailAfter(office.cancelEvent(nowhere.event))).not.toMatch(/\bask\b/i);
    const pages = [(await orderOf(nowhere.orderId)).tickets_url];
    await office.call('PUT', '/organization', { contact_phone: '02 8123 4567' });
    expect(await mailAfter(office.cancelEvent(there.event))).toContain(`${BY_HAND}. If you have not got it, ask them.`);
    for (const url of pages) expect(await show(url)).toContain('If you paid and have not got it, ask them.');
    await office.call('PUT', '/organization', { contact_phone: null });
    for (const url of pages) expect(await show(url)).not.toContain('ask them');
  });

  test('names the window only when a part of this refund was paid there', async () => {
    const { orderId, ticketIds } = await changed(500, 'CARD');
    const first = await mailAfter(office.call('POST', `/tickets/${ticketIds[1]}/refund`));
    expect(first).toContain('₱500.00 is on its way back to you');
    const second = await mailAfter(office.call('POST', `/orders/${orderId}/refund`));
    expect(second).toContain('What you paid at the window, Lakbay Concerts gives back to you.');
  });
});
