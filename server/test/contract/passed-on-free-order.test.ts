import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Diaz', email: 'carla@example.com' };
const ANA = { name: 'Ana Reyes', email: 'ana@example.com' };
let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
afterAll(() => office.closeAll());

/** A free order whose buyer named Carla without confirming her, and passed the other ticket on to Ben. */
async function passedOn() {
  const event = await office.event({ price: 0, title: 'Gabi', venue_name: 'Music Museum' });
  const order = await office.buy(event, { quantity: 2, customer: ANA, attendees: [CARLA] });
  await office.sendMails();
  const read = await office.call<{ tickets_url: string; tickets: { id: string; attendee: object | null }[] }>(
    'GET',
    `/orders/${order.orderId}`,
  );
  const ticketId = order.ticketIds[1] ?? '';
  const page = await office.browser.open(`${read.data.tickets_url}/tickets/${ticketId}`);
  const asked = await office.browser.submit(page, { press: 'Continue', fields: BEN });
  const done = await office.browser.submit(asked, { press: 'Pass the ticket on' });
  expect(done.text).toContain('The ticket was passed on.');
  const mails = await office.sendMails();
  expect(mails.map(({ to }) => to.join())).toContain(BEN.email);
  return { event, ...order, ticketId };
}
const arriving = async () => (await office.sendMails()).map(({ to }) => to.join());

test('the new holder is told of another place', async () => {
  const { event } = await passedOn();
  await office.call('PUT', `/events/${event.id}`, { venue_name: 'Cubao Expo' });
  office.wait(600);
  expect(await arriving()).toContain(BEN.email);
});

test('the new holder is told that the event is cancelled', async () => {
  const { event } = await passedOn();
  await office.cancelEvent(event);
  expect(await arriving()).toContain(BEN.email);
});

test('the new holder is told that the ticket was refunded', async () => {
  const { ticketId } = await passedOn();
  await office.call('POST', `/tickets/${ticketId}/refund`);
  expect(await arriving()).toContain(BEN.email);
});

test('the new holder, who has the ticket, does not get it again when the buyer sends it to the guests', async () => {
  const { orderId } = await passedOn();
  const url = String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
  const done = await office.browser.submit(await office.browser.open(url), { press: 'Send each guest their ticket' });
  expect(done.text).toContain('Your guests will get their tickets');
  expect(await arriving()).toEqual([CARLA.email]);
});
