import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { attached } from '../fixtures/mail-server.ts';
import { readPdf } from '../readers/pdf-reader.ts';

const BUYER = { name: 'Ana Reyes', email: 'ana@example.com' };
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Dizon', email: 'Carla@example.com' };
/** Changes of an event within this time go into one e-mail. */
const GATHER_SECONDS = 600;

describe('attendees whose ticket another person bought', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  async function sold(attendees: { name?: string; email?: string }[], quantity = 3) {
    const event = await office.event({ title: 'Gabi', price: 100, venue_name: 'Music Museum' });
    const order = await office.buy(event, { quantity, customer: BUYER, attendees });
    return { event, order, mails: await arriving() };
  }
  /** E-mails that arrive now, by address. */
  const arriving = async () =>
    (await office.sendMails())
      .map(({ to, mail }) => ({ to: to.join(), subject: mail.subject, text: mail.text ?? '', mail }))
      .toSorted((a, b) => (a.to < b.to ? -1 : 1));
  async function ticketOf(ticketIds: string[], name: string): Promise<Record<string, string>> {
    for (const id of ticketIds) {
      const { data } = await office.call<Record<string, string> & { attendee: { name: string } }>(
        'GET',
        `/tickets/${id}`,
      );
      if (data.attendee?.name === name) return data;
    }
    throw new Error(`nobody is called ${name}`);
  }

  test('get only their own ticket; the buyer gets all of them, each with its name', async () => {
    const { order, mails } = await sold([BEN, CARLA]);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      [
        [CARLA.email, 'Your ticket for Gabi'],
        [BUYER.email, 'Your tickets for Gabi'],
        [BEN.email, 'Your ticket for Gabi'],
      ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
    const toBuyer = mails.find(({ to }) => to === BUYER.email);
    const toBen = mails.find(({ to }) => to === BEN.email);
    for (const name of [BEN.name, CARLA.name, BUYER.name]) expect(toBuyer?.text).toContain(`Name: ${name}`);
    const bens = await ticketOf(order.ticketIds, BEN.name);
    for (const words of [
      'Hello Ben Cruz,',
      'Name: Ben Cruz',
      bens.ticket_number,
      bens.ticket_url,
      'a ticket was bought for you',
    ])
      expect(toBen?.text).toContain(words);
    for (const words of [CARLA.name, BUYER.name, 'Open all', '₱']) expect(toBen?.text).not.toContain(words);
    const pages = toBen ? await readPdf(attached(toBen.mail, 'tickets.pdf')) : [];
    expect(pages.map(({ qr }) => qr)).toEqual([bens.code]);
    expect(pages[0]?.text).toContain(BEN.name);
  });

  test('get no e-mail if their address is the buyer’s, in any spelling, or missing; the buyer is greeted by their own name', async () => {
    const { mails } = await sold([{ name: 'Ben', email: 'ANA@Example.com' }, { name: 'Carla' }]);
    expect(mails.map(({ to }) => to)).toEqual([BUYER.email]);
    expect(mails[0]?.text).toContain('Hello Ana Reyes,');
  });

  test('are not greeted by the name of the buyer, who gave no name for them', async () => {
    const { mails } = await sold([{ email: BEN.email }]);
    const toBen = mails.find(({ to }) => to === BEN.email);
    expect(toBen?.text).toContain('Hello,');
  });

  test('get the new code of their ticket, also when it is sent again', async () => {
    const { order } = await sold([BEN]);
    const { id } = await ticketOf(order.ticketIds, BEN.name);
    await office.call('POST', `/tickets/${id}/reissue`);
    await office.call('POST', `/tickets/${id}/resend`);
    // All are sent at once, so their order is not defined.
    const mails = await arriving();
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      // The buyer's old link to the order no longer works.
      [BUYER.email, 'Your tickets for Gabi'],
      [BEN.email, 'New ticket for Gabi'],
      [BEN.email, 'Your ticket for Gabi'],
    ]);
    for (const { to, text } of mails) expect(text.includes('Open all your tickets')).toBe(to === BUYER.email);
    await office.call('POST', `/orders/${order.orderId}/resend`);
    expect((await arriving()).map(({ to }) => to)).toEqual([BUYER.email]);
  });

  test('of an order that the box office gave away get their ticket, and hear when the event is cancelled', async () => {
    const event = await office.event({ title: 'Gabi', price: 100 });
    await arriving();
    const sale = { items: [{ quantity: 2 }], customer: BUYER, attendees: [BEN, CARLA], payment_method: 'COMP' };
    expect(await office.call('POST', '/orders', { event_id: event.id, ...sale })).toMatchObject({ status: 201 });
    const everyone = [BUYER, BEN, CARLA].map(({ email }) => email).toSorted();
    expect.soft((await arriving()).map(({ to }) => to).toSorted()).toEqual(everyone);
    await office.cancelEvent(event);
    expect.soft((await arriving()).map(({ to }) => to).toSorted()).toEqual(everyone);
  });

  describe('of a free order', () => {
    async function given(attendees = [BEN, CARLA], customer = BUYER) {
      const event = await office.event({ title: 'Gabi', price: 0 });
      const order = await office.buy(event, { quantity: 3, customer, attendees });
      const mails = await arriving();
      const { data } = await office.call<{ tickets_url: string }>('GET', `/orders/${order.orderId}`);
      return { event, order, mails, page: () => office.browser.open(data.tickets_url) };
    }
    const BUTTON = 'Send each guest their ticket';
    const WAITING = 'Your guests have not got an e-mail yet.';

    test('get none until the buyer, who is told so, confirms them on the page of the order', async () => {
      const { mails, page } = await given();
      expect(mails.map(({ to }) => to)).toEqual([BUYER.email]);
      expect(mails[0]?.text).toContain('Open the page of your tickets to send each guest their own.');
      const before = await page();
      expect(before.text).toContain(WAITING);
      expect(await arriving()).toEqual([]);
      const after = await office.browser.submit(before, { press: BUTTON });
      expect(after.text).toContain('Your guests will get their tickets by e-mail within minutes.');
      expect(after.text).not.toContain(BUTTON);
      expect((await arriving()).map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
        [CARLA.email, 'Your ticket for Gabi'],
        [BEN.email, 'Your ticket for Gabi'],
      ]);
      expect((await page()).text).not.toContain(BUTTON);
    });

    test('are none when the buyer is named, in any spelling, as the only attendee', async () => {
      const { mails, page } = await given([{ ...CARLA, email: CARLA.email.toUpperCase() }], CARLA);
      expect(mails[0]?.text).not.toContain('send each guest');
      expect((await page()).text).not.toContain(WAITING);
    });

    test('are not waited for once their tickets are refunded', async () => {
      const { order, page } = await given([BEN], CARLA);
      expect((await page()).text).toContain(WAITING);
      const { id } = await ticketOf(order.ticketIds, BEN.name);
      await office.call('POST', `/tickets/${id}/refund`);
      expect((await page()).text).not.toContain(WAITING);
      await arriving();
    });

    test('get one each, however often the button is pressed', async () => {
      const before = await (await given()).page();
      await Promise.all(Array.from({ length: 5 }, () => office.browser.submit(before, { press: BUTTON })));
      expect((await arriving()).map(({ to }) => to).toSorted()).toEqual([CARLA.email, BEN.email]);
    });

    test('get no other e-mail before that: not about a refund, a change or a cancelled event', async () => {
      const { event, order } = await given();
      const { id } = await ticketOf(order.ticketIds, BEN.name);
      await office.call('POST', `/tickets/${id}/refund`);
      await office.call('PUT', `/events/${event.id}`, { venue_name: 'Arena' });
      office.wait(GATHER_SECONDS);
      expect(new Set((await arriving()).map(({ to }) => to))).toEqual(new Set([BUYER.email]));
      await office.cancelEvent(event);
      expect((await arriving()).map(({ to }) => to)).toEqual([BUYER.email]);
    });

    test('get nothing for a ticket that is not valid any more', async () => {
      const { order, page } = await given();
      const { id } = await ticketOf(order.ticketIds, BEN.name);
      await office.call('POST', `/tickets/${id}/refund`);
      await arriving();
      await office.browser.submit(await page(), { press: BUTTON });
      expect((await arriving()).map(({ to }) => to)).toEqual([CARLA.email]);
    });

    test('get none before that either if the buyer names them on the page', async () => {
      const { event, order, page } = await given([]);
      const form = await office.browser.open(`${(await page()).url}/tickets/${order.ticketId}`);
      await office.browser.submit(form, { press: 'Save', fields: BEN });
      await office.call('PUT', `/events/${event.id}`, { venue_name: 'Arena' });
      office.wait(GATHER_SECONDS);
      expect((await arriving()).map(({ to }) => to)).toEqual([BUYER.email]);
      await office.browser.submit(await page(), { press: BUTTON });
      expect((await arriving()).map(({ to, subject }) => [to, subject])).toEqual([[BEN.email, 'Your ticket for Gabi']]);
    });

    test('are confirmed with the link of the order alone', async () => {
      const { order, page } = await given();
      const ticket = (await ticketOf(order.ticketIds, BEN.name)).ticket_url ?? '';
      for (const url of [ticket.replace('/t/', '/o/'), `${(await page()).url}x`])
        expect(
          await office.app.inject({ method: 'POST', url: `${new URL(url).pathname}/attendees`, payload: '' }),
        ).toMatchObject({ statusCode: 404 });
      expect(await arriving()).toEqual([]);
    });
  });

  test('are told that their ticket was refunded, without amounts or other tickets', async () => {
    const { order } = await sold([BEN, CARLA]);
    const { id, ticket_number } = await ticketOf(order.ticketIds, BEN.name);
    await office.call('POST', `/tickets/${id}/refund`);
    const mails = await arriving();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [BUYER.email, 'Refund: Gabi'],
      [BEN.email, 'Refund: Gabi'],
    ]);
    expect(mails[0]?.text).toContain('₱100.00');
    expect(mails[1]?.text).toContain(`Your ticket ${ticket_number} for Gabi was refunded. It is no longer valid.`);
    for (const words of ['₱', 'Open all', CARLA.name]) expect(mails[1]?.text).not.toContain(words);
  });

  test('get one e-mail about a cancelled event, however many tickets they have', async () => {
    const { event } = await sold([BEN, { ...BEN, email: 'BEN@example.com' }]);
    await office.cancelEvent(event);
    const mails = await arriving();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [BUYER.email, 'Cancelled: Gabi'],
      [BEN.email, 'Cancelled: Gabi'],
    ]);
    expect(mails[0]?.text).toContain('₱300.00');
    expect(mails[1]?.text).toContain('Your 2 tickets are no longer valid.');
    expect(mails[1]?.text).not.toContain('₱');
  });

  test('get one e-mail about a new place, with a link to a valid ticket of theirs', async () => {
    const { event, order } = await sold([BEN, { ...BEN, name: 'Benita' }, CARLA]);
    const refunded = await ticketOf(order.ticketIds, BEN.name);
    const theirs = await ticketOf(order.ticketIds, 'Benita');
    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Arena' });
    await office.call('POST', `/tickets/${refunded.id}/refund`);
    await arriving();
    office.wait(GATHER_SECONDS);
    const mails = await arriving();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([BUYER.email, BEN.email, CARLA.email].toSorted());
    const toBen = mails.find(({ to }) => to === BEN.email);
    expect(toBen?.text).toContain('Arena (was: Music Museum)');
    expect(toBen?.text).toContain(theirs.ticket_url);
    expect(toBen?.text).not.toContain('Open all');
  });
});
