import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

const ANA = { name: 'Ana Reyes', email: 'ana@example.com' };
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
afterAll(() => office.closeAll());

const urlOf = async (orderId: string) => String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
const numberOf = async (ticketId: string) =>
  (await office.call<{ ticket_number: string }>('GET', `/tickets/${ticketId}`)).data.ticket_number;

async function passOn(orderId: string, ticketId: string) {
  const page = await office.browser.open(`${await urlOf(orderId)}/tickets/${ticketId}`);
  const asked = await office.browser.submit(page, { press: 'Continue', fields: BEN });
  expect((await office.browser.submit(asked, { press: 'Pass the ticket on' })).text).toContain('was passed on');
}

async function askForRefund(quantity: number) {
  const event = await office.event({ price: 100, title: 'Gabi', refund_rule: { allowed: 'request' } });
  const order = await office.buy(event, { quantity, customer: ANA });
  await office.sendMails();
  const confirm = await office.browser.submit(await office.browser.open(`${await urlOf(order.orderId)}/refund`));
  expect((await office.browser.submit(confirm)).text).toContain('The organizer has your request');
  return order;
}
async function decline(orderId: string) {
  const { data } = await office.call<{ refund_requests: { id: string }[] }>(
    'GET',
    `/refund-requests?order_id=${orderId}`,
  );
  const declined = await office.call('POST', `/refund-requests/${data.refund_requests[0]?.id}/decline`);
  expect(declined).toMatchObject({ status: 200 });
}

test('a buyer whose refund is declined does not learn the number of a ticket that was passed on before the mail is sent', async () => {
  const { orderId, ticketId } = await askForRefund(1);
  await decline(orderId);
  await passOn(orderId, ticketId);
  const texts = (await office.sendMails()).flatMap(({ to, mail }) => (to.join() === ANA.email ? mail.text : []));
  expect(texts.join()).toContain('declined your request');
  // The number admits at the door.
  expect(texts.join()).not.toContain(await numberOf(ticketId));
  expect(texts.join()).not.toContain('stay valid');
});

test('a buyer whose refund is declined learns which of the tickets stay valid', async () => {
  const { orderId, ticketId, ticketIds } = await askForRefund(2);
  await passOn(orderId, ticketId);
  await office.sendMails();
  await decline(orderId);
  const [sent] = await office.sendMails();
  expect(sent).toMatchObject({ to: [ANA.email], mail: { subject: 'No refund: Gabi' } });
  expect(sent?.mail.text).not.toContain(await numberOf(ticketId));
  const kept = ticketIds.find((id) => id !== ticketId) ?? '';
  expect(sent?.mail.text).toContain(`Your tickets stay valid: ${await numberOf(kept)}.`);
});

test.each(['resend', 'reissue'])(
  'a buyer gets no waiting mail of %s about a ticket that was passed on meanwhile',
  async (act) => {
    const event = await office.event({ price: 100, title: 'Gabi' });
    const { orderId, ticketId } = await office.buy(event, { quantity: 2, customer: ANA });
    await office.sendMails();
    expect(await office.call('POST', `/tickets/${ticketId}/${act}`)).toMatchObject({ status: 200 });
    await passOn(orderId, ticketId);
    const received = (await office.sendMails()).map(({ to, mail }) => `${to.join()}: ${mail.subject}`);
    expect(received.toSorted()).toEqual([
      'ana@example.com: You passed a ticket on: Gabi',
      'ben@example.com: Your ticket for Gabi',
    ]);
  },
);

test('the copy of a buyer’s data has no number of a ticket that was passed on, that of its holder has it', async () => {
  const event = await office.event({ price: 100 });
  const { orderId, ticketId } = await office.buy(event, { customer: ANA });
  await passOn(orderId, ticketId);
  const number = await numberOf(ticketId);
  expect((await office.callAsOwner('POST', '/buyers/export', { email: ANA.email })).body).not.toContain(number);
  expect((await office.callAsOwner('POST', '/buyers/export', { email: BEN.email })).body).toContain(number);
});
