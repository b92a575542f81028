import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPersonName } from '../../src/values/person-name.ts';
import { offlineCheck } from '../fixtures/door.ts';
import { MAIL_FROM, type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { attached, bytesOf, type Received } from '../fixtures/mail-server.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { readPdf } from '../readers/pdf-reader.ts';
import { readQrOfPng } from '../readers/qr-reader.ts';

const BUYER = { name: 'María Peñaflorida-Ñuñez', email: 'maria@example.com' };

describe('tickets by e-mail', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  // The limit of mails to one address is another test's subject.
  beforeEach(() => office.wait(3_600));
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  const scan = (code: string) => office.call('POST', '/tickets/check-in', { code });
  /** The codes that a phone reads from the pictures in the HTML, in order. */
  function codesIn({ mail }: Received): string[] {
    return [...(mail.html ?? '').matchAll(/<img src="cid:([^"]+)"/g)].map(([, cid]) => {
      const picture = mail.attachments.find(({ contentId }) => contentId === `<${cid}>`);
      if (!picture) throw new Error(`no picture ${cid}`);
      return readQrOfPng(bytesOf(picture)) ?? '';
    });
  }
  const linksIn = ({ mail }: Received, label: string) =>
    [...(mail.html ?? '').matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].flatMap(([, url = '', text]) =>
      text === label ? url : [],
    );

  async function bought(fields: Record<string, unknown> = {}, eventFields: Record<string, unknown> = {}) {
    const event = await office.event({
      price: 850,
      title: 'Gabi ng Musika',
      venue_name: 'Music Museum',
      city: 'San Juan',
      ...eventFields,
    });
    const order = await office.buy(event, { quantity: 2, customer: BUYER, ...fields });
    const [received, ...others] = await office.sendMails();
    expect(others.map(({ mail }) => mail.subject)).toEqual([]);
    if (!received) throw new Error('no mail arrived');
    return { event, order, received };
  }

  test('say of tickets that each code admits one person, and of add-ons that theirs admit nobody', async () => {
    const event = await office.event();
    const parking = { tier_id: await office.tier(event, { name: 'Parking', admission: false }), quantity: 1 };
    const admits = 'Each code admits one person, once';
    const admitsNobody = 'The code of an add-on admits nobody';
    const bothOf = async (...items: object[]) => {
      await office.buy(event, { items, customer: BUYER });
      const [sent] = await office.sendMails();
      return [admits, admitsNobody].map((words) => sent?.mail.text?.includes(words));
    };
    expect(await bothOf({ quantity: 1 })).toEqual([true, false]);
    expect(await bothOf(parking)).toEqual([false, true]);
    expect(await bothOf({ quantity: 1, tier_id: event.tierId }, parking)).toEqual([true, true]);
  });

  test('are sent after a purchase: one e-mail with valid codes, a PDF and a calendar file', async () => {
    const { event, order, received } = await bought();
    const { mail } = received;
    expect(received).toMatchObject({ from: MAIL_FROM, to: [BUYER.email] });
    expect(mail).toMatchObject({
      from: { name: 'Lakbay Concerts', address: MAIL_FROM },
      to: [{ name: BUYER.name, address: BUYER.email }],
      subject: 'Your tickets for Gabi ng Musika',
    });
    const tickets = await Promise.all(
      order.ticketIds.map(async (id) => (await office.call<Record<string, string>>('GET', `/tickets/${id}`)).data),
    );
    const numbers = tickets.map(({ ticket_number }) => ticket_number ?? '');
    for (const words of [...numbers, BUYER.name, 'Music Museum, San Juan', 'Philippines Time']) {
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
    }

    const codes = codesIn(received);
    expect(codes).toEqual(tickets.map(({ code }) => code));
    const pages = await readPdf(attached(mail, 'tickets.pdf'));
    expect(pages.map(({ qr }) => qr)).toEqual(codes);
    for (const [index, { text }] of pages.entries())
      expect(text).toEqual(expect.arrayContaining([BUYER.name, numbers[index] ?? '', 'Gabi ng Musika']));

    const calendar = attached(mail, 'event.ics').toString();
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\n/);
    expect(calendar).toContain(`UID:${event.id}@`);
    expect(calendar).not.toContain('/t/');

    for (const code of codes) expect(await scan(code)).toMatchObject({ status: 200, data: { status: 'used' } });
    expect(await office.sendMails()).toHaveLength(0);
  });

  test('link to the pages of the tickets and of the order', async () => {
    const { received, order } = await bought();
    const ticketPages = linksIn(received, 'Open this ticket');
    expect(ticketPages).toHaveLength(2);
    for (const url of ticketPages) expect((await office.browser.open(url)).text).toContain(BUYER.name);
    const [orderPage = ''] = linksIn(received, 'Open all your tickets');
    const page = await office.browser.open(orderPage);
    expect(page.links.map(({ href }) => new URL(href, orderPage).href)).toEqual(expect.arrayContaining(ticketPages));
    expect(received.mail.text).toContain(orderPage);
    const { data } = await office.call('GET', `/orders/${order.orderId}`);
    expect(data.tickets_url).toBe(orderPage);
  });

  describe('tell the buyer what was paid', () => {
    const receiptIn = ({ mail: { text = '' } }: Received) =>
      /(?:YOUR PAYMENT|ANG BAYAD MO)\n\n(.*?)\n\n/s.exec(text)?.[1]?.split('\n');

    test('with tiers, method, time, discount and refunds since', async () => {
      const event = await office.event({ price: 850, title: 'Gabi ng Musika' });
      const early = { event_id: event.id, code: 'EARLY', discount_type: 'percentage', discount_amount: 10 };
      await office.call('POST', '/promo-codes', early);
      const vip = await office.tier(event, { price: 1_500 });
      const items = [{ quantity: 2 }, { tier_id: vip, quantity: 1 }];
      const { orderId, ticketId } = await office.buy(event, { items, customer: BUYER, promo_code: 'EARLY' });
      const [received] = await office.sendMails();
      const { order_number } = (await office.call('GET', `/orders/${orderId}`)).data;
      expect(received?.mail.text).toContain(`Order: ${order_number}\n`);
      const [general, vips, discount, paid, paidOn, ...others] = (received && receiptIn(received)) ?? [];
      expect([general, vips, discount, paid, ...others]).toEqual([
        '2 × General Admission: ₱1,700.00',
        '1 × VIP: ₱1,500.00',
        'Discount: ₱320.00',
        'Paid: ₱2,880.00 (GCash)',
      ]);
      expect(paidOn).toMatch(/^Paid on: .* Philippines Time$/);

      await office.call('POST', `/tickets/${ticketId}/refund`);
      await office.call('POST', `/orders/${orderId}/resend`);
      const again = (await office.sendMails()).find(({ mail }) => mail.subject?.startsWith('Your ticket'));
      expect((again && receiptIn(again))?.at(-1)).toBe('Refunded: ₱765.00');
    });

    test('with the link but no code, when the guest was admitted before the e-mail was written', async () => {
      const event = await office.event({ price: 850, title: 'Gabi ng Musika' });
      const { ticketId } = await office.buy(event, { customer: BUYER });
      await office.call('POST', `/tickets/${ticketId}/check-in`);
      const [received = expect.unreachable()] = await office.sendMails();
      expect(received.mail.text).toContain('Your ticket for Gabi ng Musika was already checked in.');
      expect(receiptIn(received)).toContain('Paid: ₱850.00 (GCash)');
      expect(codesIn(received)).toEqual([]);
      expect(linksIn(received, 'Open your ticket')).toHaveLength(1);
    });

    test('in the language of the payment', async () => {
      const { received } = await bought({ quantity: 1, language: 'fil' }, { price: 100 });
      expect(receiptIn(received)).toContain('Binayaran: ₱100.00 (GCash)');
    });

    test('and no attendee', async () => {
      const event = await office.event({ price: 850 });
      const guest = { name: 'Ben', email: 'ben@example.com' };
      await office.buy(event, { quantity: 2, customer: BUYER, attendees: [guest] });
      const mails = await office.sendMails();
      const told = mails.flatMap((mail) => (mail.mail.text?.includes('₱') ? mail.to : []));
      expect(mails.map(({ to }) => to[0]).toSorted()).toEqual([guest.email, BUYER.email]);
      expect(told).toEqual([BUYER.email]);
    });
  });

  test('are sent for a free order, too, without a payment', async () => {
    const { received } = await bought({ quantity: 1 }, { price: 0 });
    expect(received.mail.text).not.toContain('YOUR PAYMENT');
    expect(received.mail.subject).toBe('Your ticket for Gabi ng Musika');
    expect(codesIn(received)).toHaveLength(1);
  });

  test('have the code of a guest who was admitted before the e-mail was written, where it is scanned again', async () => {
    const event = await office.event({ price: 0, title: 'Two Days of Jazz', re_entry: true });
    const { ticketIds } = await office.buy(event, { quantity: 2, customer: BUYER });
    await office.call('POST', `/tickets/${ticketIds[0]}/check-in`);
    const [received = expect.unreachable()] = await office.sendMails();
    expect(codesIn(received)).toHaveLength(2);
  });

  test('show the first twenty of many tickets in the text, and all of them in the PDF', async () => {
    const { received } = await bought({ quantity: 25 });
    expect(codesIn(received)).toHaveLength(20);
    expect(received.mail.text).toContain('all of them on this page');
    expect(
      attached(received.mail, 'tickets.pdf')
        .toString('latin1')
        .match(/\/Type \/Page\b/g),
    ).toHaveLength(25);
  });

  test('have only the link for more tickets than one page shows', async () => {
    const { received } = await bought({ quantity: 101 }, { capacity: 200 });
    expect(received.mail.attachments.map(({ filename }) => filename)).toEqual(['event.ics']);
    expect(received.mail.text).toContain('Here are your 101 tickets');
    const [orderPage = ''] = linksIn(received, 'Open all your tickets');
    const page = await office.browser.open(orderPage);
    expect(page.links.filter(({ href }) => href.startsWith('/t/'))).toHaveLength(100);
    const next = page.links.find(({ text }) => text === 'More tickets');
    const second = await office.browser.open(new URL(next?.href ?? '', orderPage).href);
    expect(second.links.filter(({ href }) => href.startsWith('/t/'))).toHaveLength(1);
  });

  describe('with unusual input', () => {
    const CHINESE = '王小明 & Søn <b>“Đặng”</b> 🎫';

    test('keep subject, names and text correct', async () => {
      const { received } = await bought({ customer: { name: CHINESE, email: 'x@example.com' } }, { title: CHINESE });
      const { mail } = received;
      expect(mail.subject).toBe(`Your tickets for ${CHINESE}`);
      expect(mail.to).toEqual([{ name: CHINESE, address: 'x@example.com' }]);
      expect(mail.text).toContain(`Hello ${CHINESE},`);
      expect(mail.html).toContain('王小明 &amp; Søn &lt;b&gt;“Đặng”&lt;/b&gt; 🎫');
      expect(mail.html).not.toContain('<b>“');
    });

    test.each([
      'Ana\r\nBcc: everybody@example.com\r\n\r\nHello',
      'Ana\nX-Spam: no',
      'Ana\rSubject: other',
      'Ana\u2028Bcc: everybody@example.com',
      '"Ana" <other@example.com>, everybody@example.com',
      '=?utf-8?Q?Ana=0D=0ABcc:_everybody@example.com?=',
    ])('add no header and no recipient: %j', async (words) => {
      // Some of these are no longer valid names, but old orders may have them.
      const name = isPersonName(words) ? words : BUYER.name;
      const { received } = await bought({ customer: { name, email: BUYER.email } }, { title: words });
      expect(received.to).toEqual([BUYER.email]);
      const { headers, to, bcc, cc } = received.mail;
      expect(to).toHaveLength(1);
      expect(to?.[0]).toMatchObject({ address: BUYER.email });
      expect([bcc, cc]).toEqual([undefined, undefined]);
      expect(headers.map(({ key }) => key).toSorted()).toEqual(
        [
          ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'],
        ].toSorted(),
      );
      const shown = words.replaceAll(/[\s\u2028]+/g, ' ').replace('=?', '= ?');
      expect(received.mail.subject).toBe(`Your tickets for ${shown}`);
    });

    test('put the organization’s name beside our address, never in its place', async () => {
      const rename = (name: string) => office.call('PUT', '/organization', { name });
      expect(await rename('Ñandú & Co. <evil@example.com>\r\nBcc: x@example.com')).toMatchObject({ status: 200 });
      const { received } = await bought();
      await rename('Lakbay Concerts');
      expect(received.from).toBe(MAIL_FROM);
      expect(received.mail.from).toEqual({
        name: 'Ñandú & Co. <evil@example.com> Bcc: x@example.com',
        address: MAIL_FROM,
      });
    });
  });

  describe('sent again', () => {
    test('have the same codes for valid tickets', async () => {
      const { order, received } = await bought();
      const [first] = order.ticketIds;
      await scan(codesIn(received)[0] ?? '');
      const { data, status } = await office.call('POST', `/orders/${order.orderId}/resend`);
      expect({ status, data }).toMatchObject({
        status: 200,
        data: { kind: 'tickets', status: 'pending', recipient: BUYER.email, attempts: 0, sent_at: null },
      });
      const [again] = await office.sendMails();
      expect(again && codesIn(again)).toEqual([codesIn(received)[1]]);
      expect(await office.call('POST', `/tickets/${first}/resend`)).toMatchObject({
        status: 409,
        code: 'ticket_not_valid',
        message: 'Ticket is used',
      });
    });

    test('can be one ticket, without a link to the others', async () => {
      const { order, received } = await bought();
      const [, second] = order.ticketIds;
      expect((await office.call('POST', `/tickets/${second}/resend`)).data).toMatchObject({ ticket_id: second });
      const [again] = await office.sendMails();
      expect(again && codesIn(again)).toEqual([codesIn(received)[1]]);
      // Not the raw e-mail: its PDF is base64, which can contain these letters by chance.
      for (const words of [again?.mail.text, again?.mail.html]) expect(words).not.toContain('/o/');
      expect(again?.mail.subject).toBe('Your ticket for Gabi ng Musika');
    });

    test('reach a guest whose used ticket is scanned again the next day', async () => {
      const { event, order, received } = await bought({ quantity: 1 });
      const [code = ''] = codesIn(received);
      await scan(code);
      const day = { name: 'Second day', passes: 'once' };
      const list = await office.call('POST', `/events/${event.id}/check-in-lists`, day);
      for (const path of [`/tickets/${order.ticketId}/resend`, `/orders/${order.orderId}/resend`]) {
        expect(await office.call('POST', path)).toMatchObject({ status: 200 });
        const [again = expect.unreachable()] = await office.sendMails();
        expect(codesIn(again)).toEqual([code]);
      }
      const second = { code, list_id: list.data.id };
      expect(await office.call('POST', '/tickets/check-in', second)).toMatchObject({ status: 200 });
    });

    test('answer 409 if no ticket is valid', async () => {
      const { order } = await bought();
      await office.call('POST', `/orders/${order.orderId}/refund`);
      expect(await office.call('POST', `/orders/${order.orderId}/resend`)).toMatchObject({
        status: 409,
        code: 'no_valid_ticket',
        message: 'No ticket of this order is valid',
      });
      await office.sendMails();
    });

    test('are dropped if they were refunded before the e-mail was written', async () => {
      const event = await office.event({ price: 100 });
      const { orderId } = await office.buy(event);
      office.wait(1);
      await office.call('POST', `/orders/${orderId}/refund`);
      const received = await office.sendMails();
      expect(received.map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/^Refund: /)]);
      const { data } = await office.call<{ mails: object[] }>('GET', `/orders/${orderId}/mails`);
      expect(data.mails).toMatchObject([
        { kind: 'refund', status: 'sent' },
        { kind: 'tickets', status: 'dropped', failure_reason: 'The mail was no longer needed.' },
      ]);
    });
  });

  describe('with a new code', () => {
    test('void the old number, code and links, also that of the order, but no other ticket’s', async () => {
      const { event, order, received } = await bought();
      const [first = ''] = order.ticketIds;
      const [old = '', other = ''] = codesIn(received);
      const [oldPage = '', otherPage = ''] = linksIn(received, 'Open this ticket');
      const [oldOrderPage = ''] = linksIn(received, 'Open all your tickets');
      const before = (await office.call<Record<string, string>>('GET', `/tickets/${first}`)).data;

      const { status, data } = await office.call<Record<string, string>>('POST', `/tickets/${first}/reissue`);
      expect({ status, id: data.id }).toEqual({ status: 200, id: first });
      expect(data.code).not.toBe(old);
      expect(data.ticket_number).not.toBe(before.ticket_number);

      const refusal = await offlineCheck();
      const { keys } = (await office.call<{ keys: object[] }>('GET', '/ticket-keys')).data;
      const path = `/events/${event.id}/attendees`;
      type List = { attendees: { ticket_id: string; status: string; revision: number }[] };
      const { attendees } = (await office.call<List>('GET', path)).data;
      const door = { keys, eventId: event.id, tickets: new Map(attendees.map((one) => [one.ticket_id, one])) };
      expect(await refusal(old, door)).toMatch('replaced');
      expect(await refusal(data.code ?? '', door)).toBeNull();
      expect(await refusal(other, door)).toBeNull();

      const replaced = { status: 409, message: expect.stringMatching('This code was replaced') };
      expect(await scan(old)).toMatchObject(replaced);
      expect(await office.call('GET', `/tickets?code=${old}`)).toMatchObject(replaced);
      expect(await scan(before.ticket_number ?? '')).toMatchObject({ status: 404, code: 'ticket_not_found' });
      for (const url of [oldPage, `${oldPage}/ticket.pdf`, oldOrderPage, `${oldOrderPage}/tickets.pdf`])
        expect((await office.browser.open(url)).status).toBe(404);
      expect((await office.browser.open(otherPage)).status).toBe(200);

      const [mailed] = await office.sendMails();
      expect(mailed).toMatchObject({ to: [BUYER.email], mail: { subject: 'New ticket for Gabi ng Musika' } });
      expect(mailed && codesIn(mailed)).toEqual([data.code]);
      expect(mailed?.mail.text).toContain(data.ticket_number);
      const [newOrderPage = ''] = mailed ? linksIn(mailed, 'Open all your tickets') : [];
      expect((await office.browser.open(newOrderPage)).status).toBe(200);
      expect((await scan(data.code ?? '')).status).toBe(200);
      expect((await scan(other)).status).toBe(200);
    });

    test('void the old code of a used ticket that is scanned again', async () => {
      const { order, received } = await bought({ quantity: 1 }, { re_entry: true });
      const [old = ''] = codesIn(received);
      await scan(old);
      expect(await office.call('POST', `/tickets/${order.ticketId}/reissue`)).toMatchObject({
        status: 200,
        data: { status: 'used' },
      });
      const [mailed = expect.unreachable()] = await office.sendMails();
      const passes = (code = '') => office.call('POST', '/tickets/check-in', { code, direction: 'out' });
      expect(await passes(old)).toMatchObject({ status: 409, code: 'ticket_code_replaced' });
      expect(await passes(codesIn(mailed)[0])).toMatchObject({ status: 200 });
    });

    test.each(['used', 'refunded', 'cancelled'])('answer 409 for a ticket that is %s', async (state) => {
      const { event, order } = await bought();
      const path = `/tickets/${order.ticketId}`;
      if (state === 'used') await office.call('POST', `${path}/check-in`);
      if (state === 'refunded') await office.call('POST', `${path}/refund`);
      if (state === 'cancelled') await office.cancelEvent(event);
      expect(await office.call('POST', `${path}/reissue`)).toMatchObject({
        status: 409,
        code: 'ticket_not_reissuable',
        message: `Ticket is ${state}: only one that can be scanned gets a new code`,
      });
      await office.sendMails();
    });
  });

  test('answer 404 to unknown orders and tickets', async () => {
    for (const path of [
      `/orders/${UNKNOWN_ID}/resend`,
      `/tickets/${UNKNOWN_ID}/resend`,
      `/tickets/${UNKNOWN_ID}/reissue`,
    ])
      expect((await office.call('POST', path)).status).toBe(404);
    expect(await office.call('GET', `/orders/${UNKNOWN_ID}/mails`)).toMatchObject({
      status: 404,
      code: 'order_not_found',
    });
  });
});
