import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendMessages } from '../../src/messages/send-messages.ts';
import { findInAllTables } from '../fixtures/find-person.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const EVE = { name: 'Eve Cruz', email: 'eve@example.com' };
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const PHONE = '+63 917 123 4567';

interface Ticket {
  code: string;
  status: string;
  attendee: { name: string | null; email: string | null } | null;
}

/** What the owner of a mistyped address had, did and waited for, after PUT /orders/{id}/customer. */
describe('the former address of a buyer', () => {
  let office: MailOffice;
  let buyers = 0;
  let former = '';
  let right = '';
  beforeAll(async () => {
    office = await openMailOffice();
  });
  beforeEach(async () => {
    await office.sendMails();
    buyers += 1;
    former = `ana${buyers}@gmial.example`;
    right = `ana${buyers}@gmail.example`;
    // More mails than an address gets at once are a matter of other tests.
    office.wait(3_600);
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  const ana = () => ({ name: `Ana Reyes ${buyers}`, email: former, phone: PHONE });
  const buy = async (fields: object = {}, event: object = {}) => {
    const sold = await office.event({
      ...{ price: 100, title: 'Gabi', start_datetime: '2099-05-01T20:00:00+08:00' },
      ...event,
    });
    return { event: sold, ...(await office.buy(sold, { customer: ana(), ...fields })) };
  };
  async function correct(orderId: string, fields: object = { email: right }) {
    const { status, body } = await office.call('PUT', `/orders/${orderId}/customer`, fields);
    if (status !== 200) throw new Error(`expected the order, not ${status}: ${body}`);
  }
  const linkOf = async (orderId: string) =>
    (await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`)).data.tickets_url;
  const ticketOf = async (id: string) => (await office.call<Ticket>('GET', `/tickets/${id}`)).data;
  const addressed = async () => (await office.sendMails()).map(({ to, mail }) => `${to.join()}: ${mail.subject}`);
  const traces = () => findInAllTables(office.db, [former]);
  async function askForRefund(orderId: string) {
    const choose = await office.browser.submit(await office.browser.open(`${await linkOf(orderId)}/refund`));
    expect((await office.browser.submit(choose)).status).toBe(200);
  }
  async function writeToAll(event: { id: string }) {
    await office.call('POST', `/events/${event.id}/messages`, { subject: 'Hi', text: 'Bring water' });
    office.wait(60);
    await sendMessages(office.db, office.now());
  }

  test('sends the new code to none whom it named on the page of the order', async () => {
    const { orderId, ticketId } = await buy();
    await office.sendMails();
    const page = await office.browser.open(`${await linkOf(orderId)}/tickets/${ticketId}`);
    expect((await office.browser.submit(page, { press: 'Save', fields: EVE })).status).toBe(200);
    await correct(orderId);
    expect((await addressed()).join()).not.toContain(EVE.email);
    expect((await ticketOf(ticketId)).attendee).toEqual({ name: EVE.name, email: null });
    expect(await findInAllTables(office.db, [EVE.email])).toEqual([]);
  });

  test('had a guest named on the page, who is told, and keeps what is about another ticket of theirs', async () => {
    const guest = { name: 'Gina', email: `gina${buyers}@example.com` };
    const { event, orderId, ticketIds } = await buy({ quantity: 2 });
    const page = await office.browser.open(`${await linkOf(orderId)}/tickets/${ticketIds[1]}`);
    expect((await office.browser.submit(page, { press: 'Save', fields: guest })).status).toBe(200);
    await office.buy(event, { quantity: 2, customer: BEN, attendees: [{}, guest] });
    await office.sendMails();
    await office.call('POST', `/tickets/${ticketIds[1]}/resend`);
    expect(await addressed()).toEqual([`${guest.email}: Your ticket for Gabi`]);
    await writeToAll(event);
    await correct(orderId);
    expect((await addressed()).filter((mail) => mail.startsWith(guest.email)).toSorted()).toEqual([
      `${guest.email}: Hi`,
      `${guest.email}: Your ticket was passed on: Gabi`,
    ]);
  });

  test('has no link to a used or refunded ticket, and no code that an undo makes valid', async () => {
    const { orderId, ticketIds } = await buy({ quantity: 2 });
    const [used = '', refunded = ''] = ticketIds;
    const [sent] = await office.sendMails();
    const links = [...(sent?.mail.text ?? '').matchAll(/\/t\/[^\s"]+/g)].map(([link]) => link);
    const { code } = await ticketOf(used);
    await office.call('POST', `/tickets/${used}/check-in`);
    await office.call('POST', `/tickets/${refunded}/refund`);
    await correct(orderId);
    for (const link of links) expect(await office.browser.open(link)).toMatchObject({ status: 404 });
    await office.call('POST', `/tickets/${used}/undo-check-in`);
    expect(await office.call('POST', '/tickets/check-in', { code })).toMatchObject({ code: 'ticket_code_replaced' });
    // The notifications about both are found by an erasure, which looks for them at their times.
    await office.call('POST', `/orders/${orderId}/refund`, {});
    await office.sendRefunds();
    await office.call('POST', '/buyers/erase', { email: right });
  });

  test('asks for no refund any more', async () => {
    const { orderId } = await buy({}, { refund_rule: { allowed: 'request' } });
    await office.sendMails();
    await askForRefund(orderId);
    await correct(orderId);
    const { data } = await office.call<{ refund_requests: { status: string }[] }>(
      'GET',
      `/refund-requests?order_id=${orderId}`,
    );
    expect(data.refund_requests).toMatchObject([{ status: 'closed' }]);
  });

  test('is told, too, if another mail than its tickets had the link', async () => {
    const event = await office.event({ price: 100, title: 'Gabi' });
    const imported = await office.call<{ orders: { order_id: string }[] }>('POST', `/events/${event.id}/imports`, {
      ...{ csv: `name,email\nAna Reyes,${former}\n`, payment_method: 'EXTERNAL', send_tickets: false },
    });
    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Araneta Coliseum' });
    office.wait(600);
    expect(await addressed()).toEqual([`${former}: Changed: Gabi`]);
    await correct(imported.data.orders[0]?.order_id ?? '');
    expect(await addressed()).toContain(`${former}: Your tickets have another address: Gabi`);
  });

  test('gets a message that is for another order of its owner, once; else the right address gets it', async () => {
    const { event, orderId } = await buy();
    office.wait(1);
    const other = await office.buy(event, { customer: ana() });
    await office.sendMails();
    await writeToAll(event);
    await correct(orderId);
    expect((await addressed()).filter((mail) => mail.endsWith(': Hi'))).toEqual([`${former}: Hi`]);
    await sendMessages(office.db, office.now());
    expect((await addressed()).filter((mail) => mail.endsWith(': Hi'))).toEqual([]);
    await writeToAll(event);
    await correct(other.orderId);
    const again = (await addressed()).filter((mail) => mail.endsWith(': Hi'));
    expect(again).toEqual([`${right}: Hi`]);
  });

  test('leaves a payment that bought nothing with its mail, which the right address gets', async () => {
    const event = await office.event({ price: 60, title: 'Gabi' });
    const checkout = await office.checkout(event, { customer: ana() });
    const tabs = [await office.pay(checkout, 'CARD'), await office.pay(checkout, 'MAYA')] as const;
    await office.browser.submit(tabs[1], { press: 'authorize' });
    office.wait(1);
    await office.browser.submit(tabs[0], { press: 'authorize' });
    const { order_id } = await office.stateOf(checkout.checkout_id);
    await correct(order_id ?? '');
    expect(await addressed()).toContain(`${right}: Your payment for Gabi is on its way back`);
  });

  test('is forgotten where places were offered from the waiting list, and what a mail to it said', async () => {
    const line = openLine(office);
    const event = await line.soldOut(1, {
      refund_rule: { allowed: 'request' },
      start_datetime: '2099-05-01T20:00:00+08:00',
    });
    await line.join(event, { customer: ana() });
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const [entry] = (await line.read(event)).entries;
    await office.browser.submit(await office.browser.open(`/c/${entry?.checkout_id}`));
    const { order_id: orderId } = await office.stateOf(entry?.checkout_id ?? '');
    await office.sendMails();
    await askForRefund(orderId ?? '');
    const { data } = await office.call<{ refund_requests: { id: string }[] }>(
      'GET',
      `/refund-requests?order_id=${orderId}`,
    );
    const reason = 'Your knee operation is no reason';
    await office.call('POST', `/refund-requests/${data.refund_requests[0]?.id}/decline`, { reason });
    await office.sendMails();
    await correct(orderId ?? '');
    await office.sendMails();
    expect(await traces()).toEqual([]);
    await office.call('PUT', `/events/${event.id}`, { status: 'completed' });
    expect(await office.callAsOwner('POST', '/buyers/erase', { email: right })).toMatchObject({ status: 200 });
    expect(await findInAllTables(office.db, ['knee operation', ana().name, right])).toEqual([]);
  });

  test('is not that of the places that are left of a reservation', async () => {
    const event = await office.event({ price: 100 });
    const { data: kept } = await office.call<{ id: string }>('POST', '/reservations', {
      ...{ event_id: event.id, items: [{ quantity: 2 }], name: ana().name, email: former },
    });
    const { data: sold } = await office.call<{ id: string }>('POST', `/reservations/${kept.id}/pick-up`, {
      ...{ payment_method: 'CASH', items: [{ tier_id: event.tierId, quantity: 1 }] },
    });
    await office.sendMails();
    await correct(sold.id, { name: 'Mrs. Santos', email: right });
    await office.sendMails();
    expect(await traces()).toEqual([]);
    const { data: rest } = await office.call<{ customer: object }>('POST', `/reservations/${kept.id}/pick-up`, {
      payment_method: 'CASH',
    });
    expect(rest.customer).toMatchObject({ name: 'Mrs. Santos', email: right });
  });

  test('leaves the mail with a ticket that it passed on to its new holder, who was the buyer for a moment', async () => {
    const { orderId, ticketIds } = await buy({ quantity: 2 });
    await office.sendMails();
    const page = await office.browser.open(`${await linkOf(orderId)}/tickets/${ticketIds[1]}`);
    const asked = await office.browser.submit(page, { press: 'Continue', fields: BEN });
    await office.browser.submit(asked, { press: 'Pass the ticket on' });
    await correct(orderId, { email: BEN.email });
    await correct(orderId, { email: former });
    expect((await addressed()).filter((mail) => mail.startsWith(BEN.email))).toHaveLength(1);
  });

  test('in another spelling gets one mail about two changes', async () => {
    const { orderId, event } = await buy();
    await office.sendMails();
    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Araneta Coliseum' });
    await correct(orderId, { email: former.toUpperCase() });
    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Music Museum' });
    office.wait(600);
    expect((await addressed()).map((mail) => mail.toLowerCase())).toEqual([`${former}: changed: gabi`]);
  });

  test('of an event that is over: guests get no new tickets', async () => {
    const { orderId, event } = await buy({ quantity: 2, attendees: [{}, BEN] });
    await office.sendMails();
    await office.call('PUT', `/events/${event.id}`, { status: 'completed' });
    await correct(orderId);
    expect((await addressed()).join()).not.toContain(BEN.email);
  });
});
