import { describe, expect, test } from 'vitest';
import { CUSTOMER, HOLD_SECONDS, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

describe('POST /checkouts', () => {
  describe('happy', () => {
    test('answers 201 with exactly checkout_id, checkout_url, expires_at and items for general admission', async () => {
      const event = await office.event();
      const { status, data } = await office.askCheckout(event, { quantity: 2 });
      expect(status).toBe(201);
      expect(data).toEqual({
        checkout_id: expect.stringMatching(/^cs_[A-Za-z0-9_-]{43}$/),
        checkout_url: `${PUBLIC_URL}/c/${data.checkout_id}`,
        expires_at: new Date(office.now().getTime() + HOLD_SECONDS * 1_000).toISOString(),
        items: [{ tier_id: event.tierId, section_id: null, quantity: 2, unit_price: 500, subtotal: 1_000 }],
      });
    });

    test('holds the places without selling them: available does not change', async () => {
      const event = await office.event({ capacity: 10 });
      await office.checkout(event, { quantity: 4 });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 4 });
      const { data } = await office.call('GET', `/events/${event.id}`);
      expect(data).toMatchObject({ tickets_sold: 0, ticket_tiers: [{ quantity_sold: 0, available: 10 }] });
    });

    test('accepts a customer without phone and null for optional fields, and ignores unknown fields', async () => {
      const { name, email } = CUSTOMER;
      const nothing = { tier_id: null, section_id: null, cancel_url: null, customer: { name, email, phone: null } };
      expect(await office.askCheckout(await office.event(), { ...nothing, coupon: 'x' })).toMatchObject({
        status: 201,
      });
    });

    test('accepts a UUID in capital letters', async () => {
      const event = await office.event();
      const { checkout_id } = await office.checkout(
        { id: event.id.toUpperCase() },
        { tier_id: event.tierId.toUpperCase() },
      );
      expect(await office.stateOf(checkout_id)).toMatchObject({ event_id: event.id, tier_id: event.tierId });
    });

    test('keeps its price when the tier’s price rises later', async () => {
      const event = await office.event({ price: 333.33 });
      const { checkout_id } = await office.checkout(event, { quantity: 3 });
      await office.call('PUT', `/events/${event.id}`, { ticket_price: 900 });
      expect(await office.stateOf(checkout_id)).toMatchObject({ subtotal: 999.99, discount: 0, total_amount: 999.99 });
    });
  });

  describe('the default tier', () => {
    test('is the active one with the lowest sort_order', async () => {
      const event = await office.event();
      const earlyBird = await office.tier(event, { name: 'Early bird', sort_order: -1 });
      const { checkout_id } = await office.checkout(event);
      expect(await office.stateOf(checkout_id)).toMatchObject({ tier_id: earlyBird });
      await office.call('PUT', `/tiers/${earlyBird}`, { is_active: false });
      const next = await office.checkout(event);
      expect(await office.stateOf(next.checkout_id)).toMatchObject({ tier_id: event.tierId });
    });

    test('is the older of two with the same sort_order', async () => {
      const event = await office.event();
      office.wait(1);
      await office.tier(event, { sort_order: 0 });
      const { checkout_id } = await office.checkout(event);
      expect(await office.stateOf(checkout_id)).toMatchObject({ tier_id: event.tierId });
    });

    test('is missing when no tier is active: 409', async () => {
      const event = await office.event();
      await office.call('PUT', `/tiers/${event.tierId}`, { is_active: false });
      expect(await office.askCheckout(event)).toMatchObject({
        status: 409,
        code: 'no_tier_on_sale',
        message: 'No tier of this event is on sale',
      });
    });
  });

  describe('errors', () => {
    test.each<[string, Record<string, unknown>]>([
      ['event_id is required', { event_id: undefined }],
      ['event_id must be a UUID', { event_id: 'evt_1' }],
      ['tier_id must be a UUID', { tier_id: 'VIP' }],
      ['section_id must be a UUID', { section_id: 'A' }],
      ['quantity is required', { quantity: undefined }],
      ['quantity must be an integer of at least 1', { quantity: 0 }],
      ['quantity must be an integer of at least 1', { quantity: 1.5 }],
      ['quantity must be an integer of at least 1', { quantity: '2' }],
      ['quantity must be an integer of at least 1', { quantity: true }],
      ['quantity is required', { quantity: null }],
      ['customer is required', { customer: undefined }],
      ['customer.name is required', { customer: { email: CUSTOMER.email } }],
      ...['  ', 'Account locked!\nPay again', 'Confirm at https://evil.example/login', 'evil.com'].map(
        (name): [string, Record<string, unknown>] => [
          'customer.name must be a string of 1 to 200 characters, not blank, without line breaks and web addresses',
          { customer: { ...CUSTOMER, name } },
        ],
      ),
      ['customer.email is required', { customer: { name: CUSTOMER.name } }],
      [
        'customer.email must be an e-mail address of at most 254 characters',
        { customer: { ...CUSTOMER, email: 'ana' } },
      ],
      ['success_url is required', { success_url: undefined }],
    ])('answers 400 "%s", and which field it is', async (message, fields) => {
      const [field] = message.split(' ');
      const code = message.endsWith('is required') ? 'missing_field' : 'invalid_field';
      const answer = await office.askCheckout(await office.event(), fields);
      expect(answer).toMatchObject({ status: 400, code, message, field });
    });

    test('has the rule of a field as data', async () => {
      expect(await office.askCheckout(await office.event(), { quantity: '2' })).toMatchObject({
        code: 'invalid_field',
        details: { rule: { type: ['integer', 'null'], minimum: 1 } },
      });
      const customer = { ...CUSTOMER, name: 'a\0b' };
      expect(await office.askCheckout(await office.event(), { customer })).toMatchObject({
        field: 'customer.name',
        details: {
          rule: { type: 'string', format: 'person-name', minLength: 1, maxLength: 200 },
          hint: 'nul_character',
        },
      });
    });

    test('answers 404 for an unknown event and for an unknown tier', async () => {
      expect(await office.askCheckout({ id: UNKNOWN_ID })).toMatchObject({
        status: 404,
        code: 'event_not_found',
        message: 'Event not found',
      });
      const unknownTier = office.askCheckout(await office.event(), { tier_id: UNKNOWN_ID });
      expect(await unknownTier).toMatchObject({ status: 404, code: 'tier_not_found', message: 'Tier not found' });
    });

    test('answers 404 for a tier of another event', async () => {
      const [event, other] = [await office.event(), await office.event()];
      expect(await office.askCheckout(event, { tier_id: other.tierId })).toMatchObject({
        status: 404,
        code: 'tier_not_found',
      });
    });

    test('answers 400 for section_id on a general admission event', async () => {
      expect(await office.askCheckout(await office.event(), { section_id: UNKNOWN_ID })).toMatchObject({
        status: 400,
        code: 'section_not_expected',
        message: 'section_id must not be sent for a general admission event',
      });
    });
  });

  describe('success_url and cancel_url', () => {
    const good = ['https://a.example', 'http://localhost:8080/x?y=1', 'http://127.0.0.1/', 'http://[::1]:3000/done'];
    const bad = [
      'http://a.example',
      'javascript:alert(1)',
      '/thanks',
      'https://',
      'ftp://a.example',
      'http://localhost.example/',
    ];

    test.each(good)('may be %s', async (url) => {
      const answer = await office.askCheckout(await office.event(), { success_url: url, cancel_url: url });
      expect(answer.status).toBe(201);
    });

    test.each(bad)('must not be %s', async (url) => {
      const event = await office.event();
      const rule = 'must be an https:// URL (http:// only on localhost) of at most 2,048 characters';
      expect(await office.askCheckout(event, { success_url: url })).toMatchObject({
        status: 400,
        message: `success_url ${rule}`,
      });
      expect(await office.askCheckout(event, { cancel_url: url })).toMatchObject({
        status: 400,
        code: 'invalid_field',
        message: `cancel_url ${rule}`,
      });
    });
  });
});
