import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import type { Page } from '../readers/browser.ts';

const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
afterEach(() => office.expectConsistency());
afterAll(() => office.closeAll());

async function bought(fields: Record<string, unknown> = {}) {
  const event = await office.event({ price: 100, ...fields });
  const order = await office.buy(event, { quantity: 2, customer: { name: 'Ana Reyes', email: 'ana@example.com' } });
  await office.sendMails();
  const { tickets_url } = (await office.call<{ tickets_url: string }>('GET', `/orders/${order.orderId}`)).data;
  return { ...order, url: tickets_url };
}
const recipients = async () => (await office.sendMails()).map(({ to }) => to.join()).toSorted();
const press = (page: Page, button: string) => office.browser.submit(page, { press: button });

async function askedToPassOn(url: string, ticketId: string) {
  const page = await office.browser.open(`${url}/tickets/${ticketId}`);
  return office.browser.submit(page, { press: 'Continue', fields: BEN });
}

/** A double press, which the browser sends before the first answer is there, and a third after it. */
async function pressThrice(page: Page, button: string) {
  const [first, second] = await Promise.all([press(page, button), press(page, button)]);
  const third = await press(page, button);
  for (const later of [second, third]) expect(later).toMatchObject({ status: 200, url: first.url });
  return third;
}

test('a double press on passing on ends where the first press did, and passes on once', async () => {
  const { url, ticketId } = await bought();
  const done = await pressThrice(await askedToPassOn(url, ticketId), 'Pass the ticket on');
  expect(done.text).toContain('The ticket was passed on.');
  expect(await recipients()).toEqual(['ana@example.com', BEN.email]);
});

test('the voided link of an order leads nowhere with a press of its own, and the press leads nowhere later', async () => {
  const { url, ticketId } = await bought();
  const [hers, another] = [await askedToPassOn(url, ticketId), await askedToPassOn(url, ticketId)];
  expect((await press(hers, 'Pass the ticket on')).status).toBe(200);
  expect((await press(another, 'Pass the ticket on')).status).toBe(404);
  office.wait(60);
  expect((await press(hers, 'Pass the ticket on')).status).toBe(404);
  expect(await recipients()).toEqual(['ana@example.com', BEN.email]);
});

test.each([
  ['automatic', 'Refund the tickets', 'The tickets were refunded.'],
  ['request', 'Send the request', 'The organizer has your request'],
])('a double press on a refund that is %s ends where the first press did', async (allowed, button, words) => {
  const { url, orderId } = await bought({ refund_rule: { allowed } });
  const confirm = await office.browser.submit(await office.browser.open(`${url}/refund`));
  expect((await pressThrice(confirm, button)).text).toContain(words);
  const { data } = await office.call<{ refunds: object[] }>('GET', `/orders/${orderId}`);
  expect(data.refunds).toHaveLength(allowed === 'automatic' ? 1 : 0);
  expect(await recipients()).toEqual(allowed === 'automatic' ? ['ana@example.com'] : []);
});
