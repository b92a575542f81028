import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, HOLD_SECONDS, openBoxOffice } from '../fixtures/box-office.ts';
import { type PromoCodeData, promoCodeWords } from '../fixtures/promo-code-words.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

describe('GET /promo-codes/{id}', () => {
  let office: BoxOffice;
  let words: ReturnType<typeof promoCodeWords>;
  beforeAll(async () => {
    office = await openBoxOffice();
    words = promoCodeWords(office);
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.close());

  test('answers 200 with what was created', async () => {
    const promo = await words.code(await office.event(), { usage_limit: 3, expires_at: '2027-03-01T00:00:00Z' });
    const answer = await office.call<PromoCodeData>('GET', `/promo-codes/${promo.id}`);
    expect(answer).toMatchObject({ status: 200, data: promo });
    expect(await words.read({ id: promo.id.toUpperCase() })).toEqual(promo);
  });

  test('counts only paid uses: not holds, and not less after a refund', async () => {
    const event = await office.event();
    const promo = await words.code(event);
    const used = async () => (await words.read(promo)).usage_count;
    await office.checkout(event, { promo_code: 'early' });
    expect(await used()).toBe(0);
    const { orderId } = await office.buy(event, { promo_code: 'early', quantity: 3 });
    await office.buy(event);
    expect(await used()).toBe(1);
    office.wait(HOLD_SECONDS);
    await office.sweep();
    expect(await used()).toBe(1);
    await office.call('POST', `/orders/${orderId}/refund`);
    expect(await used()).toBe(1);
  });

  test.each(['EARLY', '1', `${UNKNOWN_ID}0`])('answers 400 to the malformed id %s', async (id) => {
    expect(await office.call('GET', `/promo-codes/${id}`)).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'id must be a UUID',
    });
  });

  test('answers 404 to an unknown one', async () => {
    expect(await office.call('GET', `/promo-codes/${UNKNOWN_ID}`)).toMatchObject({
      status: 404,
      code: 'promo_code_not_found',
      message: 'Promo code not found',
    });
  });
});
