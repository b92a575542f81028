import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { answerCheckout } from '../../src/checkouts/answer-checkout.ts';
import { parseCheckoutCode } from '../../src/checkouts/checkout.ts';
import { useBoxOffice } from '../fixtures/box-office.ts';
import type { Page } from '../readers/browser.ts';

const WORDS = 'I have read the house rules.\nNo bottles, no cameras.';

const office = await useBoxOffice();

describe('consent_text of an event', () => {
  const read = async (id: string) => (await office.call<Record<string, unknown>>('GET', `/events/${id}`)).data;
  const change = (id: string, fields: object) => office.call<Record<string, unknown>>('PUT', `/events/${id}`, fields);
  const box = (page: Page) => page.forms[0]?.fields.find(({ name }) => name === 'consent');
  const ticked = (page: Page) => ({ consent: box(page)?.value ?? '' });
  const consentOf = async (checkoutId: string) => {
    const { order_id } = await office.stateOf(checkoutId);
    return (await office.call<Record<string, unknown>>('GET', `/orders/${order_id}`)).data.consent;
  };

  describe('in the API', () => {
    test('is null by default, and then the page asks for no consent', async () => {
      const event = await office.event();
      expect(await read(event.id)).toMatchObject({ consent_text: null });
      const page = await office.browser.open((await office.checkout(event)).checkout_url);
      expect(page.forms[0]?.fields.map(({ name }) => name)).not.toContain('consent');
      const { checkoutId } = await office.buy(event);
      expect(await consentOf(checkoutId)).toBeNull();
    });

    test.each([
      ['as it was sent', WORDS, WORDS],
      [
        'without markup',
        '<b>I agree</b> to <a href="https://a.example">the rules</a><script>x()</script>',
        'I agree to the rules',
      ],
      [
        'what only looks like markup',
        'Age < 18: ask <ana@example.com> & "us"',
        'Age < 18: ask <ana@example.com> & "us"',
      ],
      ['nothing, when nothing is left of it', ' <p> </p>\n', null],
      ['nothing for an empty text', '', null],
      ['nothing for null', null, null],
    ])('shows it %s', async (_how, consent_text, shown) => {
      const event = await office.event({ consent_text: 'Before' });
      expect((await change(event.id, { consent_text })).data).toMatchObject({ consent_text: shown });
      expect(await read(event.id)).toMatchObject({ consent_text: shown });
    });

    test('refuses a text that is too long, with the limit', async () => {
      const event = await office.event({ consent_text: 'x'.repeat(2_000) });
      expect(await change(event.id, { consent_text: 'x'.repeat(2_001) })).toMatchObject({
        status: 400,
        code: 'invalid_field',
        message: 'consent_text must be a string of at most 2,000 characters',
      });
    });

    test('sends one notification of a change, with the field’s name', async () => {
      const event = await office.event({ consent_text: WORDS });
      await change(event.id, { consent_text: `<i>${WORDS}</i>` });
      await change(event.id, { consent_text: 'Other' });
      const told = (await office.notifications('event.updated'))
        .filter(({ data }) => data.event_id === event.id)
        .map(({ data }) => data.changed);
      // Publishing sent a notification, too; notifications of the same moment have no order.
      expect(told.filter((changed) => isDeepStrictEqual(changed, ['consent_text']))).toHaveLength(1);
    });
  });

  describe('on the page', () => {
    test('is a checkbox with the text, before the button', async () => {
      const event = await office.event({ consent_text: 'Age < 18: "ask" <ana@example.com>' });
      const page = await office.browser.open((await office.checkout(event)).checkout_url);
      expect(box(page)).toMatchObject({ type: 'checkbox', checked: false, label: 'Age < 18: "ask" <ana@example.com>' });
      expect(page.html.indexOf('name="consent"')).toBeLessThan(page.html.indexOf('>Pay ₱'));
      expect(page.html).not.toContain('<ana@');
    });

    test('not ticked: no payment starts, and the error is beside the box', async () => {
      const attempts = await office.count('payment_attempts');
      const checkout = await office.checkout(await office.event({ consent_text: WORDS }));
      const page = await office.pay(checkout, 'MAYA');
      expect(page).toMatchObject({ status: 400, url: `${checkout.checkout_url}/pay` });
      expect(page.html).toMatch(/aria-invalid="true" aria-describedby="consent_error"/);
      expect(page.html).toMatch(/<p id="consent_error" class="wrong">Please tick the box/);
      expect(page.forms[0]?.fields.find(({ checked, type }) => type === 'radio' && checked)?.value).toBe('MAYA');
      expect(await office.count('payment_attempts')).toBe(attempts);
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open', order_id: null });
      // From that very page.
      const provider = await office.browser.submit(page, { fields: ticked(page) });
      await office.browser.submit(provider, { press: 'authorize' });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    });

    test('ticked: the order has the text and the time', async () => {
      const event = await office.event({ consent_text: WORDS });
      const checkout = await office.checkout(event);
      office.wait(60);
      const given_at = office.now().toISOString();
      const page = await office.browser.open(checkout.checkout_url);
      const provider = await office.browser.submit(page, { fields: ticked(page) });
      office.wait(60);
      await office.browser.submit(provider, { press: 'authorize' });
      await change(event.id, { consent_text: 'Later words' });
      expect(await consentOf(checkout.checkout_id)).toEqual({ text: WORDS, given_at });
    });

    test('is required for free tickets, too', async () => {
      const checkout = await office.checkout(await office.event({ price: 0, consent_text: WORDS }));
      const refused = await office.pay(checkout);
      expect(refused).toMatchObject({ status: 400 });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
      await office.browser.submit(refused, { fields: ticked(refused) });
      expect(await consentOf(checkout.checkout_id)).toMatchObject({ text: WORDS });
    });

    test('of another tab, after the order was completed, changes nothing', async () => {
      const event = await office.event({ price: 0, consent_text: WORDS });
      const checkout = await office.checkout(event);
      const page = await office.browser.open(checkout.checkout_url);
      await office.browser.submit(page, { fields: ticked(page) });
      const late = {
        ...{ organizationId: office.organizationId, eventId: event.id, quantity: 1, now: office.now() },
        checkoutId: parseCheckoutCode(checkout.checkout_id)?.id ?? '',
        ...{ attendees: null, consent: 'Later words', answers: null },
      };
      expect(await answerCheckout(office.db, late)).toBe(false);
      expect(await consentOf(checkout.checkout_id)).toMatchObject({ text: WORDS });
    });

    test('changed since the page was shown: asks again, because consent was to the old text', async () => {
      const event = await office.event({ price: 0, consent_text: WORDS });
      const checkout = await office.checkout(event);
      const page = await office.browser.open(checkout.checkout_url);
      await change(event.id, { consent_text: 'You sell us your soul.' });
      const refused = await office.browser.submit(page, { fields: ticked(page) });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain('This text has changed since you opened the page.');
      expect(box(refused)).toMatchObject({ checked: false, label: 'You sell us your soul.' });
      await office.browser.submit(refused, { fields: ticked(refused) });
      expect(await consentOf(checkout.checkout_id)).toMatchObject({ text: 'You sell us your soul.' });
    });

    test.each(['on', 'true', '<x>'])('a form with "%s" gives no consent', async (said) => {
      const checkout = await office.checkout(await office.event({ price: 0, consent_text: WORDS }));
      const { statusCode } = await office.inject({
        method: 'POST',
        url: `${new URL(checkout.checkout_url).pathname}/pay`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ consent: said }).toString(),
      });
      expect(statusCode).toBe(400);
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
    });

    test('stays ticked after entering a code and after a failed payment', async () => {
      const event = await office.event({ consent_text: WORDS });
      await office.call('POST', '/promo-codes', {
        event_id: event.id,
        code: 'EARLY',
        discount_type: 'fixed_amount',
        discount_amount: 50,
      });
      const checkout = await office.checkout(event);
      const page = await office.browser.open(checkout.checkout_url);
      const fields = { ...ticked(page), payment_method: 'GRABPAY' };
      const wrong = await office.browser.submit(page, { press: 'Apply', fields: { ...fields, promo_code: 'NOPE' } });
      expect(wrong).toMatchObject({ status: 409 });
      expect(wrong.text).toContain('Promo code NOPE is not known for this event');
      const right = await office.browser.submit(wrong, { press: 'Apply', fields: { promo_code: 'EARLY' } });
      expect(right).toMatchObject({ status: 200 });
      expect(right.text).toContain('Pay ₱450.00');
      expect(box(right)?.checked).toBe(true);
      const provider = await office.browser.submit(right);
      expect(provider.text).toContain('GrabPay');
      const failed = await office.browser.submit(provider, { press: 'fail' });
      expect(failed.text).toContain('Your payment did not go through');
      expect(box(failed)?.checked).toBe(true);
    });

    test('applies a typed code before payment', async () => {
      const event = await office.event({ consent_text: WORDS });
      await office.call('POST', '/promo-codes', {
        event_id: event.id,
        code: 'EARLY',
        discount_type: 'fixed_amount',
        discount_amount: 50,
      });
      const checkout = await office.checkout(event);
      const page = await office.browser.open(checkout.checkout_url);
      const applied = await office.browser.submit(page, { fields: { ...ticked(page), promo_code: 'early' } });
      expect(applied.text).toContain('Pay ₱450.00');
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open', discount: 50 });
    });
  });
});
