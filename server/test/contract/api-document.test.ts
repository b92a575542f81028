import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredRefusals } from '../../../scripts/declared-refusals.ts';
import { expireLapsedSubscriptions } from '../../src/subscriptions/expire-lapsed-subscriptions.ts';
import { offerPlaces } from '../../src/waiting-list/offer-places.ts';
import { addFan, addPlan } from '../fixtures/fans.ts';
import { openMember } from '../fixtures/members.ts';
import { openTestService, PUBLIC_URL, SUCCESS_URL, type TestService } from '../fixtures/test-service.ts';
import {
  type ApiDocument,
  DOCUMENT,
  objectsIn,
  openAnswerCheck,
  operationsOf,
  parseApiDocument,
  type Schema,
} from '../readers/api-document.ts';
import { isForPeople } from './callers.ts';
import { type Ids, ourIds, REQUESTS } from './security.ts';

/**
 * Uncompressed, because people read it and programs load it as a whole. 122 operations and 14 notifications are 298 KB.
 */
const MAX_BYTES_PER_OPERATION = 2_500;
/** Formats that client generators support. */
const STANDARD_FORMATS = ['date', 'date-time', 'double', 'email', 'int64', 'uri', 'uuid'];
/** Models that integrators look for first. */
const MODELS = [
  ...['Event', 'TicketTier', 'Section', 'SeatingPlan', 'Checkout', 'Order', 'Refund', 'Ticket', 'Attendee', 'Mail'],
  ...[
    'PromoCode',
    'Sales',
    'Webhook',
    'Delivery',
    'SubscriptionTier',
    'Subscription',
    'Organization',
    'ApiKey',
    'Error',
  ],
];
/** Two small models may look alike and mean different things. */
const FEW_FIELDS = 2;

let service: TestService;
let text: string;
let written: ApiDocument;
let resolved: ApiDocument;
let verdict: { valid: boolean; errors?: unknown };
let ids: Ids;
let owner: Awaited<ReturnType<typeof openMember>>;
beforeAll(async () => {
  service = await openTestService({ environment: { SUBSCRIPTION_WRITES: 'enabled' } });
  ({ text } = await service.request({ method: 'GET', url: DOCUMENT }));
  ({ written, resolved, ...verdict } = await parseApiDocument(text));
  owner = await openMember(service);
  ids = await ourIds(service);
});
afterAll(() => service.close());

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Field names of an object and of those in it: `data.customer.name`. */
const keysOf = (value: object): string[] =>
  Object.entries(value)
    .flatMap(([key, inner]) => (isObject(inner) ? keysOf(inner).map((name) => `${key}.${name}`) : [key]))
    .sort();
const describedKeys = ({ properties = {} }: Schema): string[] =>
  Object.entries(properties)
    .flatMap(([key, inner]) => (inner.properties ? describedKeys(inner).map((name) => `${key}.${name}`) : [key]))
    .sort();

describe('GET /openapi.json', () => {
  test('answers OpenAPI 3.1 without a key, with this server’s address and the key scheme', () => {
    expect(verdict).toEqual({ valid: true });
    expect(written.openapi).toMatch(/^3\.1\./);
    expect(written.servers).toEqual([{ url: `${PUBLIC_URL}/api/v1` }]);
    expect(written.info).toMatchObject({
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Takilya', url: PUBLIC_URL },
    });
    expect(written.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } });
    expect(Object.keys(written.paths)).toContain('/events/{id}');
  });

  test(`has at most ${MAX_BYTES_PER_OPERATION} bytes for each operation`, () => {
    expect(Buffer.byteLength(text) / operationsOf(written).length).toBeLessThan(MAX_BYTES_PER_OPERATION);
  });

  test('is compressed for clients that accept that, and answers 304 to its ETag', async () => {
    const ask = async (headers: Record<string, string>) => {
      const answer = await service.app.inject({ url: DOCUMENT, headers });
      return { ...answer, headers: answer.headers, bytes: answer.rawPayload };
    };
    const [plain, zipped, small] = [
      await ask({}),
      await ask({ 'accept-encoding': 'gzip' }),
      await ask({ 'accept-encoding': 'gzip, br' }),
    ];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.bytes.toString()).toBe(text);
    expect([zipped.headers['content-encoding'], gunzipSync(zipped.bytes).toString()]).toEqual(['gzip', text]);
    expect([small.headers['content-encoding'], brotliDecompressSync(small.bytes).toString()]).toEqual(['br', text]);
    expect(small.bytes.length).toBeLessThan(zipped.bytes.length);
    const { etag } = plain.headers;
    for (const { headers } of [plain, zipped, small])
      expect(headers).toMatchObject({
        etag,
        vary: 'accept-encoding',
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
      });
    for (const known of [String(etag), String(etag).slice('W/'.length), `"other", ${etag}`, '*'])
      expect(await ask({ 'if-none-match': known })).toMatchObject({ statusCode: 304, body: '', headers: { etag } });
    expect(await ask({ 'if-none-match': 'W/"other"' })).toMatchObject({ statusCode: 200 });
    expect(await service.app.inject({ method: 'HEAD', url: DOCUMENT })).toMatchObject({
      statusCode: 200,
      body: '',
      headers: { etag },
    });
  });

  test('describes only the API: pages, health and metrics are left out', () => {
    const paths = Object.keys(written.paths);
    expect(paths.filter((path) => /^\/(c|sandbox|docs|metrics|healthz|readyz|openapi)\b/.test(path))).toEqual([]);
  });
});

describe('its models', () => {
  test('have the expected names, each with a description', () => {
    expect(Object.keys(written.components.schemas)).toEqual(expect.arrayContaining(MODELS));
    for (const [name, { description }] of Object.entries(written.components.schemas))
      expect({ name, description }).toEqual({ name, description: expect.stringMatching(/\S/) });
  });

  test('cover every object and enum: none is inline in another schema or operation', () => {
    const inner = [...objectsIn(written.paths), ...objectsIn(written.components)].filter(
      ({ node, path }) =>
        (isObject(node.properties) || Array.isArray(node.enum)) && !(path[0] === 'schemas' && path.length === 2),
    );
    expect(inner.map(({ path }) => path.join(' '))).toEqual([]);
  });

  test('are unique: no two differ only in their names', () => {
    const withoutWords = (schema: object) =>
      JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value));
    const large = Object.entries(written.components.schemas).filter(
      ([, { properties = {} }]) => Object.keys(properties).length > FEW_FIELDS,
    );
    const known = new Map<string, string>();
    for (const [name, schema] of large) {
      const same = withoutWords(schema);
      expect(`${name} is like ${known.get(same)}`).toBe(`${name} is like undefined`);
      known.set(same, name);
    }
    expect(known.size).toBeGreaterThan(60);
  });

  test('are all used, like all shared parts, and every reference resolves', () => {
    const references = new Set(
      [...objectsIn(written)].flatMap(({ node }) => (typeof node.$ref === 'string' ? node.$ref : [])),
    );
    const { securitySchemes: _, ...components } = written.components;
    const shared = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...references].toSorted()).toEqual(shared.toSorted());
  });

  test('use formats that generators know, with double for every number', () => {
    const schemas = [...objectsIn(written)].map(({ node }) => node);
    const formats = new Set(schemas.flatMap(({ format }) => (typeof format === 'string' ? format : [])));
    expect([...formats].toSorted()).toEqual(STANDARD_FORMATS);
    const numbers = schemas.filter(({ type }) => [type].flat().includes('number'));
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers.filter(({ format }) => format !== 'double')).toEqual([]);
  });

  test('describe the format of our identifiers', async () => {
    const { Checkout, CreatedCheckout, Ticket, CreatedApiKey, WebhookWithSecret } = written.components.schemas;
    const pattern = (model: Schema | undefined, field: string) =>
      new RegExp(model?.properties?.[field]?.pattern ?? 'none');
    const { checkout_id: checkoutId } = await service.hold(await service.event());
    expect(checkoutId).toMatch(pattern(CreatedCheckout, 'checkout_id'));
    expect(checkoutId).toMatch(pattern(Checkout, 'checkout_id'));
    expect(checkoutId.slice(1)).not.toMatch(pattern(Checkout, 'checkout_id'));
    expect(ids.ticketNumber).toMatch(pattern(Ticket, 'ticket_number'));
    const key = await owner.post<{ key: string }>('/api-keys', { name: 'Looks', scopes: ['read'] });
    expect(key.body.data.key).toMatch(pattern(CreatedApiKey, 'key'));
    const rotated = await service.ours.post<{ secret: string }>(`/webhooks/${ids.webhook}/rotate-secret`);
    expect(rotated.body.data.secret).toMatch(pattern(WebhookWithSecret, 'secret'));
  });
});

describe('its operations', () => {
  test('have a summary, a description with the access they need, and a declared tag', () => {
    const tags = written.tags.map(({ name }) => name);
    for (const { description } of written.tags) expect(description).toMatch(/\S/);
    const webhooks = Object.entries(written.webhooks).map(([name, { post }]) => ({ name, operation: post }));
    for (const { name, operation } of operationsOf(written)) {
      expect({ name, ...operation }).toMatchObject({
        name,
        summary: expect.stringMatching(/\S/),
        description: expect.stringMatching(/^[A-Z`].+\.\n\nScopes: [a-z_, ]+\. Roles: [a-z, ]+\.$/s),
      });
      for (const { description } of Object.values(operation.responses))
        expect(description ?? '').not.toBe('Default Response');
    }
    const used = [...operationsOf(written), ...webhooks].map(({ operation }) => operation.tags);
    expect(used.every((names) => names.length === 1)).toBe(true);
    expect([...new Set(used.flat())].toSorted()).toEqual(tags.toSorted());
  });

  test('say whether a read key may call them, which is not true of every GET', async () => {
    const reader = service.client(await service.newKey(service.ours.organizationId, { scopes: ['read'] }));
    const refused: string[] = [];
    for (const { name, method, path, operation } of operationsOf(written)) {
      if (method !== 'get' || operation.operationId === 'streamLive') continue;
      const { id = '', query = '' } = REQUESTS[operation.operationId]?.(ids) ?? {};
      const { status } = await reader.get(path.replace(/\{\w+\}/, id) + query);
      expect({ name, refused: status === 403 }).toEqual({
        name,
        refused: !/Scopes:[^.]*\bread\b/.test(operation.description),
      });
      if (status === 403) refused.push(path);
    }
    expect(refused.toSorted()).toEqual([
      '/api-keys',
      '/audit-log',
      '/box-office/closing',
      '/checkouts',
      '/events/{id}/door-links',
      '/events/{id}/messages',
      '/payment-accounts',
      '/payment-accounts/{provider}',
      '/reservations',
      '/team',
    ]);
    expect(written.components.schemas.Scope?.description).toContain(
      'read: every GET but those of team, API keys, payment accounts, audit log, door links, messages, reservations, the list of checkouts and the closing of the box office.',
    );
  });

  test('list their error codes, each with a response of its status; the root lists those of any request', async () => {
    const declared = [...(await declaredRefusals()).values()].flat();
    const statusOf = new Map(declared.map(({ code, declaration }) => [code, declaration.status]));
    const ofAny = written['x-error-codes'];
    expect(ofAny).toEqual(
      expect.arrayContaining([
        'invalid_field',
        'invalid_api_key',
        'rate_limited',
        'internal_error',
        'headers_too_large',
      ]),
    );
    expect(ofAny.filter((code) => !statusOf.has(code))).toEqual([]);
    const listed = operationsOf(written).map(({ name, operation }) => ({ name, ...operation }));
    for (const { name, responses, 'x-error-codes': codes = [] } of listed)
      for (const code of codes) {
        const status = statusOf.get(code);
        const isTold = String(status) in responses || [401, 403, 429, 503].includes(Number(status));
        expect({ name, code, isTold, ofAny: ofAny.includes(code) }).toEqual({ name, code, isTold: true, ofAny: false });
      }
    const codesOf = (id: string) => listed.find(({ operationId }) => operationId === id)?.['x-error-codes'] ?? [];
    expect(codesOf('createCheckout')).toEqual(expect.arrayContaining(['sold_out', 'max_per_buyer', 'sales_ended']));
    for (const id of ['createOrder', 'createReservation']) {
      expect(codesOf(id)).toEqual(expect.arrayContaining(['sold_out', 'seats_not_choosable']));
      expect(codesOf(id).filter((code) => /^(max_per_buyer|.*sales_\w+|seats_not_chosen)$/.test(code))).toEqual([]);
    }
  });

  test('declare exactly the placeholders of their path', () => {
    for (const { name, path, operation } of operationsOf(resolved)) {
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder);
      expect({ name, declared: declared.map((parameter) => parameter.name) }).toEqual({ name, declared: placeholders });
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  test('document 400 and 409 of the Idempotency-Key for every POST', () => {
    const posts = operationsOf(resolved).filter(({ method }) => method === 'post');
    expect(posts.length).toBeGreaterThan(10);
    const missing = posts.filter(({ operation }) => !operation.responses['400'] || !operation.responses['409']);
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('accept an Idempotency-Key with every POST, and with no other method', () => {
    for (const { name, method, operation } of operationsOf(resolved)) {
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
      const wanted = method === 'post' ? ['Idempotency-Key'] : [];
      expect({ name, declared: declared.map((parameter) => parameter.name) }).toEqual({ name, declared: wanted });
      expect(declared.every(({ required }) => !required)).toBe(true);
    }
  });

  test('describe the real headers of errors; the text names those of every answer', async () => {
    const all = Object.keys(resolved.components.headers);
    const narrow = service.client(await service.newKey(service.ours.organizationId, { scopes: ['door'] }));
    const once = { 'idempotency-key': 'described' };
    const answers = [
      ['get', '/events', await service.ours.get('/events')],
      ['get', '/events', await service.ours.get('/events?page=0')],
      ['get', '/events', await service.keyless.get('/events')],
      ['post', '/events', await narrow.post('/events', service.eventBody())],
      ['post', '/events', await service.ours.post('/events', { title: 'No more' }, once)],
      ['post', '/events', await service.ours.post('/events', { title: 'No more' }, once)],
    ] as const;
    expect(answers.map(([, , { status }]) => status)).toEqual([200, 400, 401, 403, 400, 400]);
    for (const [method, path, { status, headers }] of answers) {
      const responses = resolved.paths[path]?.[method]?.responses;
      const given = all.filter((name) => headers[name.toLowerCase()] !== undefined);
      if (status === 200) for (const name of given) expect(resolved.info.description).toContain(`\`${name}\``);
      else
        expect(Object.keys((responses?.[status] ?? responses?.default)?.headers ?? {})).toEqual(
          expect.arrayContaining(given),
        );
      for (const name of given)
        if (resolved.components.headers[name]?.schema.type === 'integer')
          expect(headers[name.toLowerCase()]).toMatch(/^\d+$/);
    }
    expect(Object.keys(resolved.paths['/events']?.get?.responses['400']?.headers ?? {}).toSorted()).toEqual([
      'Idempotent-Replayed',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'X-Request-Id',
    ]);
    expect(answers.at(-1)?.[2].headers).toHaveProperty('idempotent-replayed', 'true');
  });

  test('have valid JSON Schema 2020-12, and a description of every answer', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, operation } of operationsOf(resolved)) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].map(
        (part) => part?.content ?? {},
      );
      const schemas = [
        ...contents.flatMap((content) => Object.values(content).map(({ schema }) => schema)),
        ...(operation.parameters ?? []).map(({ schema }) => schema),
      ];
      for (const schema of schemas) expect({ name, valid: ajv.validateSchema(schema) }).toEqual({ name, valid: true });
      for (const { description } of Object.values(operation.responses)) expect(description).toMatch(/\S/);
    }
  });
});

describe('its schemas', () => {
  const ajv = new Ajv2020({ strict: false, formats: fullFormats });
  const check = openAnswerCheck();

  test('match the answers of every operation, formats included', async () => {
    const seen = new Set<number>();
    // Operations that delete or end something come last, so that the others find it.
    const late = (method: string) => (method === 'get' ? 0 : method === 'delete' ? 2 : 1);
    const operations = operationsOf(resolved).toSorted((one, other) => late(one.method) - late(other.method));
    for (const { name, method, path, operation } of operations) {
      if (operation.operationId === 'streamLive') continue;
      const { id = '', query = '', body } = REQUESTS[operation.operationId]?.(ids) ?? {};
      const caller = isForPeople(operation.operationId) ? owner : service.ours;
      const send = caller[method as 'get' | 'post' | 'put' | 'delete'];
      const answer = await send(path.replace(/\{\w+\}/, id) + query, body);
      seen.add(answer.status);
      expect({ name, wrong: check(operation, answer) }).toEqual({ name, wrong: null });
    }
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 204, 409]));
  });

  test('match the bodies of webhooks, key by key', async () => {
    const event = await service.event({ ticket_price: 350 });
    const { ticket_ids, order_id } = await service.buy(event, { quantity: 3 });
    const tier = { name: 'VIP', price: 500, quantity_total: 1 };
    const { body } = await service.ours.post<{ id: string }>(`/events/${event.id}/tiers`, tier);
    await service.ours.post(`/orders/${order_id}/changes`, {
      tickets: [{ ticket_id: ticket_ids[2], tier_id: body.data.id }],
      payment_method: 'CASH',
    });
    await service.ours.post(`/tickets/${ticket_ids[0]}/check-in`);
    await service.ours.post(`/orders/${order_id}/refund`, { ticket_ids: [ticket_ids[1]] });
    const customer = { name: 'Bea Alonzo', email: 'bea@example.com' };
    const asked = { quantity: 1, customer, success_url: SUCCESS_URL };
    const { body: held } = await service.ours.post<{ checkout_id: string }>('/checkouts', {
      event_id: event.id,
      ...asked,
    });
    await service.ours.post(`/checkouts/${held.data.checkout_id}/expire`);
    const waiting = { ...asked, tier_id: body.data.id };
    const { body: entry } = await service.ours.post<{ id: string }>(`/events/${event.id}/waiting-list`, waiting);
    await service.ours.post(`/tickets/${ticket_ids[2]}/refund`);
    await offerPlaces(service.db, service.now());
    await service.ours.delete(`/waiting-list-entries/${entry.data.id}`);
    const plan = await addPlan(service.ours);
    await service.ours.post(`/subscriptions/${await addFan(service, plan)}/cancel`);
    await addFan(service, plan, { endsInSeconds: 0 });
    await expireLapsedSubscriptions(service.db, service.now());
    const told = [...(await service.notifications(event)), ...(await service.notifications(plan))];
    expect([...new Set(told.map(({ type }) => type)), 'webhook.test'].sort()).toEqual(
      Object.keys(resolved.webhooks).sort(),
    );
    for (const { column, ...sent } of told) {
      const schema = resolved.webhooks[column]?.post.requestBody?.content['application/json']?.schema as Schema;
      expect(ajv.validate(schema, sent), ajv.errorsText()).toBe(true);
      expect(keysOf(sent)).toEqual(describedKeys(schema));
    }
  });
});
