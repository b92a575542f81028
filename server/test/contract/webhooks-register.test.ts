import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import { MAX_WEBHOOKS } from '../../src/webhooks/create-webhook.ts';
import {
  ALL_TYPES,
  openWebhookOffice,
  type WebhookJson,
  type WebhookOffice,
  WIDER_TYPES,
} from '../fixtures/webhook-office.ts';

const URL = 'https://hooks.example/takilya';
const unknown = randomUUID();

let hooks: WebhookOffice;
let other: { authorization: string };
beforeAll(async () => {
  hooks = await openWebhookOffice();
  const { db, now } = hooks.office;
  const organizationId = await createOrganization(db, { name: 'Another', now: now() });
  const { key } = await createApiKey(db, { organizationId, actor: OPERATOR, name: 'test', now: now() });
  other = { authorization: `Bearer ${key}` };
});
afterAll(() => hooks.close());

const post = (body: object, headers = {}) => hooks.office.call<WebhookJson>('POST', '/webhooks', body, headers);

describe('POST /webhooks', () => {
  test('answers 201 with the registration and a secret of 32 bytes', async () => {
    const { status, data } = await post({ url: URL, events: ['ticket.purchased', 'event.updated'] });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: URL,
      events: ['ticket.purchased', 'event.updated'],
      payload: 'full',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      is_active: true,
      disabled_reason: null,
      failing_since: null,
      created_at: hooks.office.now().toISOString(),
      updated_at: hooks.office.now().toISOString(),
    });
  });

  test('never shows the secret again', async () => {
    const { id, secret } = (await post({ url: URL, events: ALL_TYPES })).data;
    const later = [
      await hooks.office.call('GET', `/webhooks/${id}`),
      await hooks.office.call('GET', '/webhooks'),
      await hooks.office.call('PUT', `/webhooks/${id}`, { url: `${URL}/2` }),
      await hooks.office.call('POST', `/webhooks/${id}/test`),
      await hooks.office.call('GET', `/webhooks/${id}/deliveries`),
    ];
    for (const { status, body } of later) {
      expect(status).toBe(200);
      expect(body).not.toContain(secret);
      expect(body).not.toContain('whsec_');
    }
  });

  test('takes a thin payload, which PUT changes and null takes back', async () => {
    const { id, payload } = (await post({ url: URL, events: ALL_TYPES, payload: 'thin' })).data;
    expect(payload).toBe('thin');
    const put = async (fields: object) => (await hooks.change({ id }, fields)).data.payload;
    expect(await put({ is_active: true })).toBe('thin');
    expect(await put({ payload: null })).toBe('full');
    expect(await put({ payload: 'thin' })).toBe('thin');
    expect(await post({ url: URL, events: ALL_TYPES, payload: 'none' })).toMatchObject({
      status: 400,
      field: 'payload',
    });
  });

  test('collapses duplicate types', async () => {
    const { data } = await post({ url: URL, events: ['event.updated', 'event.updated', 'ticket.refunded'] });
    expect(data.events).toEqual(['event.updated', 'ticket.refunded']);
  });

  const types = [...ALL_TYPES.slice(0, 4), ...WIDER_TYPES, 'event.updated'].join(', ');
  test.each([
    [{ events: ALL_TYPES }, 'url is required'],
    [{ url: URL }, 'events is required'],
    [{ url: URL, events: [] }, 'events must be an array of 1 to 100 items'],
    [{ url: URL, events: 'event.updated' }, 'events must be an array of 1 to 100 items'],
    [{ url: URL, events: null }, 'events must be an array of 1 to 100 items'],
    [{ url: URL, events: ['event.created'] }, `events[0] must be one of ${types}`],
    [{ url: URL, events: ['event.updated', 'webhook.test'] }, `events[1] must be one of ${types}`],
    [{ url: 'http://hooks.example/', events: ALL_TYPES }, /^url must be .*https/],
    [{ url: 'hooks.example', events: ALL_TYPES }, /^url must be .*https/],
    [{ url: 7, events: ALL_TYPES }, /^url must be .*https/],
    [{ url: `${URL}?${'a'.repeat(2_048)}`, events: ALL_TYPES }, /^url must be .*2,048/],
    [{ url: 'https://127.0.0.1/hook', events: ALL_TYPES }, 'url must not point to a private or local address'],
    [{ url: 'https://me:secret@hooks.example/', events: ALL_TYPES }, 'url must not contain a user name or password'],
  ])('answers 400 to %j', async (body, message) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  test(`answers 409 beyond ${MAX_WEBHOOKS} webhooks, even to simultaneous requests`, async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 10 }, () => post({ url: URL, events: ALL_TYPES }, other)),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(MAX_WEBHOOKS);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      code: 'too_many_webhooks',
      message: `An organization has at most ${MAX_WEBHOOKS} webhooks: delete one first`,
    });
    await hooks.office.call('DELETE', `/webhooks/${accepted[0]?.data.id}`, undefined, other);
    expect((await post({ url: URL, events: ALL_TYPES }, other)).status).toBe(201);
  });
});

describe('GET /webhooks', () => {
  test('lists the organization’s webhooks, newest first, in pages', async () => {
    const office = await openWebhookOffice();
    try {
      const made: string[] = [];
      for (let n = 0; n < 3; n++) {
        made.unshift((await office.endpoint()).id);
        office.office.wait(1);
      }
      type List = { webhooks: WebhookJson[]; meta: object };
      const page = async (query: string) => (await office.office.call<List>('GET', `/webhooks${query}`)).data;
      const first = await page('?per_page=2');
      expect(first.webhooks.map(({ id }) => id)).toEqual(made.slice(0, 2));
      expect(first.meta).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2, has_more: true });
      expect((await page('?per_page=2&page=2')).webhooks.map(({ id }) => id)).toEqual(made.slice(2));
      const past = await page('?page=9');
      expect(past).toEqual({
        webhooks: [],
        meta: { page: 9, per_page: 20, total: 3, total_pages: 1, has_more: false },
      });
      expect(await office.office.call('GET', '/webhooks?per_page=101')).toMatchObject({
        status: 400,
        code: 'invalid_field',
      });
      expect((await office.office.call('GET', '/webhooks?per_page=100')).status).toBe(200);
    } finally {
      await office.close();
    }
  });
});

describe('PUT /webhooks/{id}', () => {
  test('changes only the fields that are sent', async () => {
    const before = await hooks.endpoint({ events: ['event.updated'] });
    hooks.office.wait(60);
    const { status, data } = await hooks.change(before, { events: ['ticket.refunded', 'ticket.refunded'] });
    expect(status).toBe(200);
    expect(data).toMatchObject({ url: before.url, events: ['ticket.refunded'], is_active: true });
    expect(data).toMatchObject({ updated_at: hooks.office.now().toISOString() });
    expect((await hooks.change(before, { url: 'https://elsewhere.example/' })).data).toMatchObject({
      url: 'https://elsewhere.example/',
      events: ['ticket.refunded'],
    });
    expect((await hooks.change(before, { is_active: false })).data).toMatchObject({
      is_active: false,
      disabled_reason: null,
    });
    expect(await hooks.read(before)).toMatchObject({ is_active: false, url: 'https://elsewhere.example/' });
    expect((await hooks.change(before, { is_active: null })).data).toMatchObject({ is_active: true });
  });

  test('changes nothing if the values are the same', async () => {
    const before = await hooks.endpoint();
    hooks.office.wait(60);
    const same = { url: before.url, events: before.events, is_active: true };
    const { secret, path, ...registration } = before;
    expect((await hooks.change(before, same)).data).toEqual(registration);
  });

  test.each([{ url: 'https://localhost/' }, { url: 'http://hooks.example' }, { events: [] }, { is_active: 'yes' }])(
    'answers 400 to %j',
    async (fields) => {
      expect((await hooks.change(await hooks.endpoint(), fields)).status).toBe(400);
    },
  );
});

describe('DELETE /webhooks/{id}', () => {
  test('answers 204, deletes its deliveries and sends nothing more', async () => {
    const endpoint = await hooks.endpoint();
    await hooks.happen();
    expect(await hooks.deliveries(endpoint)).not.toHaveLength(0);
    const { status, body } = await hooks.office.call('DELETE', `/webhooks/${endpoint.id}`);
    expect({ status, body }).toEqual({ status: 204, body: '' });
    await hooks.deliver();
    expect(hooks.receiver.at(endpoint.path)).toEqual([]);
    expect(await hooks.office.call('GET', `/webhooks/${endpoint.id}`)).toMatchObject({
      status: 404,
      code: 'webhook_not_found',
    });
    expect(await hooks.office.call('DELETE', `/webhooks/${endpoint.id}`)).toMatchObject({
      status: 404,
      code: 'webhook_not_found',
    });
  });
});

describe('a webhook that is unknown, another organization’s or malformed', () => {
  const operations: ['GET' | 'PUT' | 'POST' | 'DELETE', string, object?][] = [
    ['GET', ''],
    ['PUT', '', { is_active: false }],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['DELETE', ''],
  ];
  test.each(operations)('%s /webhooks/{id}%s answers 404, 404 and 400', async (method, path, body) => {
    const { id, secret } = await hooks.endpoint();
    const ask = (webhook: string, headers = {}) =>
      hooks.office.call(method, `/webhooks/${webhook}${path}`, body, headers);
    expect(await ask(unknown)).toMatchObject({ status: 404, code: 'webhook_not_found', message: 'Webhook not found' });
    const foreign = await ask(id, other);
    expect(foreign).toMatchObject({ status: 404, code: 'webhook_not_found', message: 'Webhook not found' });
    expect(foreign.body).not.toContain(secret);
    expect(await ask('7')).toMatchObject({ status: 400, code: 'invalid_field', message: 'id must be a UUID' });
    expect((await hooks.read({ id })).is_active).toBe(true);
  });

  test('POST /webhook-deliveries/{id}/redeliver answers 404, 404 and 400', async () => {
    const endpoint = await hooks.endpoint();
    await hooks.happen();
    const { id } = await hooks.delivery(endpoint);
    const ask = (delivery: string, headers = {}) =>
      hooks.office.call('POST', `/webhook-deliveries/${delivery}/redeliver`, undefined, headers);
    expect(await ask(unknown)).toMatchObject({
      status: 404,
      code: 'delivery_not_found',
      message: 'Delivery not found',
    });
    expect(await ask(id, other)).toMatchObject({
      status: 404,
      code: 'delivery_not_found',
      message: 'Delivery not found',
    });
    expect(await ask('7')).toMatchObject({ status: 400, code: 'invalid_field' });
  });
});
