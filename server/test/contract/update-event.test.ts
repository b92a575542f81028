import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventData, openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const put = (event: { id: string }, fields: unknown) => service.ours.put<EventData>(`/events/${event.id}`, fields);

/** A draft, changed a minute after it was created. */
async function changed(fields: Record<string, unknown>, before: Record<string, unknown> = {}) {
  const event = await service.draft(before);
  service.wait(60);
  const { status, body, text } = await put(event, fields);
  expect({ status, text }).toMatchObject({ status: 200 });
  expect(await service.readEvent(event.id)).toEqual(body.data);
  return { event, data: body.data };
}

describe('PUT /events/{id}', () => {
  describe('happy', () => {
    test('answers 200 with the fields of GET, and changes only the fields that are sent', async () => {
      const { event, data } = await changed({ title: 'Renamed' }, { city: 'Cebu City', description: 'Text' });
      expect(data).toEqual({ ...event, title: 'Renamed', updated_at: service.now().toISOString() });
    });

    test.each<[string, unknown, unknown]>([
      ['title', 'New', 'New'],
      ['start_datetime', '2027-02-20T20:00:00', '2027-02-20T12:00:00.000Z'],
      ['end_datetime', '2027-08-20T20:00:00+00:00', '2027-08-20T20:00:00.000Z'],
      ['sales_end_datetime', '2027-02-20T20:00:00Z', '2027-02-20T20:00:00.000Z'],
      ['venue_name', 'Arena', 'Arena'],
      ['address', '1 Main St', '1 Main St'],
      ['city', 'Davao City', 'Davao City'],
      ['event_type', 'art', 'art'],
      ['cover_image_url', 'https://a.example/b.jpg', 'https://a.example/b.jpg'],
      ['ticket_price', 12.34, 12.34],
      ['capacity', 7, 7],
    ])('changes %s', async (field, sent, shown) => {
      expect((await changed({ [field]: sent })).data).toMatchObject({ [field]: shown });
    });

    test.each<[string, unknown, unknown]>([
      ['end_datetime', '2027-08-20T20:00:00Z', null],
      ['venue_name', 'Arena', null],
      ['address', '1 Main St', null],
      ['city', 'Davao City', null],
      ['event_type', 'art', 'other'],
      ['cover_image_url', 'https://a.example/b.jpg', null],
      ['ticket_price', 12.34, 0],
    ])('null clears %s', async (field, before, after) => {
      expect((await changed({ [field]: null }, { [field]: before })).data).toMatchObject({ [field]: after });
    });

    test('changes images together with the cover', async () => {
      const cover_image_url = 'https://a.example/b.jpg';
      expect((await changed({ cover_image_url })).data.images).toEqual([cover_image_url]);
      expect((await changed({ cover_image_url: null }, { cover_image_url })).data.images).toEqual([]);
    });

    test('accepts an empty object and unknown fields, and changes nothing', async () => {
      for (const fields of [{}, { colour: 'red', created_at: '2001-01-01T00:00:00Z', seated: true, tickets_sold: 5 }]) {
        const { event, data } = await changed(fields);
        expect(data).toEqual(event);
      }
    });
  });

  describe('the end of sales', () => {
    const start_datetime = '2027-05-01T12:00:00Z';

    test('moves with the start until it is set', async () => {
      const { data } = await changed({ start_datetime: '2027-06-01T12:00:00Z' }, { start_datetime });
      expect(data).toMatchObject({ sales_end_datetime: '2027-06-01T11:00:00.000Z' });
    });

    test('stays as set when the start moves', async () => {
      const sales_end_datetime = '2027-04-01T00:00:00.000Z';
      const { data } = await changed(
        { start_datetime: '2027-06-01T12:00:00Z' },
        { start_datetime, sales_end_datetime },
      );
      expect(data).toMatchObject({ sales_end_datetime });
    });

    test('stays as set even if that equals the default', async () => {
      const event = await service.draft({ start_datetime });
      await put(event, { sales_end_datetime: '2027-05-01T11:00:00Z' });
      const { body } = await put(event, { start_datetime: '2027-06-01T12:00:00Z' });
      expect(body.data).toMatchObject({ sales_end_datetime: '2027-05-01T11:00:00.000Z' });
    });

    test('returns to the default with null, and moves again', async () => {
      const sales_end_datetime = '2027-04-01T00:00:00.000Z';
      const { event, data } = await changed({ sales_end_datetime: null }, { start_datetime, sales_end_datetime });
      expect(data).toMatchObject({ sales_end_datetime: '2027-05-01T11:00:00.000Z' });
      const { body } = await put(event, { start_datetime: '2027-06-01T12:00:00Z' });
      expect(body.data).toMatchObject({ sales_end_datetime: '2027-06-01T11:00:00.000Z' });
    });

    test('may be later than the start', async () => {
      const { data } = await changed({ sales_end_datetime: '2027-05-02T00:00:00Z' }, { start_datetime });
      expect(data).toMatchObject({ sales_end_datetime: '2027-05-02T00:00:00.000Z' });
    });
  });

  describe('capacity', () => {
    test('sets the size of the default tier while it is the only one', async () => {
      const { data } = await changed({ capacity: 250 }, { capacity: 100 });
      expect(data).toMatchObject({ capacity: 250, ticket_tiers: [{ quantity_total: 250, available: 250 }] });
      expect((await changed({ capacity: 40 }, { capacity: 100 })).data.ticket_tiers[0]?.quantity_total).toBe(40);
    });

    test('does not change sizes once there is a second tier', async () => {
      const event = await service.draft({ capacity: 100 });
      await service.addTier(event, { quantity_total: 10 });
      const { body } = await put(event, { capacity: 200 });
      expect(body.data.ticket_tiers.map((tier) => tier.quantity_total)).toEqual([100, 10]);
    });

    test('can be reduced to what is sold and held, not below', async () => {
      const event = await service.event({ capacity: 10 });
      await service.buy(event, { quantity: 2 });
      await service.hold(event, { quantity: 3 });
      const refused = await put(event, { capacity: 4, title: 'X' });
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { message: expect.stringMatching(/2 sold.*3 held/) } },
      });
      expect(await service.readEvent(event.id)).toMatchObject({ capacity: 10, title: 'Night Market' });
      expect((await put(event, { capacity: 5 })).body.data).toMatchObject({ capacity: 5 });
    });

    test('does not count an expired hold, even before a task releases it', async () => {
      const event = await service.event({ capacity: 10 });
      await service.hold(event, { quantity: 3 });
      service.wait(899);
      expect((await put(event, { capacity: 2 })).body.error).toMatchObject({ status: 409, code: 'capacity_too_small' });
      service.wait(1);
      expect((await put(event, { capacity: 2 })).body.data).toMatchObject({
        capacity: 2,
        ticket_tiers: [{ quantity_total: 2 }],
      });
    });
  });

  describe('ticket_price', () => {
    test('changes the price of the default tier, for later purchases', async () => {
      const event = await service.event({ ticket_price: 100 });
      const early = await service.buy(event);
      await put(event, { ticket_price: 150 });
      const late = await service.buy(event);
      const prices = [early, late].map(async ({ ticket_ids: [id] }) => {
        return (await service.ours.get<{ tier: { price: number } }>(`/tickets/${id}`)).body.data.tier.price;
      });
      expect(await Promise.all(prices)).toEqual([100, 150]);
    });

    test('is the price of the active tier with the lowest sort order', async () => {
      const event = await service.draft({ ticket_price: 100 });
      const first = await service.addTier(event, { price: 900, sort_order: -1 });
      expect(await service.readEvent(event.id)).toMatchObject({ ticket_price: 900 });
      const { body } = await put(event, { ticket_price: 950 });
      expect(body.data.ticket_tiers).toMatchObject([{ id: first.id, price: 950 }, { price: 100 }]);
      await service.ours.put(`/tiers/${first.id}`, { is_active: false });
      expect(await service.readEvent(event.id)).toMatchObject({ ticket_price: 100 });
    });

    test('is the price of the oldest of tiers with the same sort order', async () => {
      const event = await service.draft({ ticket_price: 100 });
      service.wait(1);
      await service.addTier(event, { price: 900, sort_order: 0 });
      expect(await service.readEvent(event.id)).toMatchObject({ ticket_price: 100 });
    });
  });

  describe('errors', () => {
    test('answers 404 to an unknown event, 400 to a malformed id, and checks the body first', async () => {
      expect((await put({ id: UNKNOWN_ID }, { title: 'X' })).body.error).toMatchObject({
        status: 404,
        code: 'event_not_found',
        message: 'Event not found',
      });
      expect((await put({ id: 'x' }, { title: 'X' })).body.error).toMatchObject({
        status: 400,
        code: 'invalid_field',
        message: 'id must be a UUID',
      });
      expect((await put({ id: UNKNOWN_ID }, { title: 5 })).status).toBe(400);
    });

    test.each<[string, unknown, string]>([
      ['title', null, 'title must be'],
      ['title', 'x'.repeat(201), 'title must be a string of 1 to 200 characters, not blank'],
      ['start_datetime', null, 'start_datetime must be'],
      ['capacity', null, 'capacity must be'],
      ['capacity', 0, 'capacity must be an integer from 1 to 1,000,000'],
      ['capacity', '5', 'capacity must be an integer from 1 to 1,000,000'],
      ['status', null, 'status must be one of'],
      ['status', 'published', 'status must be one of draft, active, paused, hidden, sold_out, cancelled, completed'],
      ['status', ['active'], 'status must be one of'],
      ['ticket_price', 1.005, 'ticket_price must be'],
      ['ticket_price', -1, 'ticket_price must be'],
      ['end_datetime', '2027-05-01', 'end_datetime must be an ISO 8601 date and time'],
      ['latitude', 91, 'latitude must be a number from -90 to 90'],
      ['cover_image_url', 'ftp://a.example/b.jpg', 'cover_image_url must be an https:// URL'],
    ])('answers 400 to %s = %j, and nothing changes', async (field, value, message) => {
      const event = await service.draft();
      const answer = await put(event, { venue_name: 'Arena', [field]: value });
      expect(answer.body.error).toMatchObject({
        status: 400,
        code: 'invalid_field',
        field,
        message: expect.stringContaining(message),
      });
      expect(await service.readEvent(event.id)).toEqual(event);
      expect(await service.notifications(event)).toEqual([]);
    });

    test('answers 400 if the end would not be after the start, whichever of the two was sent', async () => {
      const event = await service.draft({
        start_datetime: '2027-05-01T12:00:00Z',
        end_datetime: '2027-05-01T15:00:00Z',
      });
      for (const fields of [{ end_datetime: '2027-05-01T12:00:00Z' }, { start_datetime: '2027-05-01T15:00:00Z' }])
        expect((await put(event, fields)).body.error).toMatchObject({
          status: 400,
          code: 'fields_out_of_order',
          message: 'end_datetime must be after start_datetime',
        });
      const both = { start_datetime: '2027-05-02T12:00:00Z', end_datetime: '2027-05-02T15:00:00Z' };
      expect((await put(event, both)).status).toBe(200);
    });
  });
});
