import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS } from '../fixtures/box-office.ts';
import { type PromoCodeData, usePromoCodeShop } from '../fixtures/promo-code-words.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const shop = await usePromoCodeShop();

describe('PUT /promo-codes/{id}', () => {
  const put = (fields: object, id = shop.promo.id) =>
    shop.office.call<PromoCodeData>('PUT', `/promo-codes/${id}`, fields);

  describe('happy', () => {
    test('changes only the fields that are sent', async () => {
      await shop.start({ usage_limit: 9 });
      const { status, data } = await put({ discount_amount: 25 });
      expect({ status, data }).toEqual({ status: 200, data: { ...shop.promo, discount_amount: 25 } });
      expect(await shop.words.read(shop.promo)).toEqual(data);
    });

    test('changes every field', async () => {
      await shop.start();
      const sent = { code: 'Late', discount_type: 'fixed_amount', discount_amount: 33.33, usage_limit: 2 };
      const times = { starts_at: '2027-02-20T08:00:00', expires_at: '2027-02-21T00:00:00Z' };
      const { data } = await put({ ...sent, ...times, is_active: false });
      expect(data).toEqual({
        ...shop.promo,
        ...sent,
        code: 'LATE',
        starts_at: '2027-02-20T00:00:00.000Z',
        expires_at: '2027-02-21T00:00:00.000Z',
        is_active: false,
      });
    });

    test('changes nothing for an empty object or unknown fields, including event and count', async () => {
      await shop.start();
      const other = await shop.office.event();
      for (const body of [{}, { id: UNKNOWN_ID, event_id: other.id, usage_count: 99, held: 5 }])
        expect((await put(body)).data).toEqual(shop.promo);
    });

    test('clears limit and times with null, and resets is_active to true', async () => {
      await shop.start({ usage_limit: 1, starts_at: '2027-02-10T00:00:00Z', expires_at: '2027-02-11T00:00:00Z' });
      await put({ is_active: false });
      const cleared = { usage_limit: null, starts_at: null, expires_at: null };
      expect((await put({ ...cleared, is_active: null })).data).toEqual({ ...shop.promo, ...cleared, is_active: true });
    });

    test('makes buyers use the new code', async () => {
      await shop.start();
      await put({ code: 'renamed' });
      expect(await shop.words.ask(shop.event, 'EARLY')).toMatch(/not known/);
      expect(await shop.words.ask(shop.event, 'Renamed')).toMatchObject({ discount: 10 });
    });

    test('does not change the discount of a checkout that holds the code', async () => {
      await shop.start();
      const checkout = await shop.office.checkout(shop.event, { promo_code: 'early', quantity: 2 });
      await put({ discount_amount: 90, is_active: false });
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ discount: 20, total_amount: 180 });
      await shop.office.browser.submit(await shop.office.pay(checkout, 'CARD'), { press: 'authorize' });
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed', total_amount: 180 });
      expect((await shop.words.read(shop.promo)).usage_count).toBe(1);
    });

    test('accepts the current code in another case', async () => {
      await shop.start();
      expect((await put({ code: 'earlY' })).status).toBe(200);
    });

    test('can deactivate and rename an expired code', async () => {
      await shop.start({ expires_at: new Date(shop.office.now().getTime() + 1_000).toISOString() });
      shop.office.wait(1);
      expect(await put({ is_active: false, code: 'OVER' })).toMatchObject({ status: 200 });
    });
  });

  describe('409', () => {
    test('to a code that the event already has, changing nothing', async () => {
      await shop.start();
      await shop.words.code(shop.event, { code: 'TAKEN' });
      expect(await put({ code: 'taken', discount_amount: 50 })).toMatchObject({
        status: 409,
        code: 'promo_code_exists',
        message: 'Promo code TAKEN already exists',
      });
      expect(await shop.words.read(shop.promo)).toEqual(shop.promo);
    });

    test('to a limit below used and held, but not to one that equals them', async () => {
      await shop.start();
      await shop.office.buy(shop.event, { promo_code: 'early' });
      await shop.office.checkout(shop.event, { promo_code: 'early' });
      expect(await put({ usage_limit: 1 })).toMatchObject({
        status: 409,
        code: 'usage_limit_too_small',
        message: 'usage_limit cannot be below the 1 used and 1 held',
      });
      expect((await put({ usage_limit: 2 })).status).toBe(200);
      expect(await shop.words.ask(shop.event, 'early')).toBe('Promo code EARLY has been used up');
    });

    test('but not for expired holds, even before a task releases them', async () => {
      await shop.start();
      await shop.office.checkout(shop.event, { promo_code: 'early' });
      await shop.office.checkout(shop.event, { promo_code: 'early' });
      shop.office.wait(HOLD_SECONDS);
      expect(await put({ usage_limit: 1 })).toMatchObject({ status: 200, data: { usage_limit: 1 } });
      expect(await shop.words.ask(shop.event, 'early')).toMatchObject({ discount: 10 });
    });
  });

  describe('400', () => {
    test.each([
      [{ code: null }, 'code must be a string of 3 to 64 characters, printable, without spaces around it'],
      [{ code: 'AB' }, 'code must be a string of 3 to 64 characters, printable, without spaces around it'],
      [{ discount_type: null }, 'discount_type must be one of percentage, fixed_amount'],
      [{ discount_amount: null }, 'discount_amount must be a number from 0 to 10,000,000 with at most two decimals'],
      [{ discount_amount: 100.01 }, 'discount_amount must be a number from 0.01 to 100 for a percentage'],
      [{ usage_limit: 0 }, 'usage_limit must be an integer from 1 to 1,000,000,000'],
      [{ is_active: 'yes' }, 'is_active must be true or false'],
      [{ expires_at: '2027-01-31T00:00:00Z' }, 'expires_at must be in the future'],
      [
        { starts_at: '2027-12-05T00:00:00Z', expires_at: '2027-12-05T00:00:00Z' },
        'starts_at must be before expires_at',
      ],
    ])('to %j', async (fields, message) => {
      await shop.start();
      expect(await put(fields)).toMatchObject({ status: 400, message });
      expect(await shop.words.read(shop.promo)).toEqual(shop.promo);
    });

    test('to a start after the end that is stored', async () => {
      const expires_at = new Date(shop.office.now().getTime() + 86_400_000).toISOString();
      await shop.start({ expires_at });
      expect(await put({ starts_at: expires_at })).toMatchObject({
        status: 400,
        code: 'fields_out_of_order',
        message: 'starts_at must be before expires_at',
      });
    });

    test('to an end before the start that is stored', async () => {
      const starts_at = new Date(shop.office.now().getTime() + 86_400_000).toISOString();
      await shop.start({ starts_at });
      expect(await put({ expires_at: starts_at })).toMatchObject({
        status: 400,
        code: 'fields_out_of_order',
        message: 'expires_at must be after starts_at',
      });
    });

    test('to a start after the end of an expired code, but not to an earlier start', async () => {
      const expires_at = new Date(shop.office.now().getTime() + 1_000).toISOString();
      await shop.start({ expires_at });
      shop.office.wait(1);
      expect(await put({ starts_at: expires_at })).toMatchObject({
        status: 400,
        code: 'fields_out_of_order',
        message: 'starts_at must be before expires_at',
      });
      expect(await put({ expires_at })).toMatchObject({
        status: 400,
        code: 'time_not_in_future',
        message: 'expires_at must be in the future',
      });
      const earlier = new Date(shop.office.now().getTime() - 2_000).toISOString();
      expect(await put({ starts_at: earlier })).toMatchObject({
        status: 200,
        data: { starts_at: earlier, expires_at },
      });
    });

    test('to a change to percentage if the stored amount is over 100', async () => {
      await shop.start({ discount_type: 'fixed_amount', discount_amount: 150 });
      expect(await put({ discount_type: 'percentage' })).toMatchObject({ status: 400, code: 'percentage_too_large' });
      expect(await put({ discount_type: 'percentage', discount_amount: 15 })).toMatchObject({
        status: 200,
        data: { discount_type: 'percentage', discount_amount: 15 },
      });
    });

    test('to a malformed id', async () => {
      expect(await put({}, 'EARLY')).toMatchObject({
        status: 400,
        code: 'invalid_field',
        message: 'id must be a UUID',
      });
    });
  });

  test('answers 404 to an unknown one', async () => {
    expect(await put({ is_active: false }, UNKNOWN_ID)).toMatchObject({
      status: 404,
      code: 'promo_code_not_found',
      message: 'Promo code not found',
    });
  });
});
