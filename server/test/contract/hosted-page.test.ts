import { describe, expect, test } from 'vitest';
import { MOST_ATTEMPTS, MOST_UNDER_WAY } from '../../src/sales/payment/attempt.ts';
import { PAYMENT_METHODS } from '../../src/values/payment-method.ts';
import { CUSTOMER, HOLD_SECONDS, PUBLIC_URL, SUCCESS_URL, useBoxOffice } from '../fixtures/box-office.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();

describe('the hosted checkout page', () => {
  const open = (checkout: { checkout_url: string }) => office.browser.open(checkout.checkout_url);
  const post = (url: string, type: string, payload: string) =>
    office.app.inject({ method: 'POST', url: url.replace(PUBLIC_URL, ''), headers: { 'content-type': type }, payload });

  describe('while the checkout is open', () => {
    test('shows event, quantity, amounts and time left, with and without JavaScript', async () => {
      const event = await office.event({ price: 1250.5, venue_name: 'Cubao Expo', city: 'Quezon City' });
      const page = await open(await office.checkout(event, { quantity: 2 }));
      expect(page.status).toBe(200);
      for (const shown of ['Lakbay Concerts', event.title, 'Cubao Expo', 'Quezon City', '2 × General Admission'])
        expect(page.text).toContain(shown);
      for (const shown of ['₱2,501.00', CUSTOMER.name, '12:15 PM', '15 minutes left'])
        expect(page.text).toContain(shown);
      expect(page.html).not.toMatch(/<[^>]+\son[a-z]+=/);
      // The only script, allowed by its hash.
      expect(page.html.match(/<script/g)).toHaveLength(1);
      expect(page.headers['content-security-policy']).toMatch(/script-src 'sha256-[\w+/]{43}='(;|$)/);
    });

    test('shows a row for each line, then discount and total', async () => {
      const event = await office.event({ price: 500 });
      const vip = await office.tier(event, { name: 'VIP <b>', price: 1_500 });
      const code = { event_id: event.id, code: 'LESS', discount_type: 'fixed_amount', discount_amount: 100 };
      await office.call('POST', '/promo-codes', code);
      const items = [{ tier_id: vip, quantity: 1 }, { quantity: 2 }];
      const page = await open(await office.checkout(event, { items, promo_code: 'LESS' }));
      expect(page.text).toContain(
        '1 × VIP <b> ₱1,500.00 2 × General Admission ₱500.00 each ₱1,000.00 Discount (LESS) −₱100.00 Total ₱2,400.00',
      );
    });

    test('has one labelled radio input per payment method, one checked, and a submit button', async () => {
      const [form] = (await open(await office.checkout(await office.event()))).forms;
      const methods = form?.fields.filter(({ name }) => name === 'payment_method') ?? [];
      expect(methods.map(({ value }) => value)).toEqual(PAYMENT_METHODS);
      expect(methods.every(({ type, label }) => type === 'radio' && label !== '')).toBe(true);
      expect(methods.filter(({ checked }) => checked)).toHaveLength(1);
      expect(form?.buttons.filter(({ text }) => text.startsWith('Pay '))).toHaveLength(1);
    });

    test(`starts at most ${MOST_UNDER_WAY} payments; one of them can be completed, and a new one starts once one has ended`, async () => {
      const checkout = await office.checkout(await office.event());
      const first = await office.pay(checkout, 'GCASH');
      for (let begun = 1; begun < MOST_UNDER_WAY; begun++) await office.pay(checkout, 'GCASH');
      const refused = await office.pay(checkout, 'MAYA');
      expect(refused).toMatchObject({
        status: 409,
        text: expect.stringContaining('Too many payments were started for this order'),
      });
      expect(refused.forms[0]?.fields.find(({ checked }) => checked)?.value).toBe('MAYA');
      await office.browser.submit(first, { press: 'fail' });
      const another = await office.pay(checkout, 'MAYA');
      expect(another.forms.flatMap(({ buttons }) => buttons.map(({ value }) => value))).toContain('authorize');
      await office.browser.submit(another, { press: 'authorize' });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    });

    test(`starts at most ${MOST_ATTEMPTS} payments in all; the one that is still open can be completed`, async () => {
      const checkout = await office.checkout(await office.event());
      const open = await office.pay(checkout, 'GCASH');
      for (let begun = 1; begun < MOST_ATTEMPTS; begun++)
        await office.browser.submit(await office.pay(checkout, 'MAYA'), { press: 'fail' });
      const refused = await office.pay(checkout, 'MAYA');
      expect(refused).toMatchObject({
        status: 409,
        text: expect.stringContaining('Finish one of them if it is still open, or start a new order.'),
      });
      await office.browser.submit(open, { press: 'authorize' });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    });

    test.each(['pay', 'promo', 'change', 'cancel', 'language'])(
      'is where the answer of its form %s leads back to',
      async (form) => {
        const checkout = await office.checkout(await office.event());
        expect(await open({ checkout_url: `${checkout.checkout_url}/${form}` })).toMatchObject({
          status: 200,
          url: checkout.checkout_url,
        });
      },
    );

    test('escapes what organizers and buyers wrote', async () => {
      const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`;
      const event = await office.event({ title: evil, venue_name: evil, city: evil });
      await office.call('PUT', `/tiers/${event.tierId}`, { name: evil });
      const checkout = await office.checkout(event, { customer: { name: evil, email: CUSTOMER.email } });
      const page = await open(checkout);
      const sandbox = await office.pay(checkout, 'CARD');
      for (const { html, text } of [page, sandbox]) {
        expect(html).not.toMatch(/<script>alert|<img src=x/);
        expect(text).toContain(evil);
      }
    });

    test('reads forms of at most 256 KiB, and shortens values that would make a redirect too long', async () => {
      const checkout = await office.checkout(await office.event());
      const form = (payload: string) =>
        post(`${checkout.checkout_url}/promo`, 'application/x-www-form-urlencoded', payload);
      expect((await form(`x=${'y'.repeat(262_144)}`)).statusCode).toBe(400);
      const applied = await form(`payment_method=${'GCASH'.repeat(12_000)}`);
      expect({ status: applied.statusCode, long: `${applied.headers.location}`.length > 2_000 }).toEqual({
        status: 303,
        long: false,
      });
      expect((await open(checkout)).status).toBe(200);
    });

    test('links to cancel_url if it was sent, and has no such link otherwise', async () => {
      const cancel = 'https://shop.example/cart?a=1&b="2"';
      const linked = await open(await office.checkout(await office.event(), { cancel_url: cancel }));
      expect(linked.links.map(({ href }) => href)).toContain(cancel);
      const without = await open(await office.checkout(await office.event()));
      expect(without.links.filter(({ href }) => href.startsWith('https://'))).toEqual([]);
    });

    test('allows redirects of a form to success_url, and loads only its own files', async () => {
      const success = 'https://tickets.example:8443/thanks?x=1';
      const page = await open(await office.checkout(await office.event(), { success_url: success }));
      const policy = page.headers['content-security-policy'] ?? '';
      expect(policy).toMatch(/form-action 'self'[^;]* https:/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    });
  });

  describe('paying', () => {
    test.each(PAYMENT_METHODS)('by %s ends at success_url and creates an order with that method', async (method) => {
      const event = await office.event({ capacity: 4 });
      const checkout = await office.checkout(event, { quantity: 4 });
      const { url } = await office.browser.submit(await office.pay(checkout, method), { press: 'authorize' });
      const { order_id, status } = await office.stateOf(checkout.checkout_id);
      expect(status).toBe('completed');
      expect(url).toBe(`${SUCCESS_URL}?checkout_id=${checkout.checkout_id}&order_id=${order_id}`);
      expect((await office.call('GET', `/orders/${order_id}`)).data).toMatchObject({ payment_method: method });
    });

    test.each([
      ['https://shop.example/?a=1&a=2', 'https://shop.example/?a=1&a=2&'],
      ['https://shop.example/x%20y?q=%26#top', 'https://shop.example/x%20y?q=%26&'],
      ['https://shop.example/?checkout_id=old&a=1&order_id=', 'https://shop.example/?a=1&'],
      ['https://shop.example/?order_id=7&q=a%20b~', 'https://shop.example/?q=a%20b~&'],
      ['http://[::1]:3000/done', 'http://[::1]:3000/done?'],
      ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/?'],
    ])('goes to %s with its own query kept', async (success, beginning) => {
      const checkout = await office.checkout(await office.event(), { success_url: success });
      const { url } = await office.browser.submit(await office.pay(checkout, 'CARD'), { press: 'authorize' });
      const { order_id } = await office.stateOf(checkout.checkout_id);
      expect(url).toBe(`${beginning}checkout_id=${checkout.checkout_id}&order_id=${order_id}${new URL(success).hash}`);
    });

    test('a free checkout needs no method and is confirmed on the page without a payment', async () => {
      const event = await office.event({ price: 0 });
      const checkout = await office.checkout(event, { quantity: 2 });
      const page = await open(checkout);
      expect(page.forms[0]?.fields.map(({ type }) => type)).not.toContain('radio');
      const { url } = await office.browser.submit(page);
      expect(url).toMatch(/^https:\/\/shop\.example\/thanks\?checkout_id=cs_.*&order_id=/);
      const { order_id, ticket_ids } = await office.stateOf(checkout.checkout_id);
      expect(ticket_ids).toHaveLength(2);
      expect((await office.call('GET', `/orders/${order_id}`)).data).toMatchObject({ payment_method: 'FREE' });
    });

    test('a completed checkout redirects to success_url', async () => {
      const checkout = await office.checkout(await office.event());
      const { url } = await office.browser.submit(await office.pay(checkout, 'CARD'), { press: 'authorize' });
      expect((await open(checkout)).url).toBe(url);
    });

    test('sends a notification for every ticket with exactly the specified keys and its price', async () => {
      const event = await office.event({ price: 33.34 });
      office.wait(1);
      const { ticketIds } = await office.buy(event, { quantity: 2 });
      const told = (await office.notifications('ticket.purchased')).slice(-2);
      expect(told.map(({ data }) => data.ticket_id).toSorted()).toEqual(ticketIds.toSorted());
      const data = {
        ticket_id: expect.any(String),
        event_id: event.id,
        customer: { name: CUSTOMER.name },
        amount: 33.34,
      };
      const created_at = office.now().toISOString();
      for (const one of told)
        expect(one).toEqual({ id: expect.any(String), type: 'ticket.purchased', created_at, data });
    });

    test('shows the reason and keeps the hold if the provider cannot be reached', async () => {
      const event = await office.event();
      const checkout = await office.checkout(event);
      office.failing.add('createSession');
      const page = await office.pay(checkout, 'CARD');
      expect(page).toMatchObject({ status: 200, url: checkout.checkout_url });
      expect(page.text).toContain('The payment service did not answer.');
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
      office.failing.clear();
      await office.browser.submit(await office.browser.submit(page), { press: 'authorize' });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    });
  });

  describe('twice', () => {
    test('submitting the free form again makes no second order', async () => {
      const event = await office.event({ price: 0 });
      const page = await open(await office.checkout(event));
      const first = await office.browser.submit(page);
      expect((await office.browser.submit(page)).url).toBe(first.url);
      expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
    });

    test('authorizing again makes no second order and no refund', async () => {
      const event = await office.event();
      const sandbox = await office.pay(await office.checkout(event), 'GCASH');
      const refunds = await office.count('refunds');
      const first = await office.browser.submit(sandbox, { press: 'authorize' });
      expect((await office.browser.submit(sandbox, { press: 'authorize' })).url).toBe(first.url);
      expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
      expect(await office.count('refunds')).toBe(refunds);
    });

    test('paying in two tabs makes one order; the second payment is refunded in full', async () => {
      const event = await office.event({ price: 60 });
      const checkout = await office.checkout(event, { quantity: 2 });
      const tabs: [Page, Page] = [await office.pay(checkout, 'CARD'), await office.pay(checkout, 'MAYA')];
      const first = await office.browser.submit(tabs[1], { press: 'authorize' });
      office.wait(1);
      const second = await office.browser.submit(tabs[0], { press: 'authorize' });
      expect(second.url).toBe(first.url);
      expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
      expect((await office.refunds()).at(-1)).toMatchObject({ amountCentavos: 12_000, status: 'pending' });
    });

    test('pressing Pay after the checkout was paid in another tab redirects to success_url', async () => {
      const checkout = await office.checkout(await office.event());
      const stale = await open(checkout);
      const { url } = await office.browser.submit(await office.pay(checkout, 'CARD'), { press: 'authorize' });
      expect((await office.browser.submit(stale)).url).toBe(url);
    });
  });

  describe('at the end', () => {
    test('answers 410 without a form from expires_at on', async () => {
      const checkout = await office.checkout(await office.event());
      const stale = await open(checkout);
      office.wait(HOLD_SECONDS - 0.001);
      expect((await open(checkout)).status).toBe(200);
      office.wait(0.001);
      expect(await open(checkout)).toMatchObject({ status: 410, forms: [] });
      expect(await office.browser.submit(stale)).toMatchObject({ status: 410, forms: [] });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
    });

    test('does not confirm an expired free checkout', async () => {
      const checkout = await office.checkout(await office.event({ price: 0 }));
      const stale = await open(checkout);
      office.wait(HOLD_SECONDS);
      expect(await office.browser.submit(stale)).toMatchObject({ status: 410 });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', order_id: null });
    });

    test('shows the order to a buyer who has paid elsewhere and presses Cancel here', async () => {
      const checkout = await office.checkout(await office.event({ price: 500 }));
      const sandbox = await office.pay(checkout, 'GCASH');
      // The provider has the money, and the browser never comes back.
      office.failing.add('readSession');
      await office.browser.submit(sandbox, { press: 'authorize' });
      office.failing.clear();
      office.wait(5);
      const form = 'application/x-www-form-urlencoded';
      const { statusCode, headers } = await post(`${checkout.checkout_url}/cancel`, form, '');
      expect({ statusCode, location: headers.location }).toEqual({
        statusCode: 303,
        location: checkout.checkout_url.replace(PUBLIC_URL, ''),
      });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    });

    test('says that the event was cancelled', async () => {
      const event = await office.event();
      const checkout = await office.checkout(event);
      const stale = await open(checkout);
      await office.cancelEvent(event);
      const page = await office.browser.submit(stale);
      expect(page).toMatchObject({ status: 410, forms: [] });
      expect(page.text).toContain('cancelled');
    });

    test('refunds a payment made after the event was cancelled, and says so', async () => {
      const event = await office.event();
      const sandbox = await office.pay(await office.checkout(event), 'GCASH');
      await office.cancelEvent(event);
      const page = await office.browser.submit(sandbox, { press: 'authorize' });
      expect(page.status).toBe(410);
      expect(page.text).toMatch(/cancelled.*You will get a full refund/);
    });
  });

  describe('errors', () => {
    test.each(['cs_unknown', `cs_${'A'.repeat(43)}`])('an unknown code (%s) is a 404 page', async (code) => {
      const page = await office.browser.open(`${PUBLIC_URL}/c/${code}`);
      expect(page).toMatchObject({ status: 404, url: `${PUBLIC_URL}/c/${code}` });
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    });

    test('a method that is not offered, or none, is a 400 page and starts no payment', async () => {
      const checkout = await office.checkout(await office.event());
      for (const body of [
        'payment_method=BITCOIN',
        'payment_method=FREE',
        '',
        'payment_method=CARD&payment_method=MAYA',
      ]) {
        const response = await post(`${checkout.checkout_url}/pay`, 'application/x-www-form-urlencoded', body);
        expect(response.statusCode).toBe(400);
        expect(response.headers['content-type']).toContain('text/html');
      }
      office.wait(HOLD_SECONDS);
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
    });

    test('a body that is not a form is a 4xx error', async () => {
      const checkout = await office.checkout(await office.event());
      const response = await post(`${checkout.checkout_url}/pay`, 'application/xml', '<a/>');
      expect(response.statusCode).toBe(400);
      expect(response.headers['content-type']).toContain('text/html');
    });

    test('the return address of another or an unknown checkout is a 404 page', async () => {
      const event = await office.event();
      const [one, other] = [await office.checkout(event), await office.checkout(event)];
      const sandbox = await office.pay(one, 'CARD');
      office.failing.add('readSession');
      const { url } = await office.browser.submit(sandbox, { press: 'authorize' });
      office.failing.clear();
      const attempt = url.split('/').at(-1);
      expect(await office.browser.open(`${other.checkout_url}/return/${attempt}`)).toMatchObject({ status: 404 });
      expect(await office.browser.open(`${one.checkout_url}/return/x`)).toMatchObject({ status: 404 });
      expect((await office.browser.open(url)).url).toContain(SUCCESS_URL);
    });
  });
});
