import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { claimDueMails, saveNotSent } from '../../src/mail/sending/queries.ts';
import { Round } from '../../src/platform/work/waiting-organizations.ts';
import { TICKETS_PER_PAGE } from '../../src/tickets/documents/read-printed-order.ts';
import { type EventOnSale, HOLD_SECONDS } from '../fixtures/box-office.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { attached } from '../fixtures/mail-server.ts';

/** Changes of an event within this time go into one e-mail. */
const GATHER_SECONDS = 600;

describe('e-mails about changes', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(async () => {
    office.failing.clear();
    await office.expectConsistency();
  });
  afterAll(() => office.closeAll());

  const buyer = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com` });
  /** An order whose tickets have been sent. */
  async function sold(event: EventOnSale, name: string, quantity = 1, method?: Parameters<typeof office.buy>[2]) {
    const order = await office.buy(event, { quantity, customer: buyer(name) }, method);
    await office.sendMails();
    return order;
  }
  /** Recipients and subjects of the e-mails that arrive now. */
  const arriving = async () =>
    (await office.sendMails()).map(({ to, mail }) => ({ to: to.join(), subject: mail.subject, text: mail.text ?? '' }));
  const mailsOf = async (orderId: string) =>
    (await office.call<{ mails: { kind: string; status: string }[] }>('GET', `/orders/${orderId}/mails`)).data.mails;

  describe('a refund', () => {
    test('of a whole order names the tickets, the amount and the payment method', async () => {
      const event = await office.event({ price: 850.5, title: 'Gabi', start_datetime: '2099-05-01T20:00:00+08:00' });
      const { orderId, ticketIds } = await sold(event, 'Ana', 2, 'GCASH');
      const numbers = await Promise.all(
        ticketIds.map(async (id) => String((await office.call('GET', `/tickets/${id}`)).data.ticket_number)),
      );
      await office.call('POST', `/orders/${orderId}/refund`);
      const [mail, ...others] = await arriving();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ to: 'ana@example.com', subject: 'Refund: Gabi' });
      for (const words of [...numbers, '₱1,701.00', 'GCash', '2 of your tickets', 'When: Friday, May 1, 2099 '])
        expect(mail?.text).toContain(words);
      expect(mail?.text).not.toContain('Open');
    });

    test('of one ticket names that ticket and links to the others', async () => {
      const event = await office.event({ price: 100, title: 'Gabi' });
      const { ticketIds } = await sold(event, 'Ana', 2);
      await office.call('POST', `/tickets/${ticketIds[0]}/refund`);
      const [mail] = await arriving();
      const { ticket_number } = (await office.call('GET', `/tickets/${ticketIds[0]}`)).data;
      expect(mail?.text).toContain(`Your ticket ${ticket_number} for Gabi was refunded`);
      expect(mail?.text).toContain('₱100.00');
      expect(mail?.text).toContain('Open all your tickets');
    });

    test('of a free ticket mentions no money', async () => {
      const { orderId } = await sold(await office.event({ price: 0 }), 'Ana');
      await office.call('POST', `/orders/${orderId}/refund`);
      const [mail] = await arriving();
      expect(mail?.subject).toMatch(/^Refund: /);
      expect(mail?.text).not.toMatch(/₱|on its way/);
    });

    test('that is refused sends no e-mail', async () => {
      const { orderId } = await sold(await office.event(), 'Ana');
      await office.call('POST', `/orders/${orderId}/refund`);
      await arriving();
      expect(await office.call('POST', `/orders/${orderId}/refund`)).toMatchObject({
        status: 409,
        code: 'nothing_to_refund',
      });
      expect(await arriving()).toEqual([]);
    });
  });

  describe('a cancelled event', () => {
    test('sends each order its refund, and nothing to orders without valid tickets', async () => {
      const event = await office.event({ price: 300, title: 'Gabi' });
      const anas = await sold(event, 'Ana', 2);
      await sold(event, 'Ben');
      const { ticketIds } = await sold(event, 'Carla', 2);
      await office.call('POST', `/tickets/${ticketIds[0]}/refund`);
      const { orderId } = await sold(event, 'Dina');
      await office.call('POST', `/orders/${orderId}/refund`);
      await arriving();
      await office.cancelEvent(event);
      const mails = (await arriving()).toSorted((a, b) => a.to.localeCompare(b.to));
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['ana@example.com', 'Cancelled: Gabi'],
        ['ben@example.com', 'Cancelled: Gabi'],
        ['carla@example.com', 'Cancelled: Gabi'],
      ]);
      expect(mails.map(({ text }) => /₱[\d,.]+\d/.exec(text)?.[0])).toEqual(['₱600.00', '₱300.00', '₱300.00']);
      expect(mails[0]?.text).toContain('Your 2 tickets are no longer valid');
      expect(mails[0]?.text).toContain(
        `Order: ${(await office.call('GET', `/orders/${anas.orderId}`)).data.order_number}`,
      );
    });

    test('ends the entry that the file of the tickets made in a calendar', async () => {
      const event = await office.event({ price: 300, title: 'Gabi' });
      await office.buy(event, { customer: buyer('Ana') });
      const entryIn = ([received]: Awaited<ReturnType<typeof office.sendMails>>) => {
        const text = received ? attached(received.mail, 'event.ics').toString() : '';
        return { id: /UID:\S+/.exec(text)?.[0], sequence: Number(/SEQUENCE:(\d+)/.exec(text)?.[1]), text };
      };
      const bought = entryIn(await office.sendMails());
      office.wait(60);
      await office.cancelEvent(event);
      const ended = entryIn(await office.sendMails());
      expect(ended).toEqual({
        id: bought.id,
        sequence: bought.sequence + 60,
        text: expect.stringContaining('CANCELLED'),
      });
      expect(ended.text).toContain('METHOD:CANCEL');
    });

    test('tells those who were checked in that nothing is refunded automatically', async () => {
      const event = await office.event({ price: 300, title: 'Gabi' });
      const all = await sold(event, 'Ana');
      const some = await sold(event, 'Ben', 3);
      for (const id of [...all.ticketIds, ...some.ticketIds.slice(0, 2)])
        await office.call('POST', `/tickets/${id}/check-in`);
      await office.cancelEvent(event);
      const mails = (await arriving()).toSorted((a, b) => a.to.localeCompare(b.to));
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['ana@example.com', 'Cancelled: Gabi'],
        ['ben@example.com', 'Cancelled: Gabi'],
      ]);
      expect(mails[0]?.text).toContain('A ticket that was checked in before is not refunded automatically');
      expect(mails[0]?.text).not.toMatch(/no longer valid|₱/);
      for (const words of [
        'Your ticket is no longer valid.',
        '₱300.00',
        '2 tickets that were checked in before are not',
      ])
        expect(mails[1]?.text).toContain(words);
    });

    test('sends one e-mail and drops a change that was waiting', async () => {
      const event = await office.event({ title: 'Gabi' });
      const { orderId } = await sold(event, 'Ana');
      await office.call('PUT', `/events/${event.id}`, { venue_name: 'Elsewhere' });
      await office.call('PUT', `/events/${event.id}`, { venue_name: 'Nowhere', status: 'cancelled' });
      await office.call('PUT', `/events/${event.id}`, { status: 'cancelled' });
      expect((await arriving()).map(({ subject }) => subject)).toEqual(['Cancelled: Gabi']);
      office.wait(GATHER_SECONDS);
      expect(await arriving()).toEqual([]);
      expect((await mailsOf(orderId)).find(({ kind }) => kind === 'event_changed')?.status).toBe('dropped');
    });

    test('is sent after the tickets of waiting buyers', async () => {
      const [cancelled, other] = [await office.event({ title: 'Off' }), await office.event({ title: 'On' })];
      await sold(cancelled, 'Ana');
      await office.cancelEvent(cancelled);
      office.wait(1);
      await office.buy(other, { customer: buyer('Ben') });
      const due = { dueBy: office.now(), leaseUntil: office.now(), limit: 1 };
      const claim = { ...due, round: new Round(), priorities: [0, 1], inProgress: [] };
      expect((await office.db.transaction((tx) => claimDueMails(tx, claim))).map(({ kind }) => kind)).toEqual([
        'tickets',
      ]);
      expect(await arriving()).toHaveLength(2);
    });
  });

  describe('a change', () => {
    const change = (event: EventOnSale, fields: object) => office.call('PUT', `/events/${event.id}`, fields);

    test('of time and place is sent to holders of valid tickets, with the old and new values', async () => {
      const event = await office.event({ title: 'Gabi', venue_name: 'Music Museum', city: 'San Juan' });
      await sold(event, 'Ana');
      const gone = await sold(event, 'Ben');
      await office.call('POST', `/orders/${gone.orderId}/refund`);
      await arriving();
      const before = String((await office.call('GET', `/events/${event.id}`)).data.start_datetime);
      const after = new Date(Date.parse(before) + 86_400_000);
      await change(event, { start_datetime: after.toISOString(), venue_name: 'Cultural Center', city: 'Pasay' });
      expect(await arriving()).toEqual([]);
      office.wait(GATHER_SECONDS);
      const received = await office.sendMails();
      expect(received.map(({ to, mail }) => [to, mail.subject])).toEqual([[['ana@example.com'], 'Changed: Gabi']]);
      const { mail } = received[0] ?? { mail: undefined };
      expect(mail?.text).toContain('Where: Cultural Center, Pasay (was: Music Museum, San Juan)');
      expect(mail?.text).toMatch(/When: .*Philippines Time \(was: .*Philippines Time\)/);
      const stamp = after.toISOString().replaceAll(/[-:]|\.000/g, '');
      expect(mail && attached(mail, 'event.ics').toString()).toContain(`DTSTART:${stamp}`);
    });

    test('of the place alone says for which date it is: a show may have several', async () => {
      const start_datetime = '2099-05-01T20:00:00+08:00';
      const event = await office.event({ title: 'Gabi', venue_name: 'Music Museum', start_datetime });
      await sold(event, 'Ana');
      await change(event, { venue_name: 'Arena' });
      office.wait(GATHER_SECONDS);
      const [mail] = await arriving();
      expect(mail?.text).toContain('Where: Arena (was: Music Museum)');
      expect(mail?.text).toMatch(/When: Friday, May 1, 2099 .* Time\n/);
    });

    test('is sent to the holders of valid tickets among many refunded ones', async () => {
      const event = await office.event({ capacity: TICKETS_PER_PAGE + 1, venue_name: 'One' });
      const { orderId } = await sold(event, 'Ana', TICKETS_PER_PAGE + 1);
      const { tickets } = (await office.call<{ tickets: { id: string }[] }>('GET', `/orders/${orderId}`)).data;
      const first = tickets.slice(0, TICKETS_PER_PAGE).map(({ id }) => id);
      expect(await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: first })).toMatchObject({
        status: 200,
      });
      await arriving();
      await change(event, { venue_name: 'Two' });
      office.wait(GATHER_SECONDS);
      expect((await arriving()).map(({ to }) => to)).toEqual(['ana@example.com']);
    });

    test('within ten minutes goes into the same e-mail, with the first and last values', async () => {
      const event = await office.event({ venue_name: 'One' });
      await sold(event, 'Ana');
      await change(event, { venue_name: 'Two' });
      office.wait(GATHER_SECONDS - 1);
      await change(event, { venue_name: 'Three' });
      office.wait(1);
      const mails = await arriving();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('Where: Three (was: One)');
      office.wait(GATHER_SECONDS);
      expect(await arriving()).toEqual([]);
    });

    test('that is reverted sends no e-mail', async () => {
      const event = await office.event({ venue_name: 'One' });
      const { orderId } = await sold(event, 'Ana');
      await change(event, { venue_name: 'Two' });
      await change(event, { venue_name: 'One' });
      office.wait(GATHER_SECONDS);
      expect(await arriving()).toEqual([]);
      expect((await mailsOf(orderId)).find(({ kind }) => kind === 'event_changed')?.status).toBe('dropped');
    });

    test.each([
      ['the mail server refused the e-mail for now', () => Object.assign(office.server.refuse, { recipient: 451 })],
      ['the e-mail could not be written', () => office.breakDatabase('as is_to_team')],
    ])('that is reverted sends none either when %s', async (_case, fail) => {
      const event = await office.event({ venue_name: 'One' });
      await sold(event, 'Greta');
      await change(event, { venue_name: 'Two' });
      office.wait(GATHER_SECONDS);
      fail();
      expect(await arriving()).toEqual([]);
      delete office.server.refuse.recipient;
      office.mendDatabase();
      await change(event, { venue_name: 'One' });
      office.wait(GATHER_SECONDS);
      expect(await arriving()).toEqual([]);
    });

    test('that is reverted during a try to send its e-mail, which may arrive, sends another one', async () => {
      const event = await office.event({ venue_name: 'One' });
      await sold(event, 'Greta');
      await change(event, { venue_name: 'Two' });
      office.wait(GATHER_SECONDS);
      const [mail = expect.unreachable()] = await office.db.query<{
        organizationId: string;
        id: string;
        recipient: string;
      }>(sql`
        update mails set attempts = 1 where kind = 'event_changed' and status = 'pending'
        returning organization_id, id, recipient`);
      await change(event, { venue_name: 'One' });
      const retryAt = office.now();
      await saveNotSent(office.db, mail, { reason: 'Refused', status: 'pending', mayHaveArrived: false, retryAt });
      office.wait(GATHER_SECONDS);
      expect((await arriving()).map(({ text }) => /Where: .*/.exec(text)?.[0])).toEqual(['Where: One (was: Two)']);
    });

    test('after the first e-mail sends another one', async () => {
      const event = await office.event({ venue_name: 'One' });
      await sold(event, 'Ana');
      await change(event, { venue_name: 'Two' });
      office.wait(GATHER_SECONDS);
      expect(await arriving()).toHaveLength(1);
      await change(event, { venue_name: 'Three' });
      office.wait(GATHER_SECONDS);
      expect((await arriving()).map(({ text }) => /Where: .*/.exec(text)?.[0])).toEqual(['Where: Three (was: Two)']);
    });

    test.each([
      { title: 'Another title' },
      { description: 'Another text' },
      { capacity: 200 },
      { status: 'paused' },
      { latitude: 14.5, longitude: 121 },
      { venue_name: 'The same' },
    ])('of %j sends no e-mail', async (fields) => {
      const event = await office.event({ venue_name: 'The same' });
      await sold(event, 'Ana');
      await change(event, fields);
      office.wait(GATHER_SECONDS);
      expect(await arriving()).toEqual([]);
    });
  });

  test('a payment that came too late sends its reason and amount', async () => {
    const event = await office.event({ capacity: 1, price: 750.5, title: 'Gabi' });
    const checkout = await office.checkout(event, { customer: buyer('Late') });
    const sandbox = await office.pay(checkout, 'MAYA');
    office.failing.add('closeSession');
    office.wait(HOLD_SECONDS + 600);
    await office.sweep();
    office.failing.clear();
    await sold(event, 'Quick');
    await office.browser.submit(sandbox, { press: 'authorize' });
    await office.followPayments();
    const mails = await arriving();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['late@example.com', 'Your payment for Gabi is on its way back'],
    ]);
    for (const words of ['the tickets were sold to other buyers', '₱750.50', 'Maya', 'When: '])
      expect(mails[0]?.text).toContain(words);
  });
});
