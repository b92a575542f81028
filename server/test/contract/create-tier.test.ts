import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService, type TierData, UNKNOWN_ID, UUID_V7 } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const VIP = { name: 'VIP', price: 1_500.5, quantity_total: 10 };
const create = (event: { id: string }, fields: unknown) =>
  service.ours.post<TierData>(`/events/${event.id}/tiers`, fields);

describe('POST /events/{id}/tiers', () => {
  describe('happy', () => {
    test('answers 201 with the tier, after the others', async () => {
      const event = await service.draft();
      const { status, body } = await create(event, VIP);
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          ...VIP,
          id: expect.stringMatching(UUID_V7),
          quantity_sold: 0,
          available: 10,
          is_active: true,
          admission: true,
          hidden: false,
          follows_tier_id: null,
          price_mode: 'fixed',
          minimum_price: null,
          sort_order: 1,
          sales_start_datetime: null,
          sales_end_datetime: null,
        },
      });
      expect((await service.readEvent(event.id)).ticket_tiers[1]).toEqual(body.data);
    });

    test('accepts every field, times with and without an offset', async () => {
      const sent = { ...VIP, is_active: false, sort_order: -3 };
      const window = { sales_start_datetime: '2027-02-02T00:00:00', sales_end_datetime: '2027-02-03T00:00:00Z' };
      const { body } = await create(await service.draft(), { ...sent, ...window });
      expect(body.data).toMatchObject({
        ...sent,
        sales_start_datetime: '2027-02-01T16:00:00.000Z',
        sales_end_datetime: '2027-02-03T00:00:00.000Z',
      });
    });

    test('treats null in an optional field as absent, and ignores unknown fields', async () => {
      const nulls = { is_active: null, sort_order: null, sales_start_datetime: null, sales_end_datetime: null };
      const { status, body } = await create(await service.draft(), { ...VIP, ...nulls, quantity_sold: 5, id: 'x' });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ is_active: true, sort_order: 1, quantity_sold: 0 });
    });

    test('lists one after the largest sort_order, which is the largest that can be sent', async () => {
      const event = await service.draft();
      for (const sort_order of [1_000_000, undefined]) await create(event, { ...VIP, sort_order });
      const { ticket_tiers } = await service.readEvent(event.id);
      expect(ticket_tiers.map((tier) => tier.sort_order)).toEqual([0, 1_000_000, 1_000_000]);
    });

    test('does not change the size of the first tier and the capacity', async () => {
      const event = await service.draft({ capacity: 100 });
      await create(event, { ...VIP, quantity_total: 500 });
      expect(await service.readEvent(event.id)).toMatchObject({
        capacity: 100,
        ticket_tiers: [{ quantity_total: 100 }, { quantity_total: 500 }],
      });
    });

    test('accepts the longest name, the highest price, the largest size, and a free tier', async () => {
      const most = { name: '🎫'.repeat(200), price: 10_000_000, quantity_total: 1_000_000 };
      expect((await create(await service.draft(), most)).body.data).toMatchObject(most);
      expect((await create(await service.draft(), { ...VIP, price: 0 })).body.data).toMatchObject({ price: 0 });
    });
  });

  describe('errors', () => {
    test.each(['name', 'price', 'quantity_total'])('answers 400 without %s', async (field) => {
      const { [field]: _, ...body } = VIP as Record<string, unknown>;
      const answer = await create(await service.draft(), body);
      expect(answer.body.error).toMatchObject({
        status: 400,
        code: 'missing_field',
        field,
        message: `${field} is required`,
      });
    });

    test.each<[string, unknown, string]>([
      ['name', '', 'name must be a string of 1 to 200 characters, not blank'],
      ['name', 'x'.repeat(201), 'name must be a string of 1 to 200 characters, not blank'],
      ['name', null, 'name must be'],
      ['price', -1, 'price must be a number from 0 to 10,000,000 with at most two decimals'],
      ['price', 0.005, 'price must be a number from 0 to 10,000,000 with at most two decimals'],
      ['price', '5', 'price must be a number'],
      ['price', null, 'price must be a number'],
      ['quantity_total', 0, 'quantity_total must be an integer from 1 to 1,000,000'],
      ['quantity_total', 1.5, 'quantity_total must be an integer from 1 to 1,000,000'],
      ['quantity_total', '10', 'quantity_total must be an integer from 1 to 1,000,000'],
      ['is_active', 'true', 'is_active must be true or false'],
      ['is_active', 1, 'is_active must be true or false'],
      ['sort_order', 0.5, 'sort_order must be an integer'],
      ['sort_order', 1e300, 'sort_order must be an integer'],
      ['sales_start_datetime', '2027-02-02', 'sales_start_datetime must be an ISO 8601 date and time'],
      ['sales_end_datetime', 5, 'sales_end_datetime must be an ISO 8601 date and time'],
    ])('answers 400 to %s = %j', async (field, value, message) => {
      const event = await service.draft();
      const answer = await create(event, { ...VIP, [field]: value });
      expect(answer.body.error).toMatchObject({
        status: 400,
        code: 'invalid_field',
        field,
        message: expect.stringContaining(message),
      });
      expect((await service.readEvent(event.id)).ticket_tiers).toHaveLength(1);
    });

    test('answers 400 when its sales would not end after they start', async () => {
      const time = '2027-02-02T00:00:00Z';
      const answer = await create(await service.draft(), {
        ...VIP,
        sales_start_datetime: time,
        sales_end_datetime: time,
      });
      expect(answer.body.error).toMatchObject({
        status: 400,
        code: 'fields_out_of_order',
        message: 'sales_end_datetime must be after sales_start_datetime',
      });
    });

    test('answers 404 to an unknown event', async () => {
      const answer = await create({ id: UNKNOWN_ID }, VIP);
      expect(answer.body.error).toMatchObject({ status: 404, code: 'event_not_found', message: 'Event not found' });
    });
  });
});
