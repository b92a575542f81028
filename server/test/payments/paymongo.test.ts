import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MOST_ATTEMPTS } from '../../src/sales/payment/attempt.ts';
import { HOLD_SECONDS, SUCCESS_URL } from '../fixtures/box-office.ts';
import { type MoneyOffice, openPaymongoOffice } from './money-office.ts';
import { PAYMONGO_KEYS, type PaymongoStandIn, paymongoSignature } from './paymongo-stand-in.ts';

describe('paying with PayMongo', () => {
  let office: MoneyOffice<PaymongoStandIn>;
  beforeAll(async () => {
    office = await openPaymongoOffice({ providerTimeoutMs: 5_000 });
  });
  afterEach(async () => {
    office.standIn.behave();
    office.standIn.refunds('pending');
    await office.quieten();
    await office.everyPesoIsAccountedFor();
  });
  afterAll(() => office.close());

  const state = async ({ checkout }: { checkout: { checkout_id: string } }) => office.stateOf(checkout.checkout_id);

  describe('creates a session at PayMongo', () => {
    test('with the total, one payment method, and our own return addresses', async () => {
      const event = await office.event({ price: 250.5, title: 'Night Market' });
      const paying = await office.pressFor(event, { quantity: 2 }, 'MAYA');
      expect(office.standIn.requestOf(paying.sessionId)).toEqual({
        line_items: [{ name: '2 × General Admission, Night Market', amount: 50_100, currency: 'PHP', quantity: 1 }],
        payment_method_types: ['paymaya'],
        description: '2 × General Admission, Night Market',
        reference_number: paying.attemptId,
        metadata: { attempt_id: paying.attemptId },
        billing: { name: 'Ana Reyes', email: 'ana@example.com' },
        success_url: expect.stringMatching(new RegExp(`^${paying.checkout.checkout_url}/return/`)),
        cancel_url: expect.stringMatching(/\?cancelled=1$/),
        send_email_receipt: false,
        show_description: false,
        show_line_items: true,
      });
    });

    test('with a description cut to the maximum, never within a character', async () => {
      const event = await office.event({ title: `A${'🎪'.repeat(150)}` });
      const paying = await office.pressFor(event, {}, 'GCASH');
      const description = String(office.standIn.requestOf(paying.sessionId).description);
      expect(description).toHaveLength(255);
      expect(description.isWellFormed()).toBe(true);
    });

    test('with every bank that accepts the amount', async () => {
      const event = await office.event({ price: 60_000 });
      const { sessionId } = await office.pressFor(event, {}, 'BANK_TRANSFER');
      expect(office.standIn.requestOf(sessionId)).toMatchObject({ payment_method_types: ['dob_ubp'] });
    });

    test('and tells the buyer if it does not answer, with the hold intact', async () => {
      const checkout = await office.checkout(await office.event());
      for (const fault of [
        'cut before',
        'cut after',
        'error before',
        'error after',
        'too many',
        'hang after',
      ] as const) {
        office.standIn.failOnce('create', fault);
        const page = await office.pay(checkout, 'GCASH');
        expect(page).toMatchObject({ status: 200, url: checkout.checkout_url });
        expect(page.text).toContain('The payment service did not answer.');
      }
      office.standIn.behave();
      const paying = await office.press(checkout);
      office.standIn.pay(paying.sessionId);
      await office.comeBack(paying);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('and tells the buyer if it refuses', async () => {
      const checkout = await office.checkout(await office.event());
      const [gcash] = office.standIn.capabilities.splice(office.standIn.capabilities.indexOf('gcash'), 1);
      const page = await office.pay(checkout, 'GCASH');
      office.standIn.capabilities.push(gcash ?? '');
      expect(page.text).toContain('did not accept this payment. Please choose another payment method.');
      expect((await office.press(checkout, 'CARD')).sessionId).toMatch(/^cs_/);
    });
  });

  describe('becomes an order once it is paid', () => {
    test('by the buyer’s return', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId, { quietly: true });
      const { url } = await office.comeBack(paying);
      expect(url.startsWith(SUCCESS_URL)).toBe(true);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('by PayMongo’s notification, even twice for one payment', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId);
      expect(await office.standIn.deliver()).toEqual([200, 200]);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('by the reconciler, if the buyer closed the browser and no notification arrives', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId, { quietly: true });
      office.wait(60);
      await office.followPayments();
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('by a notification of a session whose creation answer got lost', async () => {
      const checkout = await office.checkout(await office.event());
      office.standIn.failOnce('create', 'cut after');
      expect((await office.pay(checkout, 'GCASH')).text).toContain('did not answer');
      office.standIn.pay(office.standIn.newestSession());
      expect(await office.standIn.deliver()).toEqual([200, 200]);
      expect(await state({ checkout })).toMatchObject({ status: 'completed' });
    });

    test('with method and time of the payment', async () => {
      const event = await office.event({ price: 120 });
      const { orderId } = await office.buyFor(event, { quantity: 2 });
      const { data } = await office.call<{ orders: object[] }>('GET', `/orders/${orderId}`);
      expect(data).toMatchObject({ payment_method: 'GCASH', total_amount: 240, status: 'paid' });
    });
  });

  describe('is not asked more often than strangers may spend of its quota', () => {
    const callsDuring = async (work: () => Promise<unknown>) => {
      const before = office.standIn.calls.length;
      await work();
      return office.standIn.calls.length - before;
    };

    test('for a page that is loaded a hundred times within 2.5 s; then it is asked again', async () => {
      const paying = await office.pressFor(await office.event());
      const load = () => Promise.all(Array.from({ length: 100 }, () => office.comeBack(paying)));
      expect(await callsDuring(load)).toBe(1);
      office.wait(3);
      office.standIn.pay(paying.sessionId, { quietly: true });
      expect(await callsDuring(async () => expect((await office.comeBack(paying)).url).toContain('order_id='))).toBe(1);
    });

    test('for failures either', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.misbehave(() => 'error before');
      const load = (times: number) => () => Promise.all(Array.from({ length: times }, () => office.comeBack(paying)));
      expect(await callsDuring(load(1))).toBeGreaterThan(0);
      expect(await callsDuring(load(20))).toBe(0);
      office.wait(3);
      expect(await callsDuring(load(1))).toBeGreaterThan(0);
    });

    test('for a promo code that does not exist: payments under way are not closed for it', async () => {
      const event = await office.event();
      const { checkout } = await office.pressFor(event);
      const { pathname } = new URL(checkout.checkout_url);
      const guess = (promo_code: string) =>
        office.app.inject({
          method: 'POST',
          url: `${pathname}/promo`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `promo_code=${promo_code}`,
        });
      expect(await callsDuring(async () => expect(await guess('VIP1')).toMatchObject({ statusCode: 409 }))).toBe(0);
      await office.call('POST', '/promo-codes', {
        event_id: event.id,
        code: 'EARLY',
        discount_type: 'percentage',
        discount_amount: 10,
      });
      expect(await callsDuring(() => guess('EARLY'))).toBeGreaterThan(0);
    });

    test('for Pay and Cancel again and again: a checkout starts a bounded number of payments', async () => {
      const checkout = await office.checkout(await office.event());
      const payAndCancel = async () => office.comeBack(await office.press(checkout), true);
      for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts++) await payAndCancel();
      expect(await callsDuring(() => expect(payAndCancel()).rejects.toThrow('Too many payments'))).toBe(0);
    });
  });

  describe('does not become an order', () => {
    test('while the buyer has only started, and its places stay held', async () => {
      const event = await office.event({ capacity: 1 });
      const paying = await office.pressFor(event);
      office.standIn.begin(paying.sessionId);
      const page = await office.comeBack(paying);
      expect(page.text).toContain('Confirming your payment');
      expect(await state(paying)).toMatchObject({ status: 'open' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    });

    test('after the wallet declined: the buyer returns and chooses another method', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.begin(paying.sessionId);
      office.standIn.decline(paying.sessionId);
      expect(await office.standIn.deliver()).toEqual([200]);
      const page = await office.comeBack(paying, true);
      expect(page).toMatchObject({ status: 200, url: paying.checkout.checkout_url });
      expect(page.forms[0]?.fields.map(({ value }) => value)).toContain('MAYA');
    });

    test('if the reference belongs to another payment', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId, { quietly: true });
      const { reference_number } = office.standIn.requestOf(paying.sessionId);
      office.standIn.requestOf(paying.sessionId).reference_number = '0190a000-0000-7000-8000-00000000dead';
      expect((await office.comeBack(paying)).text).toContain('Confirming your payment');
      office.wait(60);
      await office.followPayments();
      expect(await state(paying)).toMatchObject({ status: 'open' });
      office.standIn.requestOf(paying.sessionId).reference_number = reference_number;
    });

    test.each([{ livemode: false }, { currency: 'USD' }])('if PayMongo answers %o', async (shown) => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId);
      office.standIn.show(shown);
      // A repeated request would get the same answer, so PayMongo is not asked again.
      expect(await office.standIn.deliver()).toEqual([200, 200]);
      expect((await office.comeBack(paying)).text).toContain('Confirming your payment');
      expect(await state(paying)).toMatchObject({ status: 'open' });
      expect(await office.call('POST', `/checkouts/${paying.checkout.checkout_id}/expire`)).toMatchObject({
        status: 503,
        code: 'payment_service_unavailable',
      });
      office.standIn.show({});
    });

    test('but is refunded in full if the amount differs', async () => {
      const paying = await office.pressFor(await office.event({ price: 500 }));
      office.standIn.pay(paying.sessionId, { amountCentavos: 49_900 });
      await office.standIn.deliver();
      expect(await state(paying)).toMatchObject({ status: 'open', order_id: null });
      expect((await office.refunds()).at(-1)).toMatchObject({ amountCentavos: 49_900 });
    });
  });

  describe('a bank transfer', () => {
    test('keeps the hold, and becomes an order when it arrives', async () => {
      const event = await office.event({ capacity: 1 });
      const paying = await office.pressFor(event, {}, 'BANK_TRANSFER');
      office.standIn.process(paying.sessionId);
      const page = await office.comeBack(paying);
      expect(page.text).toContain('Waiting for your payment');
      expect(await state(paying)).toMatchObject({ status: 'processing' });
      office.wait(HOLD_SECONDS + 60);
      await office.followPayments();
      await office.sweep();
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
      office.standIn.pay(paying.sessionId);
      await office.standIn.deliver();
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });
  });

  describe('a notification', () => {
    const organization = () => office.organizationId;
    const event = (fields: object = {}) =>
      Buffer.from(
        JSON.stringify({
          data: {
            id: 'evt_1',
            type: 'event',
            attributes: { type: 'payment.paid', livemode: true, data: { id: 'pay_1', attributes: {} }, ...fields },
          },
        }),
      );
    const { webhookSecret: secret } = PAYMONGO_KEYS.live;
    const signed = (body: Buffer, now = office.now()) => ({
      body,
      headers: paymongoSignature(body, now, { mode: 'live', secret }),
    });

    test('that is signed but about an unknown payment is accepted', async () => {
      expect(await office.tell(signed(event()))).toBe(200);
      const foreign = {
        type: 'checkout_session.payment.paid',
        data: { id: 'cs_1', attributes: { reference_number: 'INV-7' } },
      };
      expect(await office.tell(signed(event(foreign)))).toBe(200);
      const unknown = { reference_number: '0190a000-0000-7000-8000-00000000dead' };
      expect(await office.tell(signed(event({ ...foreign, data: { id: 'cs_1', attributes: unknown } })))).toBe(200);
      expect(await office.tell(signed(Buffer.from('{}')))).toBe(200);
    });

    test.each<[string, () => { body: Buffer; headers: Record<string, string> }]>([
      ['without a signature', () => ({ body: event(), headers: { 'content-type': 'application/json' } })],
      ['with a broken one', () => ({ body: event(), headers: { 'paymongo-signature': 'te=' } })],
      [
        'signed with another secret',
        () => ({
          body: event(),
          headers: paymongoSignature(event(), office.now(), { mode: 'live', secret: 'whsk_other' }),
        }),
      ],
      [
        'signed in the other mode',
        () => ({ body: event(), headers: paymongoSignature(event(), office.now(), { mode: 'test', secret }) }),
      ],
      ['of the other mode', () => signed(event({ livemode: false }))],
      ['whose bytes were changed', () => ({ ...signed(event()), body: event({ more: 1 }) })],
      ['from three hours ago', () => signed(event(), new Date(office.now().getTime() - 3 * 3_600_000 - 1_000))],
      ['from the future', () => signed(event(), new Date(office.now().getTime() + 302_000))],
    ])('%s is refused', async (_what, told) => {
      expect(await office.tell(told())).toBe(401);
    });

    test('as old as PayMongo’s last try is accepted', async () => {
      expect(await office.tell(signed(event(), new Date(office.now().getTime() - 136.5 * 60_000)))).toBe(200);
    });

    test('of more than 256 KiB is refused', async () => {
      const url = `/payments/paymongo/${organization()}/webhooks`;
      const post = (bytes: number) => office.inject({ method: 'POST', url, payload: 'x'.repeat(bytes) });
      expect((await post(262_144)).statusCode).toBe(401);
      expect(await post(262_145)).toMatchObject({ statusCode: 400, body: expect.stringContaining('at most 256 KiB') });
    });

    test('for an organization without an account is refused like a forged one; unknown addresses are 404', async () => {
      expect(await office.tell(signed(event()), '0190a000-0000-7000-8000-000000000000')).toBe(401);
      expect(await office.tell(signed(event()), 'x')).toBe(404);
      const post = (url: string) =>
        office.inject({ method: 'POST', url, payload: event(), headers: signed(event()).headers });
      expect((await post(`/payments/sandbox/${organization()}/webhooks`)).statusCode).toBe(404);
      expect((await post(`/payments/stripe/${organization()}/webhooks`)).statusCode).toBe(404);
    });

    test('is answered 503 if PayMongo cannot be reached, so it is sent again', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId);
      office.standIn.misbehave((call) => (call === 'read' ? 'error before' : undefined));
      expect(await office.standIn.deliver()).toEqual([503, 503]);
      expect(await state(paying)).toMatchObject({ status: 'open' });
      office.standIn.behave();
      office.wait(2);
      expect(await office.standIn.deliver()).toEqual([200, 200]);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });
  });
});
