import { describe, expect, test } from 'vitest';
import { listAttemptsUnderWay } from '../../src/sales/payment/queries.ts';
import { settleAttempt } from '../../src/sales/payment/settle-attempt.ts';
import { MOST_PROMO_TRIES } from '../../src/sales/refusals.ts';
import { parsePublicId } from '../../src/values/public-id.ts';
import { CUSTOMER, HOLD_SECONDS, PUBLIC_URL } from '../fixtures/box-office.ts';
import { usePromoCodeShop } from '../fixtures/promo-code-words.ts';

const shop = await usePromoCodeShop();

describe('a promo code on the hosted checkout page', () => {
  const post = (checkout: { checkout_url: string }, payload: string, where = 'promo') =>
    shop.office.app.inject({
      method: 'POST',
      url: `${checkout.checkout_url.replace(PUBLIC_URL, '')}/${where}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  /** How many more checkouts can use the code now. The limit is 1 by default. */
  const isFree = async () => typeof (await shop.words.ask(shop.event, 'EARLY')) !== 'string';

  test('has a labelled field and a button of its own in the form that pays', async () => {
    await shop.start();
    const { forms } = await shop.office.browser.open((await shop.office.checkout(shop.event)).checkout_url);
    expect(forms.map(({ action }) => action.split('/').at(-1))).toEqual(['pay', 'cancel']);
    expect(forms[0]?.buttons).toContainEqual(
      expect.objectContaining({ text: 'Apply', action: expect.stringMatching(/\/promo$/) }),
    );
    expect(forms[0]?.fields).toContainEqual(expect.objectContaining({ name: 'promo_code', value: '' }));
    const { html } = await shop.office.browser.open((await shop.office.checkout(shop.event)).checkout_url);
    expect(html).toContain('<label for="promo_code">Promo code</label>');
  });

  test('is found, sent and applied by a program that does not know the attribute "form"', async () => {
    await shop.start();
    const checkout = await shop.office.checkout(shop.event);
    const { html } = await shop.office.browser.open(checkout.checkout_url);
    const [form = '', ...others] = (html.match(/<form\b[\s\S]*?<\/form>/g) ?? []).filter((one) =>
      one.includes('promo_code'),
    );
    expect(others).toEqual([]);
    const [, action = ''] = /^<form method="post" action="[^"]*\/(\w+)">/.exec(form) ?? [];
    expect((await post(checkout, 'promo_code=EARLY', action)).statusCode).toBe(303);
    expect((await shop.office.browser.open(checkout.checkout_url)).text).toContain('Discount (EARLY)');
    // The first button that says so submits what the buyer came for.
    expect(html.match(/<button\b[^>]*type="submit"[^>]*>/)?.[0]).toContain('class="pay"');
  });

  test('typed with Ñ as one character or as N and a tilde is the same code', async () => {
    await shop.start();
    await shop.words.code(shop.event, { code: 'PI\u00d1A' });
    const page = await shop.words.enterOn(await shop.office.checkout(shop.event), 'pin\u0303a');
    expect(page.text).toContain('Discount (PI\u00d1A)');
  });

  test.each(['promo', 'pay'])('that the database cannot store is unknown like any other, on /%s', async (where) => {
    const checkout = await shop.office.checkout(await shop.office.event({ consent_text: 'I agree.' }));
    const answer = await post(checkout, 'promo_code=a%00b&payment_method=CARD', where);
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain('is not known for this event');
  });

  test.each(['EARLY', 'early', '  eArLy\t'])('typed as "%s" takes the discount off', async (typed) => {
    await shop.start();
    const checkout = await shop.office.checkout(shop.event, { quantity: 3 });
    const page = await shop.words.enterOn(checkout, typed);
    expect(page).toMatchObject({ status: 200, url: expect.stringContaining(checkout.checkout_url) });
    for (const shown of ['Discount (EARLY)', '−₱30.00', 'Pay ₱270.00']) expect(page.text).toContain(shown);
    expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({
      subtotal: 300,
      discount: 30,
      total_amount: 270,
    });
    const { url } = await shop.office.browser.submit(await shop.office.pay(checkout, 'CARD'), { press: 'authorize' });
    expect(url).toContain('order_id=');
    expect(await shop.words.read(shop.promo)).toMatchObject({ usage_count: 1 });
  });

  test(`can be tried ${MOST_PROMO_TRIES} times at most, and the last accepted code stays`, async () => {
    await shop.start();
    const checkout = await shop.office.checkout(shop.event);
    await shop.words.enterOn(checkout, 'EARLY');
    for (let tried = 1; tried < MOST_PROMO_TRIES; tried++)
      expect((await post(checkout, `promo_code=GUESS${tried}`)).statusCode).toBe(409);
    const { statusCode, body } = await post(checkout, 'promo_code=GUESS20');
    expect(statusCode).toBe(409);
    expect(body).toContain('Too many promo codes were tried. Pay without one, or start a new order.');
    expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ discount: 10 });
    expect((await shop.words.enterOn(await shop.office.checkout(shop.event), 'GUESS')).text).toContain('is not known');
  });

  test('replaces the first, which gets its use back', async () => {
    await shop.start({ usage_limit: 1 });
    await shop.words.code(shop.event, { code: 'HALF', discount_amount: 50 });
    const checkout = await shop.office.checkout(shop.event, { promo_code: 'EARLY' });
    expect(await isFree()).toBe(false);
    const page = await shop.words.enterOn(checkout, 'half');
    expect(page.text).toContain('Discount (HALF)');
    expect(page.text).toContain('Another promo code');
    expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ discount: 50, total_amount: 50 });
    expect(await isFree()).toBe(true);
  });

  test('does not count a payment again that was refunded for another total', async () => {
    await shop.start();
    await shop.words.code(shop.event, { code: 'HALF', discount_amount: 50 });
    const checkout = await shop.office.checkout(shop.event, { promo_code: 'EARLY' });
    await shop.office.pay(checkout, 'MAYA');
    const { id = '' } = parsePublicId(checkout.checkout_id.replace('cs_', '')) ?? {};
    const [attempt] = await listAttemptsUnderWay(shop.office.db, shop.office.organizationId, id);
    if (!attempt) throw new Error('nobody pressed Pay');
    const now = shop.office.now();
    const payments = [{ id: 'late', amountCentavos: 9_000, paidAt: now }];
    const session = { status: 'paid', failureReason: null, expiresAt: now, payments } as const;
    const told = () => settleAttempt(shop.office.db, { attempt, session, holdSeconds: HOLD_SECONDS, now });
    await shop.words.enterOn(checkout, 'HALF');
    await told();
    await shop.words.enterOn(checkout, 'EARLY');
    await told();
    expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open', total_amount: 90 });
    expect((await shop.office.refunds()).map(({ amountCentavos }) => amountCentavos)).toEqual([9_000]);
  });

  test('can be entered again by the checkout that holds its last use', async () => {
    await shop.start({ usage_limit: 1 });
    const checkout = await shop.office.checkout(shop.event, { promo_code: 'EARLY' });
    expect(await shop.words.enterOn(checkout, 'early')).toMatchObject({ status: 200 });
    expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ discount: 10 });
  });

  test('that cannot be used shows the reason and the typed code; the code before stays', async () => {
    await shop.start();
    await shop.words.code(shop.event, { code: 'SPENT', usage_limit: 1 });
    await shop.office.checkout(shop.event, { promo_code: 'SPENT' });
    const checkout = await shop.office.checkout(shop.event, { promo_code: 'EARLY' });
    for (const [typed, reason] of [
      ['spent', 'Promo code SPENT has been used up'],
      ['<b>"nope"</b>', 'Promo code <B>"NOPE"</B> is not known for this event'],
    ] as const) {
      const page = await shop.words.enterOn(checkout, typed);
      expect(page.status).toBe(409);
      expect(page.text).toContain(reason);
      expect(page.html).not.toContain('<B>');
      const field = page.forms.flatMap(({ fields }) => fields).find(({ name }) => name === 'promo_code');
      expect(field?.value).toBe(typed);
      expect(page.html).toMatch(/aria-invalid="true" aria-describedby="promo_error"/);
      expect(page.text).toContain('Discount (EARLY)');
    }
    expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ discount: 10, total_amount: 90 });
  });

  test('is accepted from the page of a refusal', async () => {
    await shop.start();
    const refused = await shop.words.enterOn(await shop.office.checkout(shop.event), 'EARLIER');
    expect((await shop.words.enter(refused, 'EARLY')).text).toContain('Discount (EARLY)');
  });

  test.each(['', 'promo_code=', 'promo_code=+++', 'promo_code=EARLY&promo_code=HALF', 'other=1'])(
    'a form that says "%s" changes nothing and shows the page again',
    async (payload) => {
      await shop.start();
      const checkout = await shop.office.checkout(shop.event);
      const response = await post(checkout, payload);
      expect(response).toMatchObject({ statusCode: 303 });
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ discount: 0 });
    },
  );

  test('of another event is not known', async () => {
    await shop.start();
    const other = await shop.office.event();
    const page = await shop.words.enterOn(await shop.office.checkout(other), 'EARLY');
    expect(page.text).toContain('Promo code EARLY is not known for this event');
  });

  test('of the full price makes the checkout free: confirmed on the page, without a payment', async () => {
    await shop.start({ discount_amount: 100 });
    const checkout = await shop.office.checkout(shop.event, { quantity: 2 });
    const page = await shop.words.enterOn(checkout, 'EARLY');
    expect(page.text).toContain('There is nothing to pay.');
    expect(page.text).toContain('Get my tickets');
    expect(page.text).not.toContain('How would you like to pay?');
    const payments = await shop.office.count('payments');
    const { url } = await shop.office.browser.submit(page);
    expect(url).toContain('order_id=');
    const { order_id, ticket_ids } = await shop.office.stateOf(checkout.checkout_id);
    expect((await shop.office.call('GET', `/orders/${order_id}`)).data).toMatchObject({
      customer: CUSTOMER,
      subtotal: 200,
      discount: 200,
      total_amount: 0,
      payment_method: 'FREE',
    });
    expect(await shop.words.ticketAmounts(ticket_ids)).toEqual([0, 0]);
    expect(await shop.office.count('payments')).toBe(payments);
    expect(await shop.words.read(shop.promo)).toMatchObject({ usage_count: 1 });
  });

  describe('while a payment is in progress', () => {
    test('closes it first, so the provider’s page cannot take the old total', async () => {
      await shop.start();
      const checkout = await shop.office.checkout(shop.event);
      const sandbox = await shop.office.pay(checkout, 'GCASH');
      expect((await shop.words.enterOn(checkout, 'EARLY')).text).toContain('Pay ₱90.00');
      const payments = await shop.office.count('payments');
      await shop.office.browser.submit(sandbox, { press: 'authorize' });
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open', total_amount: 90 });
      expect(await shop.office.count('payments')).toBe(payments);
      await shop.office.browser.submit(await shop.office.pay(checkout, 'GCASH'), { press: 'authorize' });
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed', total_amount: 90 });
    });

    test.each(['en', 'fil'])(
      'completes the checkout for the old total if it was paid at that moment (%s)',
      async (language) => {
        await shop.start();
        const checkout = await shop.office.checkout(shop.event, { language });
        const stale = await shop.office.browser.open(checkout.checkout_url);
        const sandbox = await shop.office.pay(checkout, 'GCASH');
        shop.office.failing.add('readSession');
        await shop.office.browser.submit(sandbox, { press: 'authorize' });
        shop.office.failing.clear();
        const { url } = await shop.words.enter(stale, 'EARLY');
        expect(url).toContain('order_id=');
        expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({
          status: 'completed',
          total_amount: 100,
        });
        expect(await shop.words.read(shop.promo)).toMatchObject({ usage_count: 0 });
      },
    );

    test('keeps the old total and says so if it cannot be closed', async () => {
      await shop.start();
      const checkout = await shop.office.checkout(shop.event);
      const sandbox = await shop.office.pay(checkout, 'GCASH');
      const stale = await shop.office.browser.open(checkout.checkout_url);
      shop.office.failing.add('closeSession');
      expect((await shop.words.enter(stale, 'EARLY')).status).toBeGreaterThanOrEqual(500);
      shop.office.failing.clear();
      await shop.office.browser.submit(sandbox, { press: 'authorize' });
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed', total_amount: 100 });
    });

    test('keeps the old total if a transfer is on its way', async () => {
      await shop.start();
      const checkout = await shop.office.checkout(shop.event);
      const stale = await shop.office.browser.open(checkout.checkout_url);
      await shop.office.browser.submit(await shop.office.pay(checkout, 'BANK_TRANSFER'), { press: 'pending' });
      expect((await shop.words.enter(stale, 'EARLY')).text).toContain('Waiting for your payment');
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({
        status: 'processing',
        total_amount: 100,
      });
    });

    test('after the hold would have ended: closes it, and the page says that the time is over', async () => {
      await shop.start();
      const checkout = await shop.office.checkout(shop.event);
      await shop.office.pay(checkout, 'GCASH');
      const stale = await shop.office.browser.open(checkout.checkout_url);
      shop.office.wait(HOLD_SECONDS);
      expect(await shop.words.enter(stale, 'EARLY')).toMatchObject({ status: 410, forms: [] });
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', discount: 0 });
    });
  });

  test('answers 410 from expires_at on', async () => {
    await shop.start();
    const checkout = await shop.office.checkout(shop.event);
    const stale = await shop.office.browser.open(checkout.checkout_url);
    shop.office.wait(HOLD_SECONDS);
    expect(await shop.words.enter(stale, 'EARLY')).toMatchObject({ status: 410, forms: [] });
    expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', discount: 0 });
  });

  test('answers a 404 page for an unknown checkout', async () => {
    const nowhere = { checkout_url: `${PUBLIC_URL}/c/cs_${'A'.repeat(43)}` };
    expect(await post(nowhere, 'promo_code=EARLY')).toMatchObject({ statusCode: 404 });
  });
});
