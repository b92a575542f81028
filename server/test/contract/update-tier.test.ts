import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService, type TierData, UNKNOWN_ID } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const put = (tier: { id: string }, fields: unknown) => service.ours.put<TierData>(`/tiers/${tier.id}`, fields);
const newTier = async (fields: Record<string, unknown> = {}) => service.addTier(await service.draft(), fields);

describe('PUT /tiers/{id}', () => {
  describe('happy', () => {
    test('answers 200 with the tier, and changes only the fields that are sent', async () => {
      const event = await service.draft();
      const tier = await service.addTier(event);
      const { status, body } = await put(tier, { name: 'Balcony' });
      expect(status).toBe(200);
      expect(body).toEqual({ data: { ...tier, name: 'Balcony' } });
      expect((await service.readEvent(event.id)).ticket_tiers[1]).toEqual(body.data);
    });

    test.each<[string, unknown, unknown]>([
      ['price', 12.34, 12.34],
      ['quantity_total', 77, 77],
      ['is_active', false, false],
      ['sort_order', -9, -9],
      ['sales_start_datetime', '2027-02-02T08:00:00', '2027-02-02T00:00:00.000Z'],
      ['sales_end_datetime', '2027-02-02T08:00:00Z', '2027-02-02T08:00:00.000Z'],
    ])('changes %s', async (field, sent, shown) => {
      const tier = await newTier();
      const { body } = await put(tier, { [field]: sent });
      const available = field === 'quantity_total' ? { available: shown } : {};
      expect(body.data).toEqual({ ...tier, [field]: shown, ...available });
    });

    test.each(['sales_start_datetime', 'sales_end_datetime'])('clears %s with null', async (field) => {
      const tier = await newTier({ [field]: '2027-02-02T00:00:00Z' });
      expect((await put(tier, { [field]: null })).body.data).toMatchObject({ [field]: null });
    });

    test('resets is_active to true with null', async () => {
      const tier = await newTier({ is_active: false });
      expect((await put(tier, { is_active: null })).body.data).toMatchObject({ is_active: true });
    });

    test('can be reduced to what is sold and held', async () => {
      const event = await service.event();
      const tier = await service.addTier(event);
      await service.buy(event, { tier_id: tier.id, quantity: 2 });
      await service.hold(event, { tier_id: tier.id, quantity: 3 });
      expect((await put(tier, { quantity_total: 5 })).body.data).toMatchObject({
        quantity_total: 5,
        quantity_sold: 2,
        available: 3,
      });
    });

    test('does not count an expired hold', async () => {
      const event = await service.event();
      const tier = await service.addTier(event);
      await service.hold(event, { tier_id: tier.id, quantity: 3 });
      service.wait(900);
      expect((await put(tier, { quantity_total: 1 })).body.data).toMatchObject({ quantity_total: 1 });
    });

    test('applies a new price to later checkouts only', async () => {
      const event = await service.event();
      const tier = await service.addTier(event, { price: 100 });
      const { checkout_id } = await service.hold(event, { tier_id: tier.id, quantity: 2 });
      await put(tier, { price: 150 });
      const { body } = await service.ours.get(`/checkouts/${checkout_id}`);
      expect(body.data).toMatchObject({ total_amount: 200 });
      const later = await service.hold(event, { tier_id: tier.id, quantity: 2 });
      expect((await service.ours.get(`/checkouts/${later.checkout_id}`)).body.data).toMatchObject({
        total_amount: 300,
      });
    });
  });

  describe('errors', () => {
    test('answers 409 to a size below what is sold and held, and changes nothing', async () => {
      const event = await service.event();
      const tier = await service.addTier(event);
      await service.buy(event, { tier_id: tier.id, quantity: 2 });
      await service.hold(event, { tier_id: tier.id, quantity: 3 });
      const answer = await put(tier, { quantity_total: 4, name: 'X' });
      expect(answer.body.error).toMatchObject({
        status: 409,
        code: 'quantity_too_small',
        message: expect.stringMatching(/2 sold.*3 held/),
        details: { sold: 2, held: 3 },
      });
      expect((await service.readEvent(event.id)).ticket_tiers[1]).toMatchObject({ name: 'VIP', quantity_total: 10 });
    });

    test.each<[string, unknown, string]>([
      ['name', null, 'name must be'],
      ['name', ' ', 'name must be a string of 1 to 200 characters, not blank'],
      ['price', null, 'price must be'],
      ['price', 1.001, 'price must be a number from 0 to 10,000,000 with at most two decimals'],
      ['quantity_total', 0, 'quantity_total must be an integer from 1 to 1,000,000'],
      ['quantity_total', true, 'quantity_total must be an integer from 1 to 1,000,000'],
      ['is_active', 'no', 'is_active must be true or false'],
      ['sales_end_datetime', 'never', 'sales_end_datetime must be an ISO 8601 date and time'],
    ])('answers 400 to %s = %j', async (field, value, message) => {
      const answer = await put(await newTier(), { [field]: value });
      expect(answer.body.error).toMatchObject({
        status: 400,
        code: 'invalid_field',
        field,
        message: expect.stringContaining(message),
      });
    });

    test('answers 400 if the end of sales would not be after their start, whichever was sent', async () => {
      const tier = await newTier({
        sales_start_datetime: '2027-02-02T00:00:00Z',
        sales_end_datetime: '2027-02-03T00:00:00Z',
      });
      for (const fields of [
        { sales_end_datetime: '2027-02-02T00:00:00Z' },
        { sales_start_datetime: '2027-02-03T00:00:00Z' },
      ])
        expect(await put(tier, fields)).toMatchObject({
          status: 400,
          body: {
            error: { code: 'fields_out_of_order', message: 'sales_end_datetime must be after sales_start_datetime' },
          },
        });
    });

    test('answers 404 to an unknown tier', async () => {
      expect((await put({ id: UNKNOWN_ID }, { name: 'X' })).body.error).toMatchObject({
        status: 404,
        code: 'tier_not_found',
        message: 'Tier not found',
      });
    });
  });
});
