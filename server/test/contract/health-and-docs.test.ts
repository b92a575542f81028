import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, PUBLIC_URL, type TestService } from '../fixtures/test-service.ts';

let service: TestService;
let broken = false;
beforeAll(async () => {
  service = await openTestService({
    database: (db) => ({
      ...db,
      kind: db.kind,
      query: (statement) => (broken ? Promise.reject(new Error('gone')) : db.query(statement)),
      runScript: (script) => db.runScript(script),
      transaction: (work) => db.transaction(work),
      close: () => db.close(),
    }),
  });
});
afterAll(() => service.close());
afterEach(() => {
  broken = false;
  service.lifecycle.phase = 'serving';
});

const get = (url: string, headers: Record<string, string> = {}) => service.request({ method: 'GET', url, headers });
const events = async () => (await service.ours.get<{ meta: { total: number } }>('/events?status=draft')).body.data.meta;
const unavailable = {
  status: 503,
  headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/), 'content-type': 'application/json; charset=utf-8' },
  body: { error: { status: 503, message: expect.any(String) } },
};

describe('health', () => {
  test('is told without a key: alive, and ready', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });

  test('when leaving: alive, not ready, and everything is answered, on a connection that ends', async () => {
    expect((await service.ours.get('/events')).headers.connection).toBe('keep-alive');
    service.lifecycle.phase = 'leaving';
    expect((await get('/healthz')).status).toBe(200);
    expect(await get('/readyz')).toMatchObject(unavailable);
    const closing = { connection: 'close' };
    expect(await service.ours.get('/events')).toMatchObject({ status: 200, headers: closing });
    expect(await service.ours.post('/events', service.eventBody())).toMatchObject({ status: 201, headers: closing });
  });

  test('when handing over: reads are refused with 503, Retry-After and the envelope, and writes are still done', async () => {
    const checkout = await service.hold(await service.event());
    const { pathname } = new URL(checkout.checkout_url);
    service.lifecycle.phase = 'handing over';
    expect((await get('/healthz')).status).toBe(200);
    expect(await service.ours.get('/events')).toMatchObject(unavailable);
    expect((await service.ours.post('/events', service.eventBody())).status).toBe(201);
    const page = await get(pathname);
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } });
    expect(page.text).toContain('try again in a few seconds');
    const paid = await service.request({
      method: 'POST',
      url: `${pathname}/pay`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'payment_method=GCASH',
    });
    expect(paid.status).toBe(303);
  });

  test('when closing: what still comes is refused, and nothing of it is done', async () => {
    const { total } = await events();
    service.lifecycle.phase = 'closing';
    expect((await get('/healthz')).status).toBe(200);
    expect(await service.ours.post('/events', service.eventBody())).toMatchObject(unavailable);
    service.lifecycle.phase = 'serving';
    expect((await events()).total).toBe(total);
  });

  test('when starting: not ready', async () => {
    service.lifecycle.phase = 'starting';
    expect(await get('/readyz')).toMatchObject(unavailable);
  });

  test('when the database is gone: alive, not ready, and requests answer 500 that tells nothing', async () => {
    await service.ours.get('/events');
    broken = true;
    expect((await get('/healthz')).status).toBe(200);
    expect(await get('/readyz')).toMatchObject(unavailable);
    const answer = await service.ours.get('/events');
    expect(answer).toMatchObject({ status: 500, body: { error: { status: 500, message: 'Internal server error' } } });
  });
});

describe('GET /metrics', () => {
  test('counts requests by method, route pattern and status, never by id', async () => {
    const { id } = await service.draft();
    await service.ours.get(`/events/${id}`);
    const { status, text, headers } = await get('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(/duration_seconds_count\{method="GET",route="\/api\/v1\/events\/:id",status="200"\} 1\b/);
    expect(text).not.toContain(id);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });
});

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { securitySchemes: Record<string, object>; headers: Record<string, { schema: { type: string } }> };
  webhooks: Record<string, { post: OperationObject }>;
}
interface OperationObject {
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, object>; content?: Record<string, { schema: object }> }
  >;
}

interface JsonObject {
  properties?: Record<string, JsonObject>;
}
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Of an object and those in it: `data.customer.name`. */
const keysOf = (value: object): string[] =>
  Object.entries(value)
    .flatMap(([key, inner]) => (isObject(inner) ? keysOf(inner).map((name) => `${key}.${name}`) : [key]))
    .sort();
const describedKeys = ({ properties = {} }: JsonObject): string[] =>
  Object.entries(properties)
    .flatMap(([key, inner]) => (inner.properties ? describedKeys(inner).map((name) => `${key}.${name}`) : [key]))
    .sort();

describe('GET /openapi.json', () => {
  const read = async () => (await get('/api/v1/openapi.json')).body as unknown as Document;
  const operations = (document: Document) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
    );

  test('answers OpenAPI 3.1 without a key, for this address, with the key described', async () => {
    const document = await read();
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: `${PUBLIC_URL}/api/v1` }]);
    expect(document.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } });
    expect(Object.keys(document.paths)).toContain('/events/{id}');
  });

  test('describes the API alone: pages for people, health and metrics are not in it', async () => {
    const paths = Object.keys((await read()).paths);
    expect(paths.filter((path) => /^\/(c|sandbox|docs|metrics|healthz|readyz|openapi)\b/.test(path))).toEqual([]);
  });

  test('declares every placeholder of a path, and nothing that is not there', async () => {
    for (const { name, path, operation } of operations(await read())) {
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder);
      expect({ name, declared: declared.map((parameter) => parameter.name) }).toEqual({ name, declared: placeholders });
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  test('says of every POST what an Idempotency-Key can bring: 400 and 409', async () => {
    const posts = operations(await read()).filter(({ name }) => name.startsWith('post '));
    expect(posts.length).toBeGreaterThan(10);
    const missing = posts.filter(({ operation }) => !operation.responses['400'] || !operation.responses['409']);
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('takes an Idempotency-Key with every POST, and with nothing else', async () => {
    for (const { name, operation } of operations(await read())) {
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
      const wanted = name.startsWith('post ') ? ['Idempotency-Key'] : [];
      expect({ name, declared: declared.map((parameter) => parameter.name) }).toEqual({ name, declared: wanted });
      expect(declared.every(({ required }) => !required)).toBe(true);
    }
  });

  test('describes the headers that are really given, and no others', async () => {
    const { paths, components } = await read();
    const all = Object.keys(components.headers);
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
      const described = Object.keys(paths[path]?.[method]?.responses[status]?.headers ?? {});
      const given = all.filter((name) => headers[name.toLowerCase()] !== undefined);
      const replayed = headers['idempotent-replayed'] === undefined ? ['Idempotent-Replayed'] : [];
      expect(described.filter((name) => !replayed.includes(name)).sort()).toEqual(given.sort());
      for (const name of given)
        if (components.headers[name]?.schema.type === 'integer') expect(headers[name.toLowerCase()]).toMatch(/^\d+$/);
    }
    expect(answers.at(-1)?.[2].headers).toHaveProperty('idempotent-replayed', 'true');
  });

  test('describes what webhooks are told, key by key', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const { webhooks } = await read();
    const event = await service.event({ ticket_price: 350 });
    const { ticket_ids, order_id } = await service.buy(event, { quantity: 2 });
    await service.ours.post(`/tickets/${ticket_ids[0]}/check-in`);
    await service.ours.post(`/orders/${order_id}/refund`, { ticket_ids: [ticket_ids[1]] });
    const told = await service.notifications(event);
    expect([...new Set(told.map(({ type }) => type)), 'webhook.test'].sort()).toEqual(Object.keys(webhooks).sort());
    for (const { column, ...body } of told) {
      const schema = webhooks[column]?.post.requestBody?.content['application/json']?.schema as JsonObject;
      expect(ajv.validate(schema, body), ajv.errorsText()).toBe(true);
      expect(keysOf(body)).toEqual(describedKeys(schema));
    }
  });

  test('has schemas that are valid JSON Schema 2020-12, and a description of every answer', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, operation } of operations(await read())) {
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

  test('describes the answers that are really given', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const { paths } = await read();
    const { id } = await service.draft();
    const schemaOf = (path: string, status: string) =>
      paths[path]?.get?.responses[status]?.content?.['application/json']?.schema ?? false;
    for (const [path, url, status] of [
      ['/events/{id}', `/events/${id}`, '200'],
      ['/events', '/events?status=draft', '200'],
      ['/events', '/events?page=0', '400'],
    ] as const)
      expect(ajv.validate(schemaOf(path, status), (await service.ours.get(url)).body)).toBe(true);
  });
});

describe('GET /docs', () => {
  test('answers a page without a key, whose parts are all there and all ours', async () => {
    const { status, headers, text } = await get('/api/v1/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    const parts = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => part);
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) {
      const { pathname, origin } = new URL(part, `${PUBLIC_URL}/api/v1/docs`);
      expect(origin).toBe(PUBLIC_URL);
      expect({ part, status: (await get(pathname)).status }).toEqual({ part, status: 200 });
    }
  });
});
