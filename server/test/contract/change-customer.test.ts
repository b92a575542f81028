import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findInAllTables } from '../fixtures/find-person.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { attached } from '../fixtures/mail-server.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { readPdf } from '../readers/pdf-reader.ts';

let typed = { name: 'Ana Reyes', email: '', phone: '+63 917 123 4567' };
let meant = '';
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Diaz', email: 'carla@example.com' };

interface Order {
  customer: { name: string; email: string; phone: string | null };
  tickets_url: string;
  tickets: { id: string; ticket_number: string; attendee: { name: string | null; email: string | null } | null }[];
}
interface Ticket {
  ticket_number: string;
  code: string;
  status: string;
}

describe('PUT /orders/{id}/customer', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  let buyers = 0;
  beforeEach(() => {
    buyers += 1;
    typed = { ...typed, email: `ana${buyers}@gmial.example` };
    meant = `ana${buyers}@gmail.example`;
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  const ask = (orderId: string, fields: object) => office.call<Order>('PUT', `/orders/${orderId}/customer`, fields);
  async function change(orderId: string, fields: object): Promise<Order> {
    const { status, data, body } = await ask(orderId, fields);
    if (status !== 200) throw new Error(`expected the order, not ${status}: ${body}`);
    return data;
  }
  const read = async (orderId: string) => (await office.call<Order>('GET', `/orders/${orderId}`)).data;
  const ticketOf = async (id: string) => (await office.call<Ticket>('GET', `/tickets/${id}`)).data;
  const buy = async (fields: object = {}, event: object = {}) => {
    const sold = await office.event({ price: 100, title: 'Gabi', ...event });
    return { event: sold, ...(await office.buy(sold, { customer: typed, ...fields })) };
  };
  const arriving = async () =>
    (await office.sendMails()).map(({ to, mail }) => ({ to: to.join(), subject: mail.subject, mail }));
  const addressed = async () => (await arriving()).map(({ to, subject }) => `${to}: ${subject}`).toSorted();
  const traces = () => findInAllTables(office.db, [typed.email]);

  test('corrects name and telephone number; codes, numbers and links stay, and no e-mail is sent', async () => {
    const { orderId, ticketId } = await buy({ quantity: 2, attendees: [{ name: 'ana reyes' }, { name: BEN.name }] });
    const before = await ticketOf(ticketId);
    const { tickets_url } = await read(orderId);
    await office.sendMails();
    const after = await change(orderId, { name: 'Ana Reyes-Lim', phone: null });
    expect(after.customer).toEqual({ name: 'Ana Reyes-Lim', email: typed.email, phone: null });
    expect(after.tickets.map(({ attendee }) => attendee?.name)).toEqual(['Ana Reyes-Lim', BEN.name]);
    expect(after.tickets_url).toBe(tickets_url);
    expect(await ticketOf(ticketId)).toMatchObject({ code: before.code, ticket_number: before.ticket_number });
    expect(await addressed()).toEqual([]);
    const found = await office.call<{ orders: object[] }>('GET', '/orders?q=reyes-lim');
    expect(found.data.orders).toHaveLength(1);
  });

  test('gives the tickets to another address: the codes and links of the former one are void', async () => {
    const { event, orderId, ticketId } = await buy();
    const old = await ticketOf(ticketId);
    const { tickets_url } = await read(orderId);
    await office.sendMails();
    const after = await change(orderId, { email: meant });
    expect(after.customer).toEqual({ ...typed, email: meant });

    const renewed = await ticketOf(ticketId);
    expect(renewed.ticket_number).not.toBe(old.ticket_number);
    const scan = (code: string) => office.call('POST', '/tickets/check-in', { code, event_id: event.id });
    expect(await scan(old.code)).toMatchObject({ status: 409, code: 'ticket_code_replaced' });
    expect(await office.browser.open(tickets_url)).toMatchObject({ status: 404 });
    expect(await office.browser.open(after.tickets_url)).toMatchObject({ status: 200 });

    const mails = await arriving();
    const to = (address: string) => mails.filter((mail) => mail.to === address);
    expect(to(meant).map(({ subject }) => subject)).toEqual(['Your ticket for Gabi']);
    const [sent] = to(meant);
    const pages = sent ? await readPdf(attached(sent.mail, 'tickets.pdf')) : [];
    expect(pages.map(({ qr }) => qr)).toEqual([renewed.code]);
    expect(to(typed.email).map(({ subject }) => subject)).toEqual(['Your tickets have another address: Gabi']);
    const told = to(typed.email)[0]?.mail;
    expect(told?.text).toContain('no longer valid');
    for (const words of [meant, typed.name, renewed.ticket_number, '/o/', '/t/'])
      expect(told?.text).not.toContain(words);
    expect((await scan(renewed.code)).status).toBe(200);
    expect(await traces()).toEqual([]);
  });

  test('gives guests new codes, and keeps those of tickets that were passed on', async () => {
    const { orderId, ticketIds } = await buy({ quantity: 3, attendees: [{ email: typed.email }, BEN] });
    const [own = '', bens = '', passed = ''] = ticketIds;
    const page = await office.browser.open(`${(await read(orderId)).tickets_url}/tickets/${passed}`);
    const asked = await office.browser.submit(page, { press: 'Continue', fields: CARLA });
    expect(await office.browser.submit(asked, { press: 'Pass the ticket on' })).toMatchObject({ status: 200 });
    await office.sendMails();
    const [before, kept] = [await ticketOf(bens), await ticketOf(passed)];
    const { tickets } = await change(orderId, { email: meant });
    expect(tickets.map(({ attendee }) => attendee?.email)).toEqual([meant, BEN.email, CARLA.email]);
    expect((await ticketOf(bens)).code).not.toBe(before.code);
    expect((await ticketOf(passed)).code).toBe(kept.code);
    expect((await ticketOf(own)).status).toBe('valid');
    expect(await addressed()).toEqual(
      [
        `${meant}: Your tickets for Gabi`,
        `${BEN.email}: New ticket for Gabi`,
        `${typed.email}: Your tickets have another address: Gabi`,
      ].toSorted(),
    );
    expect(await traces()).toEqual([]);
  });

  test('voids the link of an order whose tickets were all returned', async () => {
    const { orderId } = await buy();
    const { tickets_url } = await read(orderId);
    await office.sendMails();
    await office.call('POST', `/orders/${orderId}/refund`, {});
    await office.sendMails();
    await change(orderId, { email: meant });
    expect(await office.browser.open(tickets_url)).toMatchObject({ status: 404 });
    expect(await addressed()).toEqual([`${typed.email}: Your tickets have another address: Gabi`]);
  });

  test('sends what waits for the former address to the new one, which is told only what it had', async () => {
    const { event, orderId } = await buy();
    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Araneta Coliseum' });
    await change(orderId, { email: meant });
    expect(await addressed()).toEqual([`${meant}: Your ticket for Gabi`]);
    office.wait(600);
    expect(await addressed()).toEqual([`${meant}: Changed: Gabi`]);
    expect(await traces()).toEqual([]);
  });

  test('asks guests of a free order for nothing that its buyer has not confirmed', async () => {
    const { orderId } = await buy({ quantity: 2, attendees: [{}, BEN] }, { price: 0 });
    await office.sendMails();
    await change(orderId, { email: meant });
    expect(await addressed()).toEqual([
      `${meant}: Your tickets for Gabi`,
      `${typed.email}: Your tickets have another address: Gabi`,
    ]);
  });

  test('sends the tickets back to an address that was replaced by mistake, and tells it nothing else', async () => {
    const { orderId } = await buy();
    await office.sendMails();
    await change(orderId, { email: meant });
    await change(orderId, { email: typed.email });
    expect(await addressed()).toEqual([`${typed.email}: Your ticket for Gabi`]);
  });

  test('ends the concern about a mail that could not reach the former address', async () => {
    const { orderId } = await buy();
    await office.db.query(sql`
      update mails set status = 'failed', next_attempt_at = null where order_id = ${orderId} and status = 'pending'`);
    const concerns = async () =>
      (await office.call<{ needs_attention: { kind: string }[] }>('GET', '/overview')).data.needs_attention.map(
        ({ kind }) => kind,
      );
    expect(await concerns()).toContain('mails_failed');
    await change(orderId, { email: meant });
    expect(await concerns()).not.toContain('mails_failed');
    expect(await addressed()).toEqual([`${meant}: Your ticket for Gabi`]);
  });

  test('changes nothing when it is repeated, or nothing is sent', async () => {
    const { orderId } = await buy();
    await change(orderId, { email: meant });
    await office.sendMails();
    const before = await read(orderId);
    for (const fields of [{ email: meant }, {}]) expect(await change(orderId, fields)).toEqual(before);
    // Another spelling is no other address.
    expect((await change(orderId, { email: meant.toUpperCase() })).tickets_url).toBe(before.tickets_url);
    expect(await addressed()).toEqual([]);
    const { data } = await office.call<{ changes: { action: string; after: object }[] }>(
      'GET',
      `/audit-log?subject_id=${orderId}`,
    );
    expect(data.changes.filter(({ action }) => action === 'order.customer_changed').map(({ after }) => after)).toEqual([
      { email: 'changed' },
      { email: 'changed' },
    ]);
  });

  test('leaves a person that an export and an erasure find', async () => {
    const { event, orderId } = await buy({ attendees: [{ name: typed.name }] });
    await office.sendMails();
    await change(orderId, { name: 'Ana Lim', email: meant });
    await office.sendMails();
    await office.call('POST', `/orders/${orderId}/refund`, {});
    await office.sendRefunds();
    await office.sendMails();
    await office.call('PUT', `/events/${event.id}`, { status: 'completed' });
    expect((await office.callAsOwner('POST', '/buyers/export', { email: meant })).body).toContain('Ana Lim');
    expect(await office.callAsOwner('POST', '/buyers/erase', { email: meant })).toMatchObject({ status: 200 });
    expect(await findInAllTables(office.db, [typed.email, meant, 'Ana Lim'])).toEqual([]);
    expect(await ask(orderId, { email: BEN.email })).toMatchObject({ status: 409, code: 'buyer_erased' });
  });

  test('finds the reservation that the buyer picked up in part by another name', async () => {
    const event = await office.event({ price: 100 });
    const { data: kept } = await office.call<{ id: string }>('POST', '/reservations', {
      ...{ event_id: event.id, items: [{ quantity: 2 }], name: 'Mrs. Santoz', email: 'santos@example.com' },
    });
    const part = { items: [{ tier_id: event.tierId, quantity: 1 }] };
    const { data: sold } = await office.call<{ id: string }>('POST', `/reservations/${kept.id}/pick-up`, {
      ...{ payment_method: 'CASH', ...part },
    });
    await change(sold.id, { name: 'Mrs. Santos' });
    expect((await office.call('GET', `/reservations?event_id=${event.id}`)).body).toContain('Mrs. Santos');
  });

  test.each([
    ['email', { email: 'ana@' }],
    ['email', { email: null }],
    ['name', { name: ' ' }],
    ['name', { name: 'win at https://spam.example' }],
    ['phone', { phone: '9'.repeat(500) }],
  ])('400 names the field: %s', async (field, fields) => {
    const { orderId } = await buy();
    const { status, body } = await ask(orderId, fields);
    expect([status, body]).toEqual([400, expect.stringContaining(field)]);
    expect((await read(orderId)).customer).toEqual(typed);
  });

  test('404 for an unknown order', async () => {
    expect(await ask(UNKNOWN_ID, { email: meant })).toMatchObject({ status: 404, code: 'order_not_found' });
  });
});
