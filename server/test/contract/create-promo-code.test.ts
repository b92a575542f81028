import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PromoCodeData } from '../fixtures/promo-code-words.ts';
import { must, openTestService, type TestService, UNKNOWN_ID, UUID_V7 } from '../fixtures/test-service.ts';

let service: TestService;
let event: { id: string };
beforeAll(async () => {
  service = await openTestService();
  event = await service.event();
});
afterAll(() => service.close());

const TEN_PERCENT = { discount_type: 'percentage', discount_amount: 10 };
let codes = 0;
/** A valid body of POST /promo-codes. */
const body = (fields: Record<string, unknown> = {}) => ({
  event_id: event.id,
  code: `CODE-${++codes}`,
  ...TEN_PERCENT,
  ...fields,
});
const create = (fields: Record<string, unknown> = {}) => service.ours.post<PromoCodeData>('/promo-codes', body(fields));

describe('POST /promo-codes', () => {
  describe('happy', () => {
    test('answers 201 with the code upper-case, unlimited, active at once, never used', async () => {
      const { status, body } = await create({ code: 'early-Bird ñ' });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(UUID_V7),
          event_id: event.id,
          code: 'EARLY-BIRD Ñ',
          ...TEN_PERCENT,
          opens_tier_ids: [],
          usage_limit: null,
          usage_count: 0,
          starts_at: null,
          expires_at: null,
          is_active: true,
          created_at: service.now().toISOString(),
        },
      });
    });

    test('accepts every field, times with an offset and without one', async () => {
      const sent = { discount_type: 'fixed_amount', discount_amount: 150.55, usage_limit: 5 };
      const { body } = await create({
        ...sent,
        starts_at: '2027-02-01T20:00:00+09:00',
        expires_at: '2027-02-14T00:00:00',
      });
      expect(body.data).toMatchObject({
        ...sent,
        starts_at: '2027-02-01T11:00:00.000Z',
        expires_at: '2027-02-13T16:00:00.000Z',
      });
    });

    test('treats null in an optional field as absent, and ignores unknown fields', async () => {
      const nulls = { usage_limit: null, starts_at: null, expires_at: null };
      const { status, body } = await create({ ...nulls, usage_count: 7, is_active: false, id: 'x' });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ ...nulls, usage_count: 0, is_active: true });
    });

    test.each([
      ['percentage', 100],
      ['percentage', 0.01],
      ['percentage', 12.5],
      ['fixed_amount', 0.01],
      ['fixed_amount', 10_000_000],
    ])('accepts a %s of %d', async (discount_type, discount_amount) => {
      const { status, body } = await create({ discount_type, discount_amount });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ discount_type, discount_amount });
    });

    test.each([3, 64])('accepts a code of %d characters', async (length) => {
      const code = 'x'.repeat(length);
      expect((await create({ code })).body.data.code).toBe(code.toUpperCase());
    });

    test.each(['draft', 'active', 'paused', 'hidden', 'sold_out'])('for an event that is %s', async (wanted) => {
      const { id: event_id } = wanted === 'draft' ? await service.draft() : await service.event();
      if (wanted !== 'draft') await must(service.ours.put(`/events/${event_id}`, { status: wanted }));
      expect((await create({ event_id })).status).toBe(201);
    });

    test('accepts the same code for another event, and an event’s id in capitals', async () => {
      const other = await service.event();
      expect((await create({ code: 'SAME' })).status).toBe(201);
      const { status, body } = await create({ code: 'SAME', event_id: other.id.toUpperCase() });
      expect({ status, event_id: body.data.event_id }).toEqual({ status: 201, event_id: other.id });
    });

    test('creates one code for two requests with one Idempotency-Key', async () => {
      const sent = body();
      const headers = { 'idempotency-key': 'promo-once' };
      const first = await service.ours.post<PromoCodeData>('/promo-codes', sent, headers);
      const second = await service.ours.post<PromoCodeData>('/promo-codes', sent, headers);
      expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    });
  });

  describe('400', () => {
    const CODE = 'code must be a string of 3 to 64 characters, printable, without spaces around it';
    const AMOUNT = 'discount_amount must be a number from 0 to 10,000,000 with at most two decimals';
    const LIMIT = 'usage_limit must be an integer from 1 to 1,000,000,000';
    const TIME = 'must be an ISO 8601 date and time such as 2027-03-01T20:00:00+08:00';
    test.each([
      ['event_id', undefined, 'event_id is required'],
      ['event_id', 'night-market', 'event_id must be a UUID'],
      ['event_id', null, 'event_id must be a UUID'],
      ['code', undefined, 'code is required'],
      ['code', null, CODE],
      ['code', 'AB', CODE],
      ['code', 'x'.repeat(65), CODE],
      ['code', ' AB ', CODE],
      // As they are stored: ÉE, and 66 times S.
      ['code', 'e\u0301e', CODE],
      ['code', 'ß'.repeat(33), CODE],
      ['code', 123, CODE],
      ['code', 'A\0BC', `${CODE}; it has a NUL character`],
      ['discount_type', undefined, 'discount_type is required'],
      ['discount_type', 'percent', 'discount_type must be one of percentage, fixed_amount'],
      ['discount_type', 'PERCENTAGE', 'discount_type must be one of percentage, fixed_amount'],
      ['discount_amount', undefined, 'discount_amount is required'],
      ['discount_amount', 0, 'discount_amount must be at least 0.01, unless the code opens a tier'],
      ['discount_amount', -5, AMOUNT],
      ['discount_amount', 0.001, AMOUNT],
      ['discount_amount', 10.005, AMOUNT],
      ['discount_amount', '10', AMOUNT],
      ['discount_amount', true, AMOUNT],
      ['discount_amount', 100.01, 'discount_amount must be a number from 0.01 to 100 for a percentage'],
      ['usage_limit', 0, LIMIT],
      ['usage_limit', -1, LIMIT],
      ['usage_limit', 1.5, LIMIT],
      ['usage_limit', '5', LIMIT],
      ['starts_at', 'tomorrow', `starts_at ${TIME}`],
      ['starts_at', '2027-02-30T10:00:00Z', `starts_at ${TIME}`],
      ['expires_at', '2027-03-01', `expires_at ${TIME}`],
      ['expires_at', 1_800_000_000, `expires_at ${TIME}`],
    ])('to %s %j', async (field, value, message) => {
      const { status, body } = await create({ [field]: value });
      expect({ status, message: body.error.message }).toEqual({ status: 400, message });
    });

    test.each(['EARLY10\u200b', '\u200b\u200b\u200b', 'EARLY\n10', 'EARLY\t10'])(
      'to a code with characters that cannot be seen: %j',
      async (code) => {
        expect(await create({ code })).toMatchObject({ status: 400, body: { error: { field: 'code' } } });
      },
    );

    test('to an expires_at that is now or past, but not to a starts_at', async () => {
      const at = (ms: number) => new Date(service.now().getTime() + ms).toISOString();
      for (const expires_at of [at(0), at(-1)])
        expect(await create({ expires_at })).toMatchObject({
          status: 400,
          body: { error: { code: 'time_not_in_future', message: 'expires_at must be in the future' } },
        });
      expect((await create({ expires_at: at(1), starts_at: at(-1) })).status).toBe(201);
    });

    test('to a starts_at that is not before expires_at', async () => {
      const later = service.daysFromNow(2);
      for (const starts_at of [later, service.daysFromNow(3)])
        expect(await create({ starts_at, expires_at: later })).toMatchObject({
          status: 400,
          body: { error: { code: 'fields_out_of_order', message: 'starts_at must be before expires_at' } },
        });
    });
  });

  describe('404 for an event that cannot be used', () => {
    test('unknown, or another organization’s', async () => {
      const theirs = await must(service.theirs.post<{ id: string }>('/events', service.eventBody()));
      for (const event_id of [UNKNOWN_ID, theirs.id])
        expect(await create({ event_id })).toMatchObject({
          status: 404,
          body: { error: { code: 'event_not_found', message: 'Event not found', status: 404 } },
        });
    });

    test.each(['cancelled', 'completed'])('%s', async (status) => {
      const { id } = await service.event();
      await must(service.ours.put(`/events/${id}`, { status }));
      expect((await create({ event_id: id })).body.error).toMatchObject({ status: 404, code: 'event_not_found' });
    });
  });

  test('answers 409 to a code that the event already has, in any case, and keeps the first', async () => {
    const first = await must(create({ code: 'TWICE' }));
    const second = await create({ code: 'twice', discount_amount: 50 });
    expect(second).toMatchObject({
      status: 409,
      body: { error: { code: 'promo_code_exists', message: 'Promo code TWICE already exists' } },
    });
    expect(await must(service.ours.get(`/promo-codes/${first.id}`))).toEqual(first);
  });

  test('20 simultaneous requests for one code: exactly one answers 201', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ code: 'RACE' })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });
});
