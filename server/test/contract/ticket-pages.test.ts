import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { CUSTOMER, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { openTwoSeats } from '../fixtures/two-seats.ts';
import { readPdf } from '../readers/pdf-reader.ts';

interface TicketData {
  ticket_number: string;
  code: string;
  ticket_url: string;
}

const office = await useBoxOffice();

describe('the pages of tickets', () => {
  const ticketOf = async (id: string) => (await office.call<TicketData>('GET', `/tickets/${id}`)).data;
  const orderUrlOf = async (id: string) =>
    String((await office.call<{ tickets_url: string }>('GET', `/orders/${id}`)).data.tickets_url);
  const open = (url: string) => office.browser.open(url);
  const fetch = (url: string): Promise<LightMyRequestResponse> => office.app.inject(url.replace(PUBLIC_URL, ''));

  async function bought(fields: Record<string, unknown> = {}, eventFields: Record<string, unknown> = {}) {
    const event = await office.event({
      price: 850,
      title: 'Gabi ng Musika',
      venue_name: 'Music Museum',
      ...eventFields,
    });
    const order = await office.buy(event, fields);
    return { event, ...order, ticket: await ticketOf(order.ticketId), orderUrl: await orderUrlOf(order.orderId) };
  }

  test('show the ticket to anyone with the link, without a key', async () => {
    const { ticket } = await bought();
    const page = await open(ticket.ticket_url);
    expect(page.status).toBe(200);
    for (const words of ['Lakbay Concerts', 'Gabi ng Musika', 'Music Museum', ticket.ticket_number, CUSTOMER.name])
      expect(page.text).toContain(words);
    expect(page.text).toMatch(/\d{1,2}:\d\d (AM|PM) Philippines Time/);
    expect(page.html).toContain(`aria-label="QR code of ticket ${ticket.ticket_number}: show it at the door"`);
    expect(page.text).not.toContain(CUSTOMER.email);
    expect(page.html).not.toContain('<script');
  });

  test('are not indexed, cached, framed or sent as a referrer', async () => {
    const { ticket, orderUrl } = await bought();
    for (const url of [ticket.ticket_url, orderUrl]) {
      const { headers, body } = await fetch(url);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/,
        ),
      });
      expect(body).toContain('<meta name="robots" content="noindex">');
    }
    for (const url of [`${ticket.ticket_url}/ticket.pdf`, `${orderUrl}/event.ics`])
      expect((await fetch(url)).headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
  });

  test('of one ticket do not link to the others of its order', async () => {
    const { ticketIds, orderUrl } = await bought({ quantity: 2 });
    const [first, second] = await Promise.all(ticketIds.map(ticketOf));
    const page = await open(first?.ticket_url ?? '');
    expect(page.html).not.toContain(second?.ticket_number);
    expect(page.html).not.toContain('/o/');
    const all = await open(orderUrl);
    expect(all.links.filter(({ href }) => href.startsWith('/t/')).map(({ href }) => PUBLIC_URL + href)).toEqual([
      first?.ticket_url,
      second?.ticket_url,
    ]);
  });

  test('give the ticket as a PDF and the event for a calendar', async () => {
    const { event, ticket } = await bought();
    const page = await open(ticket.ticket_url);
    const pdf = page.links.find(({ text }) => text === 'Download as PDF');
    const printed = await office.app.inject(pdf?.href ?? '');
    expect(printed.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="ticket-${ticket.ticket_number}.pdf"`,
    });
    const pages = await readPdf(printed.rawPayload);
    expect(pages.map(({ qr }) => qr)).toEqual([ticket.code]);
    const calendar = page.links.find(({ text }) => text === 'Add to calendar');
    const entry = await office.app.inject(calendar?.href ?? '');
    expect(entry.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(entry.body).toContain(`UID:${event.id}@localhost\r\n`);
  });

  test('offer no wallet where the operator has set up none', async () => {
    const { ticket, orderUrl } = await bought();
    for (const url of [ticket.ticket_url, orderUrl]) expect((await open(url)).text).not.toContain('Wallet');
    for (const file of ['pass.pkpass', 'google-wallet'])
      expect((await fetch(`${ticket.ticket_url}/${file}`)).statusCode).toBe(404);
  });

  test('print exactly the valid tickets of an order', async () => {
    const { ticketIds, orderUrl } = await bought({ quantity: 3 });
    await office.call('POST', `/tickets/${ticketIds[1]}/refund`);
    const [first, , third] = await Promise.all(ticketIds.map(ticketOf));
    const pages = await readPdf((await fetch(`${orderUrl}/tickets.pdf`)).rawPayload);
    expect(pages.map(({ qr }) => qr)).toEqual([first?.code, third?.code]);
    expect((await open(orderUrl)).text).toContain('Refunded');
  });

  test('show the amount paid on the order’s page, and not on a ticket’s page', async () => {
    const { ticket, ticketId, orderId, orderUrl } = await bought({ quantity: 2 });
    const page = await open(orderUrl);
    expect(page.text).toMatch(
      /Your payment 2 × General Admission ₱1,700\.00 Paid ₱1,700\.00 \(GCash\) Paid on .* Philippines Time/,
    );
    expect(page.text).toContain(`Order ${(await office.call('GET', `/orders/${orderId}`)).data.order_number}`);
    for (const words of ['Refunded', 'Discount']) expect(page.text).not.toContain(words);
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect((await open(orderUrl)).text).toContain('Refunded ₱850.00');
    expect((await open(`${orderUrl}?lang=fil`)).text).toContain(
      'Ang bayad mo 2 × General Admission ₱1,700.00 Binayaran ₱1,700.00 (GCash)',
    );
    expect((await open(ticket.ticket_url)).text).not.toContain('₱');

    const free = await bought({}, { price: 0 });
    expect((await open(free.orderUrl)).text).not.toContain('Your payment');
  });

  test('show the seat', async () => {
    const { event, sectionId } = await openTwoSeats(office);
    const { ticketIds, orderId } = await office.buy(event, { section_id: sectionId, quantity: 2 });
    const page = await open((await ticketOf(ticketIds[1] ?? '')).ticket_url);
    expect(page.text).toContain('Section Lower Box Row C Seat 14');
    expect((await open(await orderUrlOf(orderId))).text).toContain('Lower Box, C-13');
  });

  describe('of a ticket that is not valid', () => {
    const shows = async (url: string) => {
      const page = await open(url);
      expect(page.html).not.toContain('<svg class="qr"');
      expect(page.html).not.toContain('ticket.pdf');
      expect(page.html).not.toContain('event.ics');
      expect((await fetch(`${url}/ticket.pdf`)).statusCode).toBe(409);
      return page.text;
    };

    test('show that it was used, and when, and the code again after an undo', async () => {
      const { ticketId, ticket } = await bought();
      await office.call('POST', `/tickets/${ticketId}/check-in`);
      expect(await shows(ticket.ticket_url)).toMatch(/Checked in This ticket was used on .*Philippines Time/);
      await office.call('POST', `/tickets/${ticketId}/undo-check-in`);
      expect((await open(ticket.ticket_url)).html).toContain('<svg class="qr"');
    });

    test('show that it was refunded', async () => {
      const { ticketId, ticket } = await bought();
      await office.call('POST', `/tickets/${ticketId}/refund`);
      expect(await shows(ticket.ticket_url)).toContain('Refunded This ticket was refunded and is no longer valid.');
    });

    test('show that the event was cancelled, and offer nothing for the calendar', async () => {
      const { event, ticket } = await bought();
      await office.cancelEvent(event);
      const text = await shows(ticket.ticket_url);
      expect(text).toContain('This event was cancelled');
      expect(text).not.toContain('calendar');
      expect((await fetch(`${ticket.ticket_url}/event.ics`)).body).toContain('STATUS:CANCELLED');
    });

    test('show that the event was cancelled after the check-in, and what becomes of the money', async () => {
      const { event, ticketId, ticket, orderUrl } = await bought({ quantity: 2 });
      await office.call('POST', `/tickets/${ticketId}/check-in`);
      await office.cancelEvent(event);
      const [ofTicket, ofOrder] = [await shows(ticket.ticket_url), (await open(orderUrl)).text];
      for (const text of [ofTicket, ofOrder])
        for (const words of ['This event was cancelled', 'not refunded automatically']) expect(text).toContain(words);
      expect(ofTicket).not.toContain('no longer valid');
      expect(ofOrder).toContain('Tickets that were not checked in are no longer valid.');
    });
  });

  test('escape user input', async () => {
    const evil = `<script>alert(1)</script>"'&`;
    const { ticket, orderUrl } = await bought({ customer: { name: evil, email: 'x@example.com' } }, { title: evil });
    for (const url of [ticket.ticket_url, orderUrl]) {
      const { html, text } = await open(url);
      expect(html).not.toContain('<script>');
      expect(text).toContain(evil);
    }
  });

  test('answer every wrong link with the same 404 page', async () => {
    const { ticket, orderUrl } = await bought();
    const other = await bought();
    const secret = ticket.ticket_url.split('/').at(-1) ?? '';
    const proof = secret.slice(43);
    const otherId = (other.ticket.ticket_url.split('/').at(-1) ?? '').slice(0, 43);
    const wrong = [
      '/t/',
      '/t/x',
      `/t/${secret.slice(0, -1)}`,
      `/t/${secret}A`,
      // The signature of another ticket, of an order, and none at all.
      `/t/${otherId}${proof}`,
      `/t/${orderUrl.split('/').at(-1)}`,
      `/o/${secret}`,
      `/t/${secret.slice(0, 43)}${'A'.repeat(22)}`,
      `/t/${'A'.repeat(65)}`,
      `/o/${'A'.repeat(65)}`,
      `/t/${secret}/tickets.pdf`,
    ];
    const pages = await Promise.all(wrong.map((path) => office.app.inject(path)));
    for (const [index, { statusCode, body }] of pages.entries()) {
      expect(statusCode, wrong[index]).toBe(404);
      if (body.startsWith('<')) expect(body).toBe(pages[1]?.body);
    }
  });

  test('answer the link of a reissued ticket like any wrong link, with a hint to the newest e-mail', async () => {
    const { ticketId, ticket } = await bought();
    await office.call('POST', `/tickets/${ticketId}/reissue`);
    for (const [language, words] of [
      ['en', 'A newer ticket may have been sent in its place: look for the newest mail'],
      ['fil', 'Baka may ipinadalang mas bagong ticket na kapalit nito: hanapin ang pinakabagong email'],
    ]) {
      const [replaced, ...others] = await Promise.all(
        [ticket.ticket_url, `${PUBLIC_URL}/t/x`, `${PUBLIC_URL}/o/x`].map((url) => open(`${url}?lang=${language}`)),
      );
      expect(replaced).toMatchObject({ status: 404, text: expect.stringContaining(String(words)) });
      expect(replaced?.links.map(({ href }) => href)).toContain('/find');
      for (const { text } of others) expect(text).toBe(replaced?.text);
    }
  });

  test('refuse a link of one organization for another’s ticket with the same id', async () => {
    const { ticket } = await bought();
    const secret = ticket.ticket_url.split('/').at(-1) ?? '';
    const bytes = Buffer.from(secret.slice(0, 43), 'base64url');
    bytes[5] = (bytes[5] ?? 0) ^ 1;
    const moved = bytes.toString('base64url') + secret.slice(43);
    expect((await office.app.inject(`/t/${moved}`)).statusCode).toBe(404);
  });

  test('are linked from the checkout once it is paid', async () => {
    const event = await office.event();
    const checkout = await office.checkout(event);
    const state = async () => (await office.call('GET', `/checkouts/${checkout.checkout_id}`)).data;
    expect((await state()).tickets_url).toBeNull();
    const page = await office.pay(checkout);
    await office.browser.submit(page, { press: 'authorize' });
    const { tickets_url, order_id } = await state();
    expect(tickets_url).toBe(await orderUrlOf(String(order_id)));
  });
});
