import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventData, openTestService, type TestService, UUID_V7 } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const create = (fields: Record<string, unknown> = {}) =>
  service.ours.post<EventData>('/events', service.eventBody(fields));
const count = async () => (await service.ours.get<{ meta: { total: number } }>('/events?status=draft')).body.data.meta;

describe('POST /events', () => {
  describe('happy', () => {
    test('answers 201 with a draft that has every field that was sent', async () => {
      const sent = {
        title: 'Sinulog Night',
        start_datetime: '2027-05-01T20:00:00+08:00',
        end_datetime: '2027-05-01T15:00:00Z',
        sales_end_datetime: '2027-05-01T19:00:00.5+08:00',
        description: 'Bring water.',
        venue_name: 'Plaza',
        address: '1 Osmeña Blvd',
        city: 'Cebu City',
        latitude: 10.3157,
        longitude: 123.8854,
        capacity: 250,
        ticket_price: 1_250.5,
        event_type: 'concert',
        cover_image_url: 'https://cdn.example/cover.jpg?w=1200',
      };
      const { status, body } = await service.ours.post<EventData>('/events', sent);
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          ...sent,
          id: expect.stringMatching(UUID_V7),
          status: 'draft',
          slug: expect.stringMatching(/^[a-z0-9-]{3,80}$/),
          public_url: `http://localhost:3000/shop/lakbay-concerts/${body.data.slug}`,
          listed: true,
          start_datetime: '2027-05-01T12:00:00.000Z',
          end_datetime: '2027-05-01T15:00:00.000Z',
          sales_end_datetime: '2027-05-01T11:00:00.500Z',
          description_html: '<p>Bring water.</p>',
          images: ['https://cdn.example/cover.jpg?w=1200'],
          tickets_sold: 0,
          seated: false,
          max_per_order: null,
          max_per_buyer: null,
          consent_text: null,
          attendee_details: 'none',
          re_entry: false,
          series_id: null,
          series_name: null,
          internal_note: null,
          refund_rule: null,
          waiting_room: { enabled: false, opens_at: null },
          created_at: service.now().toISOString(),
          updated_at: service.now().toISOString(),
          ticket_tiers: [
            {
              id: expect.stringMatching(UUID_V7),
              name: 'General Admission',
              admission: true,
              hidden: false,
              follows_tier_id: null,
              price_mode: 'fixed',
              minimum_price: null,
              price: 1_250.5,
              quantity_total: 250,
              quantity_sold: 0,
              available: 250,
              is_active: true,
              sort_order: 0,
              sales_start_datetime: null,
              sales_end_datetime: null,
            },
          ],
        },
      });
      expect(await service.readEvent(body.data.id)).toEqual(body.data);
    });

    test('keeps an internal note as it is set, changed and cleared', async () => {
      const { id } = (await create({ internal_note: 'Crew call at 4 pm' })).body.data;
      const note = async () => (await service.readEvent(id)).internal_note;
      expect(await note()).toBe('Crew call at 4 pm');
      await service.ours.put(`/events/${id}`, { internal_note: 'Crew call at 3 pm' });
      expect(await note()).toBe('Crew call at 3 pm');
      const { body } = await service.ours.put(`/events/${id}`, { internal_note: 'x'.repeat(2_001) });
      expect(body.error).toMatchObject({ status: 400, field: 'internal_note' });
      await service.ours.put(`/events/${id}`, { internal_note: null });
      expect(await note()).toBeNull();
    });

    test('needs only title, start and capacity; other fields get their default or null', async () => {
      const { status, body } = await create({ start_datetime: '2027-05-01T12:00:00Z' });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        event_type: 'other',
        ticket_price: 0,
        sales_end_datetime: '2027-05-01T11:00:00.000Z',
        images: [],
        ticket_tiers: [{ price: 0, quantity_total: 100 }],
        ...{ end_datetime: null, description: null, description_html: null, venue_name: null, address: null },
        ...{ city: null, latitude: null, longitude: null, cover_image_url: null },
      });
    });

    test('treats null in an optional field as absent', async () => {
      const nulls = {
        ...{ end_datetime: null, description: null, description_html: null, venue_name: null, address: null },
        ...{ city: null, latitude: null, longitude: null, ticket_price: null, sales_end_datetime: null },
        ...{ event_type: null, cover_image_url: null, slug: null, listed: null },
      };
      const own = { id: '', slug: '', public_url: '', ticket_tiers: [] };
      const withNulls = (await create(nulls)).body.data;
      const without = (await create()).body.data;
      expect({ ...withNulls, ...own }).toEqual({ ...without, ...own });
    });

    test('ignores unknown fields and status', async () => {
      const { status, body } = await create({
        status: 'active',
        id: 'x',
        colour: 'red',
        constructor: { prototype: 1 },
      });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ status: 'draft', id: expect.stringMatching(UUID_V7) });
      expect(body.data).not.toHaveProperty('colour');
    });

    test.each(['concert', 'workshop', 'conference', 'sports', 'social', 'food', 'nightlife', 'art', 'other'])(
      'accepts the event type %s',
      async (event_type) => {
        expect((await create({ event_type })).body.data).toMatchObject({ event_type });
      },
    );

    test.each([
      ['2027-05-01T20:00:00Z', '2027-05-01T20:00:00.000Z'],
      ['2027-05-01T20:00:00.123456-05:00', '2027-05-02T01:00:00.123Z'],
      ['2027-05-01T20:00+0530', '2027-05-01T14:30:00.000Z'],
      ['2027-05-01T20:00:00', '2027-05-01T12:00:00.000Z'],
      ['2027-05-01 20:00', '2027-05-01T12:00:00.000Z'],
      ['2028-02-29T00:00:00+08:00', '2028-02-28T16:00:00.000Z'],
      ['2001-01-01T00:00:00Z', '2001-01-01T00:00:00.000Z'],
      ['1900-01-01T00:00:00', '1899-12-31T16:00:00.000Z'],
      ['9998-12-31T23:59:59', '9998-12-31T15:59:59.000Z'],
    ])('reads the time %s as %s, without an offset in the organization’s time zone', async (sent, shown) => {
      expect((await create({ start_datetime: sent })).body.data).toMatchObject({ start_datetime: shown });
    });

    test('accepts a start in the past, and sales that end after the start', async () => {
      const fields = { start_datetime: '2020-01-01T00:00:00Z', sales_end_datetime: '2020-01-02T00:00:00Z' };
      expect((await create(fields)).status).toBe(201);
    });

    test('keeps texts as sent: any script, emoji, up to their length', async () => {
      const title = `${'🎟️ Fiesta ng Bayan — 祭り '.repeat(20)}`.slice(0, 100);
      expect((await create({ title })).body.data.title).toBe(title);
      const longest = { title: 'x'.repeat(200), venue_name: 'é'.repeat(200), city: '🎫'.repeat(200) };
      expect((await create(longest)).body.data).toMatchObject(longest);
    });

    test.each([0, 0.01, 0.29, 1.1, 19.99, 1_234_567.89, 10_000_000])(
      'keeps the price %d to the centavo',
      async (price) => {
        const { body } = await create({ ticket_price: price });
        expect(body.data).toMatchObject({ ticket_price: price, ticket_tiers: [{ price }] });
      },
    );

    test.each([1, 1_000_000])('accepts a capacity of %d', async (capacity) => {
      expect((await create({ capacity })).body.data).toMatchObject({
        capacity,
        ticket_tiers: [{ quantity_total: capacity }],
      });
    });

    test('stores the cover address exactly as sent, up to 2,048 characters', async () => {
      const url = `https://CDN.example/%7Ea/../b?q=ä${'x'.repeat(2_015)}`;
      expect(url.length).toBe(2_048);
      expect((await create({ cover_image_url: url })).body.data).toMatchObject({ cover_image_url: url, images: [url] });
      expect((await create({ cover_image_url: `${url}x` })).body.error).toMatchObject({
        status: 400,
        code: 'invalid_field',
      });
    });
  });

  describe('errors', () => {
    test('answers 400 to a refund rule that does not say what is allowed', async () => {
      const { body } = await create({ refund_rule: { fee_percent: 10 } });
      expect(body.error).toMatchObject({ status: 400, code: 'missing_field', field: 'refund_rule.allowed' });
    });

    test.each(['title', 'start_datetime', 'capacity'])('answers 400 without %s, or with null', async (field) => {
      const { [field]: _, ...body } = service.eventBody() as Record<string, unknown>;
      const missing = await service.ours.post('/events', body);
      expect(missing).toMatchObject({ status: 400, body: { error: { message: `${field} is required` } } });
      expect((await create({ [field]: null })).body.error).toMatchObject({
        status: 400,
        message: expect.stringMatching(`^${field} must be `),
      });
    });

    const time = 'must be an ISO 8601 date and time such as 2027-03-01T20:00:00+08:00';
    const price = 'ticket_price must be a number from 0 to 10,000,000 with at most two decimals';
    test.each<[string, unknown, string]>([
      ['title', '', 'title must be a string of 1 to 200 characters, not blank'],
      ['title', '   ', 'title must be a string of 1 to 200 characters, not blank'],
      ['title', '\u200b\u2060', 'title must be a string of 1 to 200 characters, not blank'],
      ['title', 'x'.repeat(201), 'title must be a string of 1 to 200 characters, not blank'],
      ['title', 7, 'title must be a string'],
      ['title', 'a\0b', 'title must be a string of 1 to 200 characters, not blank; it has a NUL character'],
      [
        'title',
        'lone \ud800 surrogate',
        'title must be a string of 1 to 200 characters, not blank; it has half of a surrogate pair',
      ],
      ['description', 'a\0b', 'description must be a string of at most 50,000 characters; it has a NUL character'],
      ['start_datetime', '9999-12-31T00:00:00Z', `start_datetime ${time}; years are 1900 to 9998`],
      ['description', 'x'.repeat(50_001), 'description must be a string of at most 50,000 characters'],
      ['description_html', 'x'.repeat(50_001), 'description_html must be a string of at most 50,000 characters'],
      ['venue_name', 'x'.repeat(201), 'venue_name must be a string of at most 200 characters'],
      ['city', ['Cebu'], 'city must be a string'],
      ['capacity', 0, 'capacity must be an integer from 1 to 1,000,000'],
      ['capacity', 1_000_001, 'capacity must be an integer from 1 to 1,000,000'],
      ['capacity', 1.5, 'capacity must be an integer from 1 to 1,000,000'],
      ['capacity', '100', 'capacity must be an integer from 1 to 1,000,000'],
      ['capacity', true, 'capacity must be an integer from 1 to 1,000,000'],
      ['ticket_price', -0.01, price],
      ['ticket_price', 0.001, price],
      ['ticket_price', 10_000_000.01, price],
      ['ticket_price', '500', price],
      ['ticket_price', false, price],
      ['event_type', 'opera', 'event_type must be one of concert, workshop'],
      ['event_type', 'Concert', 'event_type must be one of concert, workshop'],
      ['start_datetime', '2027-05-01', `start_datetime ${time}`],
      ['start_datetime', '2027-02-29T20:00:00Z', `start_datetime ${time}`],
      ['start_datetime', '2027-13-01T20:00:00Z', `start_datetime ${time}`],
      ['start_datetime', '2027-05-01T25:00:00Z', `start_datetime ${time}`],
      ['start_datetime', 'tomorrow', `start_datetime ${time}`],
      ['start_datetime', '1899-12-31T23:59:59Z', `start_datetime ${time}`],
      ['start_datetime', '9999-01-01T00:00:00Z', `start_datetime ${time}`],
      ['start_datetime', 1_809_000_000, `start_datetime ${time}`],
      ['start_datetime', '+020270-05-01T20:00:00Z', `start_datetime ${time}`],
      ['end_datetime', 'later', `end_datetime ${time}`],
      ['sales_end_datetime', '', `sales_end_datetime ${time}`],
      ['latitude', 90.1, 'latitude must be a number from -90 to 90'],
      ['longitude', -180.1, 'longitude must be a number from -180 to 180'],
      ['cover_image_url', 'http://cdn.example/a.jpg', 'cover_image_url must be an https:// URL'],
      ['cover_image_url', 'javascript:alert(1)', 'cover_image_url must be an https:// URL'],
      ['cover_image_url', '/a.jpg', 'cover_image_url must be an https:// URL'],
      ['cover_image_url', 'https://', 'cover_image_url must be an https:// URL'],
      ['cover_image_url', 'https://cdn.example/a\n.jpg', 'cover_image_url must be an https:// URL'],
    ])('answers 400 to %s = %j, naming the field and the rule', async (field, value, message) => {
      const before = await count();
      const answer = await create({ latitude: 10, longitude: 123, [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({
        status: 400,
        code: 'invalid_field',
        field,
        message: expect.stringContaining(message),
      });
      expect(await count()).toEqual(before);
    });

    test.each(['2027-05-01T20:00:00+08:00', '2027-05-01T11:59:59Z'])(
      'answers 400 to an end (%s) that is not after the start',
      async (end) => {
        const answer = await create({ start_datetime: '2027-05-01T12:00:00Z', end_datetime: end });
        expect(answer.body.error).toMatchObject({
          status: 400,
          code: 'fields_out_of_order',
          message: 'end_datetime must be after start_datetime',
        });
      },
    );

    test.each([
      [{ latitude: 10 }, 'latitude and longitude must be sent together, or both be null'],
      [{ longitude: 123, latitude: null }, 'latitude and longitude must be sent together, or both be null'],
    ])('answers 400 to a single coordinate: %j', async (fields, message) => {
      expect((await create(fields)).body.error).toMatchObject({ status: 400, code: 'coordinates_incomplete', message });
    });
  });
});
