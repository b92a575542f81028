import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openHall, rows } from '../fixtures/hall.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import type { Page } from '../readers/browser.ts';

interface Request {
  id: string;
  status: string;
  order_id: string;
  ticket_ids: string[];
  refund_amount: number | null;
  decided_at: string | null;
}

interface Order {
  status: string;
  order_number: string;
  total_amount: number;
  refunded_amount: number;
  tickets_url: string;
  tickets: { id: string; status: string; amount: number; refund_fee: number }[];
  refunds: { amount: number; reason_code: string }[];
}

describe('refunds that buyers ask for', () => {
  let office: MailOffice;
  let buyers = 0;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  async function bought(refund_rule: object | null, { price = 100, quantity = 3 } = {}) {
    const customer = { name: 'Ana Reyes', email: `ana${++buyers}@example.com` };
    const event = await office.event({
      price,
      title: 'Gabi',
      refund_rule,
      start_datetime: '2099-05-01T20:00:00+08:00',
    });
    const order = await office.buy(event, { quantity, customer });
    await office.sendMails();
    return { ...order, event, customer, url: (await orderOf(order.orderId)).tickets_url };
  }
  const orderOf = async (id: string) => (await office.call<Order>('GET', `/orders/${id}`)).data;
  const requests = async (query: string) =>
    (await office.call<{ refund_requests: Request[] }>('GET', `/refund-requests?${query}`)).data.refund_requests;
  const arriving = async () => (await office.sendMails()).map(({ to, mail }) => ({ ...mail, to: to.join() }));
  /** Chooses tickets, all of them or one, and confirms. */
  async function ask(url: string, ticket?: string): Promise<Page> {
    const confirm = await choose(url, ticket);
    return confirm.status === 200 ? office.browser.submit(confirm) : confirm;
  }
  async function choose(url: string, ticket?: string) {
    const page = await office.browser.open(`${url}/refund`);
    return page.status === 200 ? office.browser.submit(page, ticket ? { fields: { ticket } } : {}) : page;
  }

  test('say of each ticket which one it is, on both pages', async () => {
    const rule = { allowed: 'request', until_hours_before_start: 24, fee_percent: 0, fee_fixed: 0 };
    const fields = { price: 100, refund_rule: rule, start_datetime: '2099-05-01T20:00:00+08:00' };
    const hall = await openHall(office, rows(['A', 2]), fields);
    const attendees = [{ name: 'Ben Cruz' }, { name: 'Carla Diaz' }];
    const { orderId } = await office.buy(hall, { section_id: hall.sectionId, quantity: 2, attendees });
    const { tickets_url: url } = await orderOf(orderId);
    for (const { text } of [await office.browser.open(`${url}/refund`), await choose(url)]) {
      expect(text).toContain('Friday, May 1, 2099 at 8:00 PM');
      expect(text).toContain('Ben Cruz · General Admission · Lower, A-1');
      expect(text).toContain('Carla Diaz · General Admission · Lower, A-2');
    }
  });

  test('are refunded at once, less the fee, where the rule says automatic', async () => {
    const rule = { allowed: 'automatic', until_hours_before_start: 24, fee_percent: 10, fee_fixed: 5.5 };
    const { url, orderId, event, ticketIds, customer } = await bought(rule);
    const before = await office.call('GET', `/analytics/sales?event_id=${event.id}`);
    expect(before.data).toMatchObject({ total_revenue: 300, total_tickets_sold: 3 });
    const page = await office.browser.open(`${url}/refund`);
    expect(page.text).toContain('The organizer keeps 10 % of the price and ₱5.50 of each ticket.');
    const confirm = await choose(url, ticketIds[0]);
    expect(confirm.text).toContain('You get ₱84.50 back. The organizer keeps ₱15.50.');
    const done = await office.browser.submit(confirm);
    expect(done.text).toContain('The tickets were refunded.');
    expect(done.text).toContain('Refunded ₱84.50');

    const order = await orderOf(orderId);
    expect(order).toMatchObject({ status: 'partially_refunded', total_amount: 300, refunded_amount: 84.5 });
    expect(order.tickets.find(({ id }) => id === ticketIds[0])).toMatchObject({ status: 'refunded', refund_fee: 15.5 });
    expect(order.refunds).toMatchObject([{ amount: 84.5, reason_code: 'requested_by_buyer' }]);
    expect((await office.call('GET', `/analytics/sales?event_id=${event.id}`)).data).toMatchObject({
      total_revenue: 215.5,
      total_tickets_sold: 2,
    });
    expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
    const [mail] = await arriving();
    expect(mail).toMatchObject({ to: customer.email, subject: 'Refund: Gabi' });
    expect(mail?.text).toContain('₱84.50 is on its way back');
    expect(mail?.text).toContain('A fee of ₱15.50 was kept');

    await ask(url);
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 253.5 });
    expect(await requests(`order_id=${orderId}`)).toEqual([]);
    expect(await office.sendRefunds()).toBeGreaterThan(0);
  });

  test('wait for the organizer where the rule says request, who approves with the fee of that day', async () => {
    const { url, orderId, event, ticketIds, customer } = await bought({ allowed: 'request', fee_percent: 50 });
    const done = await ask(url, ticketIds[1]);
    expect(done.text).toContain('The organizer has your request');
    expect(done.text).toContain('You asked for a refund.');
    expect((await office.browser.open(`${url}/refund`)).status).toBe(409);
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid' });
    const { order_number } = await orderOf(orderId);
    const [request] = await requests(`status=pending&event_id=${event.id}`);
    expect(request).toEqual({
      id: expect.any(String),
      status: 'pending',
      order_id: orderId,
      order_number,
      event: { id: event.id, title: 'Gabi' },
      customer,
      ticket_ids: [ticketIds[1]],
      tickets: [
        { id: ticketIds[1], ticket_number: expect.any(String), tier: 'General Admission', attendee: 'Ana Reyes' },
      ],
      fee_percent: 50,
      fee_fixed: 0,
      refund_amount: 50,
      created_at: office.now().toISOString(),
      decided_at: null,
    });
    const overview = await office.call<{ needs_attention: object[] }>('GET', '/overview');
    expect(overview.data.needs_attention).toContainEqual(expect.objectContaining({ kind: 'refunds_requested' }));

    await office.call('PUT', `/events/${event.id}`, { refund_rule: { allowed: 'request', fee_percent: 90 } });
    const approved = await office.call<Request>('POST', `/refund-requests/${request?.id}/approve`);
    expect(approved).toMatchObject({
      status: 200,
      data: { status: 'approved', refund_amount: null, decided_at: office.now().toISOString() },
    });
    expect(await orderOf(orderId)).toMatchObject({ status: 'partially_refunded', refunded_amount: 50 });
    const [mail] = await arriving();
    expect(mail?.text).toContain('₱50.00 is on its way back');
    for (const verb of ['approve', 'decline'])
      expect(await office.call('POST', `/refund-requests/${request?.id}/${verb}`)).toMatchObject({
        status: 409,
        code: 'refund_request_decided',
        details: { status: 'approved' },
      });
  });

  test('can be declined: the tickets stay valid, and the buyer is told and can ask again', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'request' }, { quantity: 1 });
    await ask(url);
    const [request] = await requests(`order_id=${orderId}`);
    const declined = await office.call<Request>('POST', `/refund-requests/${request?.id}/decline`);
    expect(declined).toMatchObject({ status: 200, data: { status: 'declined' } });
    const [mail, ...others] = await arriving();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('No refund: Gabi');
    expect(mail?.text).toContain('Your tickets stay valid');
    expect(mail?.text).toContain('When: Friday, May 1, 2099 ');
    expect((await office.call('GET', `/tickets/${ticketIds[0]}`)).data).toMatchObject({ status: 'valid' });
    expect((await ask(url)).text).toContain('The organizer has your request');
  });

  test('can be withdrawn: nothing waits any more, the tickets stay valid, and the buyer can ask again', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'request' }, { quantity: 1 });
    await ask(url);
    const [request] = await requests(`order_id=${orderId}`);
    expect((await office.browser.open(url)).links.map(({ text }) => text)).toContain('Withdraw the request');
    const question = await office.browser.open(`${url}/refund/withdraw`);
    expect(question.text).toContain('You can ask until');
    office.wait(1);
    const withdraw = () => office.browser.submit(question, { press: 'Withdraw the request' });
    // Pressed twice.
    for (const page of [await withdraw(), await withdraw()])
      expect(page.text).toContain('Your request for a refund was withdrawn.');
    expect(await requests(`order_id=${orderId}`)).toMatchObject([{ id: request?.id, status: 'closed' }]);
    for (const decide of ['approve', 'decline'])
      expect(await office.call('POST', `/refund-requests/${request?.id}/${decide}`)).toMatchObject({
        status: 409,
        code: 'refund_request_decided',
      });
    expect((await office.call('GET', `/tickets/${ticketIds[0]}`)).data).toMatchObject({ status: 'valid' });
    const { data } = await office.call<{ changes: object[] }>('GET', `/audit-log?subject_id=${orderId}`);
    const change = { actor: { kind: 'buyer' }, before: { ticket_ids: ticketIds } };
    expect(data.changes[0]).toMatchObject({ action: 'order.refund_request_withdrawn', ...change });
    expect((await office.browser.open(`${url}/refund/withdraw`)).url).toBe(url);
    expect((await ask(url)).text).toContain('The organizer has your request');
  });

  test('cannot be withdrawn once the organizer has decided: the page shows what became of them', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'request' }, { quantity: 1 });
    await ask(url);
    const question = await office.browser.open(`${url}/refund/withdraw`);
    const [request] = await requests(`order_id=${orderId}`);
    await office.call('POST', `/refund-requests/${request?.id}/approve`);
    const page = await office.browser.submit(question, { press: 'Withdraw the request' });
    expect(page.text).not.toContain('withdrawn');
    expect(await requests(`order_id=${orderId}`)).toMatchObject([{ status: 'approved' }]);
    expect((await office.call('GET', `/tickets/${ticketIds[0]}`)).data).toMatchObject({ status: 'refunded' });
  });

  test('say before they are withdrawn that the time to ask again is over', async () => {
    const { url, event } = await bought({ allowed: 'request', until_hours_before_start: 48 }, { quantity: 1 });
    await ask(url);
    const start = new Date(office.now().getTime() + 24 * 3_600_000).toISOString();
    await office.call('PUT', `/events/${event.id}`, { start_datetime: start });
    expect((await office.browser.open(`${url}/refund/withdraw`)).text).toContain('you cannot ask again');
  });

  test('are withdrawn by the link of the order alone, and not by one that is void', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'request' }, { quantity: 2 });
    await ask(url, ticketIds[0]);
    const question = await office.browser.open(`${url}/refund/withdraw`);
    const change = { name: 'Ana Reyes', email: 'ana.of.another.address@example.com' };
    const { ticket_url } = (await office.call<{ ticket_url: string }>('GET', `/tickets/${ticketIds[1]}`)).data;
    const byTicket = `${new URL(ticket_url).pathname.replace('/t/', '/o/')}/refund/withdraw`;
    expect((await office.inject({ method: 'POST', url: byTicket })).statusCode).toBe(404);
    expect(await requests(`order_id=${orderId}`)).toMatchObject([{ status: 'pending' }]);
    await office.call('PUT', `/orders/${orderId}/customer`, change);
    const page = await office.browser.submit(question, { press: 'Withdraw the request' });
    expect(page.status).toBe(404);
  });

  test('can be declined with a reason, which the buyer reads in the mail', async () => {
    const { url, orderId } = await bought({ allowed: 'request' }, { quantity: 1 });
    await ask(url);
    const [request] = await requests(`order_id=${orderId}`);
    const decline = (body: object) => office.call('POST', `/refund-requests/${request?.id}/decline`, body);
    for (const reason of ['', '  ', 'x'.repeat(1_001), 7])
      expect(await decline({ reason })).toMatchObject({ status: 400, field: 'reason' });
    expect(await decline({ reason: null })).toMatchObject({ status: 200 });
    await ask(url);
    await arriving();
    const [again] = await requests(`order_id=${orderId}&status=pending`);
    const reason = 'Your seats are <b>numbered</b>.\n\nGive them to a friend: https://lakbay.example/pass';
    await office.call('POST', `/refund-requests/${again?.id}/decline`, { reason });
    const [mail] = await arriving();
    expect(mail?.text).toContain(reason);
    expect(mail?.html).toContain('&lt;b&gt;numbered&lt;/b&gt;');
  });

  test('name the tickets with their tiers and attendees', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'request' }, { quantity: 1 });
    await ask(url);
    const { ticket_number } = (await office.call('GET', `/tickets/${ticketIds[0]}`)).data;
    const tickets = [{ id: ticketIds[0], ticket_number, tier: 'General Admission', attendee: 'Ana Reyes' }];
    expect(await requests(`order_id=${orderId}`)).toMatchObject([{ ticket_ids: ticketIds, tickets }]);
  });

  test('refund what is still valid when they are approved; what was checked in meanwhile stays used', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'request' });
    await ask(url);
    const [request] = await requests(`order_id=${orderId}`);
    expect(request).toMatchObject({ refund_amount: 300 });
    await office.call('POST', `/tickets/${ticketIds[0]}/check-in`);
    expect(await requests(`order_id=${orderId}`)).toMatchObject([{ refund_amount: 200 }]);
    const approve = (amount: number) => office.call('POST', `/refund-requests/${request?.id}/approve`, { amount });
    expect(await approve(300)).toMatchObject({ code: 'refund_amount_changed', details: { amount: 200 } });
    expect(await approve(200)).toMatchObject({ status: 200 });
    expect((await orderOf(orderId)).tickets.map(({ status }) => status)).toEqual(['used', 'refunded', 'refunded']);
  });

  test('are 409 when every ticket was checked in, and can still be declined', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'request' }, { quantity: 1 });
    await ask(url);
    const [request] = await requests(`order_id=${orderId}`);
    await office.call('POST', `/tickets/${ticketIds[0]}/check-in`);
    const answer = await office.call('POST', `/refund-requests/${request?.id}/approve`);
    expect(answer).toMatchObject({ status: 409, code: 'refund_request_over' });
    expect((await requests(`order_id=${orderId}`))[0]?.status).toBe('pending');
    expect((await office.call('POST', `/refund-requests/${request?.id}/decline`)).status).toBe(200);
  });

  test.each(['refund', 'cancel'])('are closed by a %s of everything', async (how) => {
    const { url, orderId, event } = await bought({ allowed: 'request' });
    await ask(url);
    if (how === 'refund') await office.call('POST', `/orders/${orderId}/refund`);
    else await office.cancelEvent(event);
    expect(await requests(`order_id=${orderId}`)).toMatchObject([{ status: 'closed' }]);
  });

  test('are closed when the last of their tickets is passed on, so that the rest can be asked for', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'request' }, { quantity: 2 });
    await ask(url, ticketIds[0]);
    const holder = await office.browser.open(`${url}/tickets/${ticketIds[0]}`);
    const asked = await office.browser.submit(holder, {
      press: 'Continue',
      fields: { name: 'Ben Cruz', email: 'ben@example.com' },
    });
    await office.browser.submit(asked, { press: 'Pass the ticket on' });
    expect(await requests(`order_id=${orderId}`)).toMatchObject([{ status: 'closed' }]);
    await ask((await orderOf(orderId)).tickets_url);
    expect(await requests(`order_id=${orderId}&status=pending`)).toMatchObject([{ ticket_ids: [ticketIds[1]] }]);
  });

  test('are refused without a rule, after its time, for used tickets and for those passed on', async () => {
    const none = await bought(null);
    expect((await office.browser.open(none.url)).text).not.toContain('Ask for a refund');
    expect((await office.browser.open(`${none.url}/refund`)).status).toBe(409);

    const late = await bought({ allowed: 'automatic', until_hours_before_start: 48 });
    const start = new Date(office.now().getTime() + 48 * 3_600_000).toISOString();
    await office.call('PUT', `/events/${late.event.id}`, { start_datetime: start });
    expect((await office.browser.open(`${late.url}/refund`)).status).toBe(409);

    const used = await bought({ allowed: 'automatic' });
    const confirm = await choose(used.url);
    await office.call('POST', `/tickets/${used.ticketIds[0]}/check-in`);
    // The rest is asked again, with the amount that changed.
    const again = await office.browser.submit(confirm);
    expect(again.text).toContain('You get ₱200.00 back.');
    expect((await orderOf(used.orderId)).refunded_amount).toBe(0);
  });

  test('keep the chosen tickets when the language changes, and are not sent by that', async () => {
    const { url, orderId, ticketIds } = await bought({ allowed: 'automatic' });
    const [ticket = ''] = ticketIds;
    const isChosen = ({ forms }: Page) =>
      forms.flatMap(({ fields }) => fields.filter(({ name, checked }) => name === 'ticket' && checked));
    const first = await office.browser.submit(await office.browser.open(`${url}/refund`), {
      press: 'Filipino',
      fields: { ticket },
    });
    expect(isChosen(first)).toMatchObject([{ value: ticket }]);
    const confirm = await office.browser.submit(await office.browser.submit(first), { press: 'Filipino' });
    expect(isChosen(confirm)).toMatchObject([{ value: ticket }]);
    expect(await orderOf(orderId)).toMatchObject({ refunded_amount: 0 });
    await office.browser.submit(confirm);
    expect(await orderOf(orderId)).toMatchObject({ refunded_amount: 100 });
  });

  test('ask again when the fee changed after the page was shown', async () => {
    const { url, event, orderId } = await bought({ allowed: 'automatic' });
    const confirm = await choose(url);
    await office.call('PUT', `/events/${event.id}`, { refund_rule: { allowed: 'automatic', fee_percent: 20 } });
    const [again, pressedTwice] = await Promise.all([office.browser.submit(confirm), office.browser.submit(confirm)]);
    for (const { text } of [again, pressedTwice])
      expect(text).toContain('You get ₱240.00 back. The organizer keeps ₱60.00.');
    expect((await orderOf(orderId)).refunded_amount).toBe(0);
    await office.browser.submit(again);
    expect((await orderOf(orderId)).refunded_amount).toBe(240);
  });

  test('are opened by neither the link to a ticket nor with another order’s ticket', async () => {
    const [mine, other] = [await bought({ allowed: 'automatic' }), await bought({ allowed: 'automatic' })];
    const { ticket_url } = (await office.call<{ ticket_url: string }>('GET', `/tickets/${mine.ticketId}`)).data;
    expect((await office.browser.open(`${ticket_url.replace('/t/', '/o/')}/refund`)).status).toBe(404);
    const answer = await office.inject({
      method: 'POST',
      url: `${new URL(other.url).pathname}/refund`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `ticket=${mine.ticketId}&confirmed=automatic 10000`,
    });
    expect(answer.statusCode).toBe(400);
    expect((await orderOf(mine.orderId)).refunded_amount).toBe(0);
  });

  test('cost nothing where nothing was paid', async () => {
    const { url, orderId } = await bought({ allowed: 'automatic', fee_fixed: 50 }, { price: 0 });
    expect((await ask(url)).text).toContain('The tickets were refunded.');
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 0, refunds: [] });
  });

  describe('the refund_rule of an event', () => {
    const put = async (id: string, refund_rule: unknown) => office.call('PUT', `/events/${id}`, { refund_rule });

    test('has defaults, keeps the fields that are not sent, and is cleared with null', async () => {
      const event = await office.event({});
      const read = async () => (await office.call('GET', `/events/${event.id}`)).data.refund_rule;
      expect(await read()).toBeNull();
      await put(event.id, { allowed: 'request', until_hours_before_start: 72, fee_percent: 10, fee_fixed: 20.5 });
      expect(await read()).toEqual({
        allowed: 'request',
        until_hours_before_start: 72,
        fee_percent: 10,
        fee_fixed: 20.5,
      });
      await put(event.id, { allowed: 'automatic' });
      await put(event.id, { until_hours_before_start: 48, fee_percent: null });
      expect(await read()).toEqual({
        allowed: 'automatic',
        until_hours_before_start: 48,
        fee_percent: 0,
        fee_fixed: 20.5,
      });
      await put(event.id, null);
      expect(await read()).toBeNull();
      await put(event.id, { allowed: 'automatic' });
      expect(await read()).toEqual({ allowed: 'automatic', until_hours_before_start: 0, fee_percent: 0, fee_fixed: 0 });
    });

    test.each([
      [{}, 'refund_rule.allowed'],
      [{ fee_percent: 10 }, 'refund_rule.allowed'],
      [{ allowed: 'always' }, 'refund_rule.allowed'],
      [{ allowed: 'request', until_hours_before_start: -1 }, 'refund_rule.until_hours_before_start'],
      [{ allowed: 'request', until_hours_before_start: 1.5 }, 'refund_rule.until_hours_before_start'],
      [{ allowed: 'request', fee_percent: 101 }, 'refund_rule.fee_percent'],
      [{ allowed: 'request', fee_fixed: 1.234 }, 'refund_rule.fee_fixed'],
      [{ allowed: 'request', fee_fixed: -1 }, 'refund_rule.fee_fixed'],
      ['request', 'refund_rule'],
    ])('%o is 400 and names %s', async (rule, field) => {
      const event = await office.event({});
      expect(await put(event.id, rule)).toMatchObject({ status: 400, field });
      const fresh = { title: 'Gabi', start_datetime: '2099-05-01T20:00:00+08:00', capacity: 10, refund_rule: rule };
      expect(await office.call('POST', '/events', fresh)).toMatchObject({ status: 400, field });
    });

    test('is notified as a change once, and not when it is sent again', async () => {
      const event = await office.event({});
      const changes = async () =>
        (await office.notifications<{ event_id: string; changed: string[] }>('event.updated')).flatMap(({ data }) =>
          data.event_id === event.id && data.changed.includes('refund_rule') ? [data.changed] : [],
        );
      await put(event.id, { allowed: 'request', fee_percent: 10 });
      await put(event.id, { allowed: 'request', fee_percent: 10 });
      expect(await changes()).toEqual([['refund_rule']]);
    });
  });
});
