import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, type EventOnSale, HOLD_SECONDS, openBoxOffice } from '../box-office.ts';
import { type PromoCodeData, promoCodeWords } from '../promo-code-words.ts';
import { UNKNOWN_ID } from '../test-service.ts';

describe('PUT /promo-codes/{id}', () => {
  let office: BoxOffice;
  let words: ReturnType<typeof promoCodeWords>;
  let event: EventOnSale;
  let promo: PromoCodeData;
  beforeAll(async () => {
    office = await openBoxOffice();
    words = promoCodeWords(office);
  });
  afterEach(() => office.booksBalance());
  afterAll(() => office.close());

  /** Every test has a code of its own. */
  async function start(fields: Record<string, unknown> = {}) {
    event = await office.event({ price: 100 });
    promo = await words.code(event, fields);
  }
  const put = (fields: object, id = promo.id) => office.call<PromoCodeData>('PUT', `/promo-codes/${id}`, fields);

  describe('happy', () => {
    test('changes what is sent and leaves the rest', async () => {
      await start({ usage_limit: 9 });
      const { status, data } = await put({ discount_amount: 25 });
      expect({ status, data }).toEqual({ status: 200, data: { ...promo, discount_amount: 25 } });
      expect(await words.read(promo)).toEqual(data);
    });

    test('changes everything', async () => {
      await start();
      const sent = { code: 'Late', discount_type: 'fixed_amount', discount_amount: 33.33, usage_limit: 2 };
      const times = { starts_at: '2027-02-20T08:00:00', expires_at: '2027-02-21T00:00:00Z' };
      const { data } = await put({ ...sent, ...times, is_active: false });
      expect(data).toEqual({
        ...promo,
        ...sent,
        code: 'LATE',
        starts_at: '2027-02-20T00:00:00.000Z',
        expires_at: '2027-02-21T00:00:00.000Z',
        is_active: false,
      });
    });

    test('changes nothing for an empty object or unknown fields, among them the event and the count', async () => {
      await start();
      const other = await office.event();
      for (const body of [{}, { id: UNKNOWN_ID, event_id: other.id, usage_count: 99, held: 5 }])
        expect((await put(body)).data).toEqual(promo);
    });

    test('null clears limit and times, and takes is_active back to true', async () => {
      await start({ usage_limit: 1, starts_at: '2027-02-10T00:00:00Z', expires_at: '2027-02-11T00:00:00Z' });
      await put({ is_active: false });
      const cleared = { usage_limit: null, starts_at: null, expires_at: null };
      expect((await put({ ...cleared, is_active: null })).data).toEqual({ ...promo, ...cleared, is_active: true });
    });

    test('the new code is the one that buyers use', async () => {
      await start();
      await put({ code: 'renamed' });
      expect(await words.ask(event, 'EARLY')).toMatch(/not known/);
      expect(await words.ask(event, 'Renamed')).toMatchObject({ discount: 10 });
    });

    test('a checkout that holds the code keeps the discount it was shown, whatever changes', async () => {
      await start();
      const checkout = await office.checkout(event, { promo_code: 'early', quantity: 2 });
      await put({ discount_amount: 90, is_active: false });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ discount: 20, total_amount: 180 });
      await office.browser.submit(await office.pay(checkout, 'CARD'), { press: 'authorize' });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed', total_amount: 180 });
      expect((await words.read(promo)).usage_count).toBe(1);
    });

    test('a code can be given its own name in another case', async () => {
      await start();
      expect((await put({ code: 'earlY' })).status).toBe(200);
    });

    test('a code that has expired can still be switched off and renamed', async () => {
      await start({ expires_at: new Date(office.now().getTime() + 1_000).toISOString() });
      office.wait(1);
      expect(await put({ is_active: false, code: 'OVER' })).toMatchObject({ status: 200 });
    });
  });

  describe('409', () => {
    test('to a code that the event has already, and nothing changes', async () => {
      await start();
      await words.code(event, { code: 'TAKEN' });
      expect(await put({ code: 'taken', discount_amount: 50 })).toMatchObject({
        status: 409,
        message: 'Promo code TAKEN exists already',
      });
      expect(await words.read(promo)).toEqual(promo);
    });

    test('to a limit below what is used and held; a limit just as high is taken', async () => {
      await start();
      await office.buy(event, { promo_code: 'early' });
      await office.checkout(event, { promo_code: 'early' });
      expect(await put({ usage_limit: 1 })).toMatchObject({
        status: 409,
        message: 'usage_limit cannot be below the 1 used and 1 held',
      });
      expect((await put({ usage_limit: 2 })).status).toBe(200);
      expect(await words.ask(event, 'early')).toBe('Promo code EARLY has been used up');
    });

    test('not for holds that are over, though nothing swept them', async () => {
      await start();
      await office.checkout(event, { promo_code: 'early' });
      await office.checkout(event, { promo_code: 'early' });
      office.wait(HOLD_SECONDS);
      expect(await put({ usage_limit: 1 })).toMatchObject({ status: 200, data: { usage_limit: 1 } });
      expect(await words.ask(event, 'early')).toMatchObject({ discount: 10 });
    });
  });

  describe('400', () => {
    test.each([
      [{ code: null }, 'code must be a string of 3 to 64 characters, without spaces around it'],
      [{ code: 'AB' }, 'code must be a string of 3 to 64 characters, without spaces around it'],
      [{ discount_type: null }, 'discount_type must be one of percentage, fixed_amount'],
      [{ discount_amount: null }, 'discount_amount must be a number from 0.01 to 10,000,000 with at most two decimals'],
      [{ discount_amount: 100.01 }, 'discount_amount must be a number from 0.01 to 100 for a percentage'],
      [{ usage_limit: 0 }, 'usage_limit must be an integer from 1 to 1,000,000,000, or null'],
      [{ is_active: 'yes' }, 'is_active must be true or false, or null'],
      [{ expires_at: '2027-01-31T00:00:00Z' }, 'expires_at must be in the future'],
      [
        { starts_at: '2027-12-05T00:00:00Z', expires_at: '2027-12-05T00:00:00Z' },
        'starts_at must be before expires_at',
      ],
    ])('to %j', async (fields, message) => {
      await start();
      expect(await put(fields)).toMatchObject({ status: 400, message });
      expect(await words.read(promo)).toEqual(promo);
    });

    test('to a start after the end that is stored', async () => {
      const expires_at = new Date(office.now().getTime() + 86_400_000).toISOString();
      await start({ expires_at });
      expect(await put({ starts_at: expires_at })).toMatchObject({
        status: 400,
        message: 'starts_at must be before expires_at',
      });
    });

    test('to a percentage that the stored pesos would be', async () => {
      await start({ discount_type: 'fixed_amount', discount_amount: 150 });
      expect((await put({ discount_type: 'percentage' })).status).toBe(400);
      expect(await put({ discount_type: 'percentage', discount_amount: 15 })).toMatchObject({
        status: 200,
        data: { discount_type: 'percentage', discount_amount: 15 },
      });
    });

    test('to a malformed id', async () => {
      expect(await put({}, 'EARLY')).toMatchObject({ status: 400, message: 'id must be a UUID' });
    });
  });

  test('answers 404 to an unknown one', async () => {
    expect(await put({ is_active: false }, UNKNOWN_ID)).toMatchObject({
      status: 404,
      message: 'Promo code not found',
    });
  });
});
