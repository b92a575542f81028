import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOLD_SECONDS, SUCCESS_URL } from '../fixtures/box-office.ts';
import { type MoneyOffice, openPaymongoOffice } from './money-office.ts';
import { PAYMONGO_KEYS, type PaymongoStandIn, paymongoSignature } from './paymongo-stand-in.ts';

describe('paying with PayMongo', () => {
  let office: MoneyOffice<PaymongoStandIn>;
  beforeAll(async () => {
    office = await openPaymongoOffice({ providerTimeoutMs: 3_000 });
  });
  afterEach(async () => {
    office.standIn.behave();
    office.standIn.refunds('pending');
    await office.quieten();
    await office.everyPesoIsAccountedFor();
  });
  afterAll(() => office.close());

  const state = async ({ checkout }: { checkout: { checkout_id: string } }) => office.stateOf(checkout.checkout_id);

  describe('asks PayMongo for a session', () => {
    test('with the whole price, one way to pay, and our own addresses to come back to', async () => {
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

    test('with what it is for cut to what is taken, and never within a character', async () => {
      const event = await office.event({ title: `A${'🎪'.repeat(150)}` });
      const paying = await office.pressFor(event, {}, 'GCASH');
      const description = String(office.standIn.requestOf(paying.sessionId).description);
      expect(description).toHaveLength(255);
      expect(description.isWellFormed()).toBe(true);
    });

    test('with every bank that takes the amount', async () => {
      const event = await office.event({ price: 60_000 });
      const { sessionId } = await office.pressFor(event, {}, 'BANK_TRANSFER');
      expect(office.standIn.requestOf(sessionId)).toMatchObject({ payment_method_types: ['dob_ubp'] });
    });

    test('and shows the buyer that it did not answer, with the hold intact', async () => {
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

    test('and shows the buyer that it was refused', async () => {
      const checkout = await office.checkout(await office.event());
      const [gcash] = office.standIn.capabilities.splice(office.standIn.capabilities.indexOf('gcash'), 1);
      const page = await office.pay(checkout, 'GCASH');
      office.standIn.capabilities.push(gcash ?? '');
      expect(page.text).toContain('did not accept this payment. Please choose another payment method.');
      expect((await office.press(checkout, 'CARD')).sessionId).toMatch(/^cs_/);
    });
  });

  describe('is an order once it is paid, told', () => {
    test('by the buyer’s return', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId, { quietly: true });
      const { url } = await office.comeBack(paying);
      expect(url.startsWith(SUCCESS_URL)).toBe(true);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('by PayMongo’s notice, twice over for one payment', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId);
      expect(await office.standIn.deliver()).toEqual([200, 200]);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('by the reconciler, to a buyer who closed the browser, when no notice comes', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId, { quietly: true });
      office.wait(60);
      await office.followPayments();
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('by a notice of a session whose answer never reached us', async () => {
      const checkout = await office.checkout(await office.event());
      office.standIn.failOnce('create', 'cut after');
      expect((await office.pay(checkout, 'GCASH')).text).toContain('did not answer');
      office.standIn.pay(office.standIn.newestSession());
      expect(await office.standIn.deliver()).toEqual([200, 200]);
      expect(await state({ checkout })).toMatchObject({ status: 'completed' });
    });

    test('and the order says how it was paid and when', async () => {
      const event = await office.event({ price: 120 });
      const { orderId } = await office.buyFor(event, { quantity: 2 });
      const { data } = await office.call<{ orders: object[] }>('GET', `/orders/${orderId}`);
      expect(data).toMatchObject({ payment_method: 'GCASH', total_amount: 240, status: 'paid' });
    });
  });

  describe('is not an order', () => {
    test('as long as the buyer only began, and nothing is released meanwhile', async () => {
      const event = await office.event({ capacity: 1 });
      const paying = await office.pressFor(event);
      office.standIn.begin(paying.sessionId);
      const page = await office.comeBack(paying);
      expect(page.text).toContain('Confirming your payment');
      expect(await state(paying)).toMatchObject({ status: 'open' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    });

    test('after the wallet declined: the buyer who gives up there chooses another way', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.begin(paying.sessionId);
      office.standIn.decline(paying.sessionId);
      expect(await office.standIn.deliver()).toEqual([200]);
      const page = await office.comeBack(paying, true);
      expect(page).toMatchObject({ status: 200, url: paying.checkout.checkout_url });
      expect(page.forms[0]?.fields.map(({ value }) => value)).toContain('MAYA');
    });

    test('when the reference is another’s', async () => {
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

    test.each([{ livemode: false }, { currency: 'USD' }])('when PayMongo shows %o', async (shown) => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId);
      office.standIn.show(shown);
      // SentWebhook again it would be the same: PayMongo is not asked to.
      expect(await office.standIn.deliver()).toEqual([200, 200]);
      expect((await office.comeBack(paying)).text).toContain('Confirming your payment');
      expect(await state(paying)).toMatchObject({ status: 'open' });
      office.standIn.show({});
    });

    test('but sent back in full when the amount is another one', async () => {
      const paying = await office.pressFor(await office.event({ price: 500 }));
      office.standIn.pay(paying.sessionId, { amountCentavos: 49_900 });
      await office.standIn.deliver();
      expect(await state(paying)).toMatchObject({ status: 'open', order_id: null });
      expect((await office.refunds()).at(-1)).toMatchObject({ amountCentavos: 49_900 });
    });
  });

  describe('money that a bank is moving', () => {
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

  describe('a notice', () => {
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
    const { noticeSecret: secret } = PAYMONGO_KEYS.live;
    const signed = (body: Buffer, now = office.now()) => ({
      body,
      headers: paymongoSignature(body, now, { mode: 'live', secret }),
    });

    test('that PayMongo signed and that is about nothing of ours is taken', async () => {
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

    test('that is as old as PayMongo’s last try is taken', async () => {
      expect(await office.tell(signed(event(), new Date(office.now().getTime() - 136.5 * 60_000)))).toBe(200);
    });

    test('of more than 256 KiB is not read', async () => {
      const url = `/payments/paymongo/${organization()}/notices`;
      const post = (bytes: number) => office.inject({ method: 'POST', url, payload: 'x'.repeat(bytes) });
      expect((await post(262_144)).statusCode).toBe(401);
      expect(await post(262_145)).toMatchObject({ statusCode: 400, body: expect.stringContaining('at most 256 KiB') });
    });

    test('for an organization without an account there is refused like a false one; others are no addresses', async () => {
      expect(await office.tell(signed(event()), '0190a000-0000-7000-8000-000000000000')).toBe(401);
      expect(await office.tell(signed(event()), 'x')).toBe(404);
      const post = (url: string) =>
        office.inject({ method: 'POST', url, payload: event(), headers: signed(event()).headers });
      expect((await post(`/payments/sandbox/${organization()}/notices`)).statusCode).toBe(404);
      expect((await post(`/payments/stripe/${organization()}/notices`)).statusCode).toBe(404);
    });

    test('is told again when PayMongo could not be asked', async () => {
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
