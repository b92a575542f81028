import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOLD_SECONDS, SUCCESS_URL } from '../fixtures/box-office.ts';
import { type MoneyOffice, openXenditOffice } from './money-office.ts';
import { XENDIT_KEYS, type XenditStandIn } from './xendit-stand-in.ts';

describe('paying with Xendit', () => {
  let office: MoneyOffice<XenditStandIn>;
  beforeAll(async () => {
    office = await openXenditOffice();
  });
  afterEach(async () => {
    office.standIn.behave();
    await office.quieten();
    await office.everyPesoIsAccountedFor();
  });
  afterAll(() => office.close());

  const state = ({ checkout }: { checkout: { checkout_id: string } }) => office.stateOf(checkout.checkout_id);

  describe('creates a session at Xendit', () => {
    test('in pesos, with one payment method, until the hold ends, with our own return addresses', async () => {
      const event = await office.event({ price: 250.5, title: 'Night Market' });
      const paying = await office.pressFor(event, { quantity: 2 }, 'MAYA');
      const { attemptId, checkout } = paying;
      expect(office.standIn.requestOf(paying.sessionId)).toEqual({
        reference_id: attemptId,
        session_type: 'PAY',
        mode: 'PAYMENT_LINK',
        capture_method: 'AUTOMATIC',
        amount: 501,
        currency: 'PHP',
        country: 'PH',
        locale: 'en',
        description: '2 × General Admission, Night Market',
        customer: {
          reference_id: attemptId,
          type: 'INDIVIDUAL',
          email: 'ana@example.com',
          individual_detail: { given_names: 'Ana Reyes' },
        },
        items: [
          {
            reference_id: attemptId,
            type: 'DIGITAL_SERVICE',
            category: 'TICKETS',
            name: '2 × General Admission, Night Market',
            net_unit_amount: 501,
            quantity: 1,
            currency: 'PHP',
          },
        ],
        allowed_payment_channels: ['PAYMAYA'],
        expires_at: new Date(office.now().getTime() + HOLD_SECONDS * 1_000).toISOString(),
        success_return_url: expect.stringMatching(new RegExp(`^${checkout.checkout_url}/return/`)),
        cancel_return_url: expect.stringMatching(/\?cancelled=1$/),
        metadata: { attempt_id: attemptId },
      });
    });

    test('with a description cut to the maximum, never within a character', async () => {
      const event = await office.event({ title: `A${'🎪'.repeat(150)}` });
      const paying = await office.pressFor(event, {}, 'GCASH');
      const description = String(office.standIn.requestOf(paying.sessionId).description);
      expect(description).toHaveLength(255);
      expect(description.isWellFormed()).toBe(true);
    });

    test('of at least ten minutes, even if the hold ends sooner', async () => {
      const checkout = await office.checkout(await office.event());
      office.wait(HOLD_SECONDS - 60);
      const paying = await office.press(checkout);
      const { expires_at } = office.standIn.requestOf(paying.sessionId);
      expect(Date.parse(String(expires_at)) - office.now().getTime()).toBe(660_000);
    });

    test('and does not offer QR Ph, which cannot be refunded', async () => {
      const checkout = await office.checkout(await office.event());
      const page = await office.browser.open(checkout.checkout_url);
      const fields = page.forms[0]?.fields.filter(({ name }) => name === 'payment_method');
      const methods = fields?.map(({ value }) => value);
      expect(methods).toEqual(['GCASH', 'MAYA', 'GRABPAY', 'CARD', 'BANK_TRANSFER']);
    });
  });

  describe('becomes an order once it is paid', () => {
    test('by the buyer’s return, by a notification of the session or of the payment', async () => {
      const event = await office.event();
      const back = await office.pressFor(event);
      office.standIn.pay(back.sessionId, { quietly: true });
      expect((await office.comeBack(back)).url.startsWith(SUCCESS_URL)).toBe(true);
      for (const which of [0, 1]) {
        const paying = await office.pressFor(event);
        office.standIn.pay(paying.sessionId);
        expect(await office.standIn.deliver((due) => due.slice(which, which + 1))).toEqual([200]);
        expect(await state(paying)).toMatchObject({ status: 'completed' });
        office.standIn.clearWebhooks();
      }
    });

    test('in the wallet after the session was cancelled, even if the session does not name the payment', async () => {
      const event = await office.event();
      const paying = await office.pressFor(event);
      office.standIn.begin(paying.sessionId);
      office.wait(HOLD_SECONDS);
      await office.followPayments();
      await office.sweep();
      expect(await state(paying)).toMatchObject({ status: 'expired' });
      office.standIn.pay(paying.sessionId, { quietly: true });
      office.wait(HOLD_SECONDS);
      await office.followPayments();
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('and keeps its places during a bank transfer', async () => {
      const event = await office.event({ capacity: 1 });
      const paying = await office.pressFor(event, {}, 'BANK_TRANSFER');
      office.standIn.process(paying.sessionId);
      expect((await office.comeBack(paying)).text).toContain('Waiting for your payment');
      office.wait(HOLD_SECONDS + 60);
      await office.followPayments();
      await office.sweep();
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
      office.standIn.pay(paying.sessionId);
      await office.standIn.deliver();
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('but not in another currency or with another amount, which is refunded', async () => {
      const event = await office.event({ price: 500 });
      const [dollars, less] = [await office.pressFor(event), await office.pressFor(event)];
      office.standIn.pay(dollars.sessionId);
      office.standIn.showCurrency('USD');
      expect(await office.standIn.deliver()).toEqual([200, 200]);
      expect((await office.comeBack(dollars)).text).toContain('Confirming your payment');
      office.standIn.showCurrency('PHP');
      office.standIn.pay(less.sessionId, { amountCentavos: 49_999 });
      await office.standIn.deliver();
      expect(await state(less)).toMatchObject({ status: 'open', order_id: null });
      expect((await office.refunds()).at(-1)).toMatchObject({ amountCentavos: 49_999 });
    });

    test('but not if the session belongs to another payment', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId, { quietly: true });
      const request = office.standIn.requestOf(paying.sessionId);
      request.reference_id = '0190a000-0000-7000-8000-00000000dead';
      expect((await office.comeBack(paying)).text).toContain('Confirming your payment');
      expect(await state(paying)).toMatchObject({ status: 'open' });
      request.reference_id = paying.attemptId;
    });
  });

  describe('a notification', () => {
    const webhookBody = (data: object, event = 'payment.capture') =>
      Buffer.from(JSON.stringify({ event, business_id: 'x', created: 'x', data }));
    const proven = { 'x-callback-token': XENDIT_KEYS.live.webhookSecret };

    test.each<[string, Record<string, string>]>([
      ['without a token', {}],
      ['with an empty one', { 'x-callback-token': '' }],
      ['with another one', { 'x-callback-token': XENDIT_KEYS.test.webhookSecret }],
      ['with the beginning of it', { 'x-callback-token': XENDIT_KEYS.live.webhookSecret.slice(0, -1) }],
    ])('%s is refused', async (_what, headers) => {
      expect(await office.tell({ body: webhookBody({}), headers })).toBe(401);
    });

    test('about an unknown payment is accepted', async () => {
      for (const body of [
        webhookBody({ reference_id: 'INV-7' }),
        webhookBody({ reference_id: '0190a000-0000-7000-8000-00000000dead', payment_id: 'py-1' }),
        webhookBody({ reference_id: 'b2756a1e', status: 'SUCCEEDED' }, 'refund.succeeded'),
        webhookBody({}, 'payment_token.activation'),
        Buffer.from('[]'),
      ])
        expect(await office.tell({ body, headers: proven })).toBe(200);
    });

    test('with the token and false content buys nothing, because Xendit is asked', async () => {
      const event = await office.event();
      const [victim, other] = [await office.pressFor(event), await office.pressFor(event)];
      const { id } = office.standIn.pay(other.sessionId, { quietly: true });
      // The token leaked, and an attacker names another buyer's payment for their own attempt.
      const body = webhookBody({ reference_id: victim.attemptId, payment_id: id });
      expect(await office.tell({ body, headers: proven })).toBe(200);
      expect(await state(victim)).toMatchObject({ status: 'open' });
      const stolen = webhookBody({
        reference_id: victim.attemptId,
        payment_session_id: other.sessionId,
        payment_id: id,
      });
      expect(await office.tell({ body: stolen, headers: proven })).toBe(200);
      expect(await state(victim)).toMatchObject({ status: 'open' });
      expect(await office.comeBack(other)).toMatchObject({ url: expect.stringContaining('order_id=') });
    });

    test('of a refund is understood in both documented forms', async () => {
      const { orderId } = await office.buyFor(await office.event({ price: 100 }), { quantity: 2 });
      const refundOf = async () =>
        (await office.call<{ refunds: { id: string; status: string }[] }>('GET', `/orders/${orderId}`)).data.refunds[0];
      await office.call('POST', `/orders/${orderId}/refund`);
      await office.sendRefunds();
      office.standIn.settleRefunds('succeeded');
      office.standIn.clearWebhooks();
      const told = { reference_id: (await refundOf())?.id, status: 'SUCCEEDED' };
      const inner = { event: 'refund.succeeded', data: told };
      await office.tell({ body: webhookBody(inner, 'refund.succeeded'), headers: proven });
      await office.sendRefunds();
      expect(await refundOf()).toMatchObject({ status: 'succeeded' });
    });
  });
});
