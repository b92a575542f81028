import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { openVisitor } from '../fixtures/room-visitor.ts';
import type { Page } from '../readers/browser.ts';

const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Diaz', email: 'carla@example.com' };

interface ReadTicket {
  id: string;
  ticket_number: string;
  status: string;
  code: string;
  ticket_url: string;
  attendee: { name: string; email: string } | null;
}

describe('the page of an order', () => {
  let office: MailOffice;
  let buyers = 0;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  /** An order whose tickets have been sent. */
  async function bought(fields: Record<string, unknown> = {}) {
    const customer = { name: 'Ana Reyes', email: `ana${++buyers}@example.com` };
    const event = await office.event({
      price: 100,
      title: 'Gabi',
      venue_name: 'Music Museum',
      start_datetime: '2099-05-01T20:00:00+08:00',
    });
    const order = await office.buy(event, { quantity: 2, customer, ...fields });
    await office.sendMails();
    return { ...order, event, customer, url: await urlOf(order.orderId) };
  }
  const urlOf = async (orderId: string) => String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
  const ticketOf = async (id: string) => (await office.call<ReadTicket>('GET', `/tickets/${id}`)).data;
  const arriving = async () => (await office.sendMails()).map(({ to, mail }) => ({ ...mail, to: to.join() }));
  const press = (page: Page, button: string, fields: Record<string, string> = {}) =>
    office.browser.submit(page, { press: button, fields });
  const logged = async (subject: string) =>
    (await office.call<{ changes: object[] }>('GET', `/audit-log?subject_id=${subject}`)).data.changes[0];

  async function passOn(url: string, ticketId: string, to = BEN) {
    const page = await office.browser.open(`${url}/tickets/${ticketId}`);
    const asked = await press(page, 'Continue', to);
    return asked.status === 200 ? press(asked, 'Pass the ticket on') : asked;
  }

  test('has the code of each ticket, closed when there are several, and none of many', async () => {
    const codes = async (quantity: number) => {
      const { html } = await office.browser.open((await bought({ quantity })).url);
      return [...html.matchAll(/<details name="code"( open)?>/g)].map(([, isOpen]) => isOpen !== undefined);
    };
    expect(await codes(1)).toEqual([true]);
    expect(await codes(3)).toEqual([false, false, false]);
    expect(await codes(11)).toEqual([]);
  });

  test('sends the tickets again, three times at once', async () => {
    const { url, customer, orderId } = await bought();
    const pressed = async () => press(await office.browser.open(url), 'Send the tickets again');
    for (let time = 0; time < 3; time++) {
      expect((await pressed()).text).toContain('The tickets are on their way to your mailbox.');
      expect((await arriving()).map(({ to, subject }) => [to, subject])).toEqual([
        [customer.email, 'Your tickets for Gabi'],
      ]);
    }
    expect(await pressed()).toMatchObject({ status: 429 });
    expect(await arriving()).toEqual([]);
    expect(await logged(orderId)).toMatchObject({
      action: 'order.resent',
      actor: { kind: 'buyer', id: null, name: null },
    });
    office.wait(600);
    expect((await pressed()).status).toBe(200);
    expect(await arriving()).toHaveLength(1);
  });

  test('says in Filipino, too, that no ticket is left to send or to refund', async () => {
    const { event, orderId, url } = await bought();
    await office.call('PUT', `/events/${event.id}`, { refund_rule: { allowed: 'automatic' } });
    const { browser } = openVisitor(office);
    const page = await browser.open(`${url}?lang=fil`);
    await office.call('POST', `/orders/${orderId}/refund`);
    const resent = await browser.submit(page, { press: 'Ipadala ulit ang mga ticket' });
    expect(resent.text).toContain('Wala nang magagamit na ticket sa order na ito.');
    expect((await browser.open(`${url}/refund`)).text).toContain('Wala nang maire-refund sa order na ito.');
  });

  test('does not offer to send tickets again that were all passed on: they are their holders’', async () => {
    const { url, ticketId } = await bought({ quantity: 1 });
    const page = await passOn(url, ticketId);
    expect(page.text).toContain('was passed on');
    expect(page.text).not.toContain('Send the tickets again');
  });

  test('offers to send tickets again only where that can be done: not when all were checked in', async () => {
    const { url, ticketId, event } = await bought({ quantity: 1 });
    await office.call('PUT', `/events/${event.id}`, { re_entry: true });
    expect(await office.call('POST', `/tickets/${ticketId}/check-in`)).toMatchObject({ status: 200 });
    const page = await office.browser.open(url);
    const isOffered = page.text.includes('Send the tickets again');
    expect(isOffered ? (await press(page, 'Send the tickets again')).status : 200).toBe(200);
  });

  test('offers to pass a ticket on again as often as that can be done: three times', async () => {
    const { ticketId, orderId } = await bought({ quantity: 1 });
    for (const to of [BEN, CARLA, BEN])
      expect((await passOn(await urlOf(orderId), ticketId, to)).text).toContain('The ticket was passed on.');
    const page = await office.browser.open(await urlOf(orderId));
    expect(page.text).not.toContain('Pass on again');
  });

  test('leads back from where a refused form or the question before a ticket is passed on stands', async () => {
    const { url, ticketId } = await bought();
    const page = await office.browser.open(`${url}/tickets/${ticketId}`);
    for (const answer of [await press(page, 'Continue', BEN), await press(page, 'Save', { name: '' })]) {
      expect(answer.url).not.toBe(page.url);
      expect(await office.browser.open(answer.url)).toMatchObject({ status: 200, url: page.url });
    }
  });

  test('keeps what was typed into a refused form in the other language, and changes nothing', async () => {
    const { url, ticketId } = await bought();
    const page = await office.browser.open(`${url}/tickets/${ticketId}`);
    const named = await press(page, 'Save', { name: 'Benjamin', email: 'ben@gmail' });
    // The browser asks for a name and an address before it sends the form, but not for another language.
    expect(named.html).toMatch(/<button [^>]*\?lang=fil"[^>]* formnovalidate /);
    const other = await press(named, 'Filipino', { email: BEN.email });
    expect(other.html).toContain('<html lang="fil">');
    expect(other.html).toMatch(/id="named_name"[^>]* value="Benjamin"/);
    expect((await ticketOf(ticketId)).attendee?.name).not.toBe('Benjamin');
    const passed = await press(await press(page, 'Continue', { ...BEN, email: '' }), 'Filipino', BEN);
    expect(passed.html).toMatch(/id="passed_name"[^>]* value="Ben Cruz"/);
  });

  test('changes the name on a ticket, which keeps its code', async () => {
    const { url, ticketId, checkoutId, event } = await bought();
    const before = await ticketOf(ticketId);
    const page = await office.browser.open(`${url}/tickets/${ticketId}`);
    const after = await press(page, 'Save', BEN);
    expect(after.text).toContain('The name was changed.');
    expect(after.text).toContain(BEN.name);
    expect(await ticketOf(ticketId)).toMatchObject({ code: before.code, attendee: BEN });
    expect((await office.call('GET', `/checkouts/${checkoutId}`)).data.attendees).toEqual(
      expect.arrayContaining([BEN]),
    );
    expect(await arriving()).toEqual([]);
    expect(JSON.stringify(await logged(ticketId))).not.toContain('Ben');

    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Cubao Expo' });
    office.wait(600);
    expect((await arriving()).map(({ to }) => to)).toContain(BEN.email);
  });

  test('shows a form with errors again, with what was typed', async () => {
    const { url, ticketId } = await bought();
    const page = await office.browser.open(`${url}/tickets/${ticketId}`);
    const named = await press(page, 'Save', { name: 'visit www.evil.example', email: 'x' });
    expect(named.status).toBe(400);
    expect(named.text).toContain('Please enter a name, without web addresses.');
    expect(named.text).toContain('Please enter an e-mail address');
    expect(named.html).toContain('value="visit www.evil.example"');
    expect((await ticketOf(ticketId)).attendee).toBeNull();
  });

  test('passes a ticket on after a question: a new code for the new holder, and none for the buyer', async () => {
    const { url, ticketId, ticketIds, customer, orderId } = await bought();
    const before = await ticketOf(ticketId);
    const page = await office.browser.open(`${url}/tickets/${ticketId}`);
    const asked = await press(page, 'Continue', BEN);
    expect(asked.text).toContain('Pass this ticket on?');
    for (const { text } of [page, asked]) expect(text).toContain('Gabi Friday, May 1, 2099 at 8:00 PM');
    expect((await ticketOf(ticketId)).code).toBe(before.code);

    const inEnglish = await press(await press(asked, 'Filipino'), 'English');
    expect(inEnglish.text).toContain('Pass this ticket on?');
    expect((await ticketOf(ticketId)).code).toBe(before.code);

    const done = await press(inEnglish, 'Pass the ticket on');
    expect(done.text).toContain('The ticket was passed on.');
    expect(`http://localhost:3000${new URL(done.url).pathname}`).toBe(await urlOf(orderId));
    const after = await ticketOf(ticketId);
    expect(after).toMatchObject({ attendee: BEN, status: 'valid' });
    expect(after.code).not.toBe(before.code);
    expect(after.ticket_number).not.toBe(before.ticket_number);

    // The old code and both old links are dead.
    const scan = await office.call('POST', '/tickets/check-in', { code: before.code });
    expect(scan).toMatchObject({ status: 409, code: 'ticket_code_replaced' });
    for (const dead of [before.ticket_url, url]) expect((await office.browser.open(dead)).status).toBe(404);

    // The buyer's page, PDF and mails have no way to the new code.
    expect(done.html.match(/<details name="code"/g)).toHaveLength(1);
    for (const secret of [new URL(after.ticket_url).pathname, after.ticket_number])
      expect(done.html).not.toContain(secret);
    expect((await office.browser.open(`${done.url.split('?')[0]}/tickets/${ticketId}`)).html).not.toContain(
      after.ticket_number,
    );
    const mails = await arriving();
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [
        [BEN.email, 'Your ticket for Gabi'],
        [customer.email, 'You passed a ticket on: Gabi'],
      ].toSorted(),
    );
    const toBuyer = mails.find(({ to }) => to === customer.email);
    expect(toBuyer?.text).toContain(`Your ticket ${before.ticket_number} for Gabi belongs to Ben Cruz now`);
    expect(toBuyer?.text).toContain('When: ');
    const toHolder = mails.find(({ to }) => to === BEN.email);
    expect(toHolder?.text).toContain('Ana Reyes has passed a ticket for Gabi on to you.');
    expect(toHolder?.text).toContain(after.ticket_url);
    expect(toHolder?.text).not.toContain('/o/');
    expect(toBuyer?.text).not.toContain(after.ticket_url);
    await press(done, 'Send the tickets again');
    const [again] = await arriving();
    const kept = await ticketOf(ticketIds.find((id) => id !== ticketId) ?? '');
    expect(again?.text).toContain(kept.ticket_url);
    expect(again?.text).not.toContain(after.ticket_url);
    expect(again?.text).not.toContain(after.ticket_number);
    expect(await logged(ticketId)).toMatchObject({ action: 'ticket.passed_on', actor: { kind: 'buyer' } });
  });

  test('forgets a former guest, whose mails and name an erasure could not find', async () => {
    const { url, ticketId, orderId } = await bought();
    await passOn(url, ticketId);
    expect(await arriving()).toHaveLength(2);
    await passOn(await urlOf(orderId), ticketId, CARLA);
    const mails = await arriving();
    const rows = await office.db.query(sql`
      select 1 from mails where organization_id = ${office.organizationId} and order_id = ${orderId} and recipient = ${BEN.email}
      union all select 1 from checkouts where attendees::text like '%ben@%' and organization_id = ${office.organizationId}
        and id = (select checkout_id from orders where id = ${orderId})`);
    expect(rows).toEqual([]);
    expect(mails.map(({ to }) => to)).toContain(CARLA.email);
  });

  test('tells a guest who had the ticket that its number is no longer valid, and not who has it now', async () => {
    const { url, ticketId, orderId } = await bought();
    await passOn(url, ticketId);
    await arriving();
    const { ticket_number: number } = await ticketOf(ticketId);
    await passOn(await urlOf(orderId), ticketId, CARLA);
    await passOn(await urlOf(orderId), ticketId, { ...CARLA, name: 'Carla Diaz-Cruz' });
    const mails = await arriving();
    const subjectsTo = (address: string) => mails.filter(({ to }) => to === address).map(({ subject }) => subject);
    expect(subjectsTo(BEN.email)).toEqual(['Your ticket was passed on: Gabi']);
    expect(subjectsTo(CARLA.email)).toEqual(['Your ticket for Gabi']);
    const toBen = mails.find(({ to }) => to === BEN.email);
    expect(toBen?.text).toContain(`your ticket ${number} for Gabi`);
    expect(toBen?.text).not.toContain('Carla');
  });

  test('tells nothing to a guest who got no e-mail with the ticket: named on the page alone, or by a wrong address', async () => {
    const { url, ticketId, orderId } = await bought();
    await press(await office.browser.open(`${url}/tickets/${ticketId}`), 'Save', BEN);
    const mistyped = { ...CARLA, email: 'carla@exampel.com' };
    for (const to of [mistyped, CARLA]) await passOn(await urlOf(orderId), ticketId, to);
    const addresses = (await arriving()).map(({ to }) => to);
    expect(addresses).toContain(CARLA.email);
    for (const { email } of [BEN, mistyped]) expect(addresses).not.toContain(email);
  });

  test('keeps its buyer informed who has passed all tickets on', async () => {
    const { url, ticketId, orderId, event, customer } = await bought({ quantity: 1 });
    const cheaper = await office.tier(event, { price: 60 });
    await passOn(url, ticketId);
    await arriving();
    const toBuyer = async () => (await arriving()).find(({ to }) => to === customer.email);

    await office.call('POST', `/tickets/${ticketId}/reissue`);
    const reissued = await toBuyer();
    expect(reissued?.text).toContain('All valid tickets of your order for Gabi were passed on');
    expect(reissued?.text).toContain(await urlOf(orderId));
    expect(reissued?.attachments.map(({ filename }) => filename)).toEqual(['event.ics']);

    await office.call('POST', `/orders/${orderId}/changes`, { tickets: [{ ticket_id: ticketId, tier_id: cheaper }] });
    expect((await toBuyer())?.text).toContain('₱40.00 is on its way back to you');

    await office.call('POST', `/orders/${orderId}/resend`);
    await office.call('POST', `/orders/${orderId}/refund`);
    expect((await arriving()).map(({ subject }) => subject)).toEqual(['Refund: Gabi', 'Refund: Gabi']);
  });

  test('passes a ticket on three times at most, and not to the buyer', async () => {
    const { url, ticketId, customer, orderId } = await bought();
    expect((await passOn(url, ticketId, { ...BEN, email: customer.email.toUpperCase() })).text).toContain(
      'This is your own address.',
    );
    for (let time = 0; time < 3; time++) await passOn(await urlOf(orderId), ticketId, time % 2 ? BEN : CARLA);
    const fourth = await passOn(await urlOf(orderId), ticketId);
    expect(fourth).toMatchObject({ status: 409 });
    expect(fourth.text).toContain('belongs to its new holder');
    expect((await ticketOf(ticketId)).attendee).toEqual(CARLA);
  });

  test.each(['used', 'refunded', 'cancelled', 'started'])('changes nothing on a ticket that is %s', async (state) => {
    const { url, ticketId, event } = await bought();
    const page = await office.browser.open(`${url}/tickets/${ticketId}`);
    if (state === 'used') await office.call('POST', `/tickets/${ticketId}/check-in`);
    if (state === 'refunded') await office.call('POST', `/tickets/${ticketId}/refund`);
    if (state === 'cancelled') await office.cancelEvent(event);
    if (state === 'started')
      await office.call('PUT', `/events/${event.id}`, { start_datetime: office.now().toISOString() });
    const before = await ticketOf(ticketId);
    expect((await press(page, 'Save', BEN)).status).toBe(409);
    expect((await press(await press(page, 'Continue', BEN), 'Pass the ticket on')).status).toBe(409);
    expect(await ticketOf(ticketId)).toEqual(before);
  });

  test('is opened by neither the link to a ticket, nor another order’s, nor for another order’s ticket', async () => {
    const [mine, other] = [await bought(), await bought()];
    const secret = (await ticketOf(mine.ticketId)).ticket_url.split('/t/')[1];
    const post = (url: string, payload = '') =>
      office.inject({
        method: 'POST',
        url: new URL(url, 'http://localhost').pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    const form = `name=Ben&email=${BEN.email}&confirmed=1`;
    for (const url of [
      `/o/${secret}/resend`,
      `/o/${secret}/tickets/${mine.ticketId}/name`,
      `/o/${secret}/tickets/${mine.ticketId}/pass-on`,
      `/t/${secret}/tickets/${mine.ticketId}/pass-on`,
      `${other.url}/tickets/${mine.ticketId}/name`,
      `${other.url}/tickets/${mine.ticketId}/pass-on`,
      `${mine.url}/tickets/nothing/pass-on`,
    ])
      expect((await post(url, form)).statusCode, url).toBe(404);
    expect((await ticketOf(mine.ticketId)).attendee).toBeNull();
    expect(await arriving()).toEqual([]);
  });
});
