import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CUSTOMER, openTestService, SUCCESS_URL, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const bearer = () => ({ authorization: `Bearer ${service.ours.key}` });
const json = { 'content-type': 'application/json' };
const failure = (status: number, code: string, message: unknown = expect.any(String)) => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: { error: { status, code, message } },
});
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'QUERY';

/** With a good key. */
const send = (method: Method, path: string, payload?: string | Buffer, headers: Record<string, string> = {}) =>
  service.request({ method, url: `/api/v1${path}`, headers: { ...bearer(), ...headers }, payload });

describe('401 comes first', () => {
  test.each<[string, Method, string, string?, Record<string, string>?]>([
    ['an unknown route', 'GET', '/nothing'],
    ['an unknown method', 'PATCH', '/events'],
    ['a path with broken escapes', 'GET', '/events/%zz'],
    ['a path that is longer than any id', 'GET', `/events/${'x'.repeat(5_000)}`],
    ['invalid JSON', 'POST', '/events', '{', json],
    ['no body where one is needed', 'POST', '/events'],
    ['another content type', 'POST', '/events', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a body over 1 MiB', 'POST', '/events', 'x'.repeat(1_048_577), json],
    ['a malformed query', 'GET', '/events?page=0'],
    ['an Idempotency-Key that is too long', 'POST', '/events', '{}', { ...json, 'idempotency-key': 'k'.repeat(256) }],
    ['HEAD', 'HEAD', '/events'],
    ['OPTIONS', 'OPTIONS', '/events'],
  ])('before %s is looked at', async (_name, method, path, payload, headers = {}) => {
    const answer = await service.request({ method, url: `/api/v1${path}`, headers, payload });
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    if (method !== 'HEAD') expect(answer).toMatchObject(failure(401, 'invalid_api_key'));
    expect(answer.headers).not.toHaveProperty('ratelimit-limit');
  });

  test('and is the same for an unknown key and for none', async () => {
    const texts = [{}, { authorization: 'Bearer svc_live_wrong' }].map(async (headers) => {
      return (await service.request({ method: 'GET', url: '/api/v1/events', headers })).text;
    });
    const [none, wrong] = await Promise.all(texts);
    expect(none).toBe(wrong);
  });

  test('accepts the scheme in any case', async () => {
    const headers = { authorization: `bEARER ${service.ours.key}` };
    expect((await service.request({ method: 'GET', url: '/api/v1/events', headers })).status).toBe(200);
  });
});

describe('with a valid key', () => {
  test.each<[Method, string]>([
    ['GET', '/nothing'],
    ['GET', ''],
    ['GET', '/'],
    ['PATCH', '/events'],
    ['DELETE', '/events'],
    ['POST', `/events/${UNKNOWN_ID}`],
    ['GET', '/EVENTS'],
    ['OPTIONS', '/events'],
    ['QUERY', '/events'],
    ['GET', `/events/${UNKNOWN_ID}/nothing`],
    ['GET', '/events/'],
    ['POST', '/events//tiers'],
    ['POST', '/analytics/sales/'],
  ])('%s %s answers 404 in the envelope', async (method, path) => {
    expect(await send(method, path)).toMatchObject(failure(404, 'route_not_found'));
  });

  test('an unknown route answers 404 to any request', async () => {
    for (const type of ['application/json', 'text/plain'])
      expect(await send('POST', '/nothing', '{bad', { 'content-type': type })).toMatchObject(
        failure(404, 'route_not_found'),
      );
  });

  test('a path outside the API answers 404 in the envelope without a key', async () => {
    expect(await service.request({ method: 'GET', url: '/nothing' })).toMatchObject(failure(404, 'page_not_found'));
  });

  test.each(['/events/%zz', '/events/%', '/events/%c3%28', `/events/${'x'.repeat(3_000)}`])(
    'GET %.30s answers 400 like any other malformed id',
    async (path) => {
      expect(await send('GET', path)).toMatchObject(failure(400, 'invalid_field', 'id must be a UUID'));
    },
  );

  test('another organization’s id in a body answers 404', async () => {
    const event = await service.event();
    const { body } = await service.theirs.post<{ ticket_tiers: { id: string }[] }>('/events', service.eventBody());
    const checkout = { quantity: 1, customer: CUSTOMER, success_url: SUCCESS_URL };
    const foreignTier = { ...checkout, event_id: event.id, tier_id: body.data.ticket_tiers[0]?.id };
    expect(await service.ours.post('/checkouts', foreignTier)).toMatchObject(failure(404, 'tier_not_found'));
    expect(await service.theirs.post('/checkouts', { ...checkout, event_id: event.id })).toMatchObject(
      failure(404, 'event_not_found'),
    );
    expect(await service.ours.post('/checkouts', { ...checkout, event_id: 'x' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_field', field: 'event_id' } },
    });
  });
});

describe('a body', () => {
  test.each(['{', '{"title": "x",}', "{'title': 'x'}", 'title', '\ufeff{', '{"a":1}{"a":1}', 'NaN', '\0'])(
    'of invalid JSON (%j) answers 400',
    async (payload) => {
      expect(await send('POST', '/events', payload, json)).toMatchObject(
        failure(400, 'invalid_json', expect.stringMatching(/JSON/)),
      );
    },
  );

  test('that is missing answers 400', async () => {
    for (const empty of [undefined, ''])
      expect(await send('POST', '/events', empty, json)).toMatchObject(
        failure(400, 'missing_body', 'A JSON body is required'),
      );
    expect(await send('POST', '/events')).toMatchObject(failure(400, 'missing_body', 'A JSON body is required'));
    expect(await send('PUT', `/events/${UNKNOWN_ID}`)).toMatchObject(
      failure(400, 'missing_body', 'A JSON body is required'),
    );
  });

  test.each(['[]', '"text"', '5', 'true', 'null', '[{"title":"x"}]'])(
    'that is JSON but not an object (%s) answers 400',
    async (payload) => {
      expect(await send('POST', '/events', payload, json)).toMatchObject(failure(400, 'body_not_object'));
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    'application/jsonx',
  ])('of content type %s answers 400', async (type) => {
    const payload = JSON.stringify(service.eventBody());
    const answer = await send('POST', '/events', payload, { 'content-type': type });
    expect(answer).toMatchObject(failure(400, 'unsupported_media_type', 'Content-Type must be application/json'));
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'of content type %s is read',
    async (type) => {
      const payload = JSON.stringify(service.eventBody());
      expect((await send('POST', '/events', payload, { 'content-type': type })).status).toBe(201);
    },
  );

  test('of 1 MiB is read, one byte more answers 400', async () => {
    const sized = (bytes: number) => {
      const start = JSON.stringify({ ...service.eventBody(), padding: '' }).slice(0, -2);
      return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
    };
    expect((await send('POST', '/events', sized(1_048_576), json)).status).toBe(201);
    const tooLong = await send('POST', '/events', sized(1_048_577), json);
    expect(tooLong).toMatchObject(failure(400, 'body_too_large', 'The body must be at most 1 MiB'));
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'with an unknown field %s ignores it',
    async (name) => {
      const payload = `{"${name}": {"prototype": {"admin": true}, "title": "x"}, ${JSON.stringify(service.eventBody()).slice(1)}`;
      expect((await send('POST', '/events', payload, json)).status).toBe(201);
      expect({}).not.toHaveProperty('admin');
    },
  );

  test.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'nonsense'])(
    'of an operation without one may be empty with content type %s',
    async (type) => {
      const { checkout_id } = await service.hold(await service.event());
      expect((await send('POST', `/checkouts/${checkout_id}/expire`, '', { 'content-type': type })).status).toBe(200);
    },
  );

  test.each([
    ['text/plain', 'hello', 'unsupported_media_type', 'Content-Type must be application/json'],
    ['application/json', '{"bad', 'invalid_json', 'The body is not valid JSON'],
  ])('of an operation without one answers 400 if it is not JSON: %s', async (type, payload, code, message) => {
    const { checkout_id } = await service.hold(await service.event());
    const expire = (body: string, headers: Record<string, string>) =>
      send('POST', `/checkouts/${checkout_id}/expire`, body, headers);
    expect(await expire(payload, { 'content-type': type })).toMatchObject(failure(400, code, message));
    expect((await service.ours.get(`/checkouts/${checkout_id}`)).body.data).toMatchObject({ status: 'open' });
    expect((await expire('{"ignored": true}', json)).status).toBe(200);
  });

  test('that is invalid is refused quickly, however deep or long it is', async () => {
    const wrong = {
      title: `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
      start_datetime: `"${'T00:00'.repeat(170_000)}"`,
    };
    for (const [field, value] of Object.entries(wrong)) {
      const { [field]: _left, ...others } = service.eventBody() as Record<string, unknown>;
      const payload = `{"${field}": ${value}, ${JSON.stringify(others).slice(1)}`;
      expect(await send('POST', '/events', payload, json)).toMatchObject(
        failure(400, 'invalid_field', expect.stringMatching(`^${field} must be `)),
      );
    }
  });

  test('that is not UTF-8 answers 400', async () => {
    const [before = '', after = ''] = JSON.stringify({ ...service.eventBody(), title: 'x@x' }).split('@');
    const payload = Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(after)]);
    const answer = await send('POST', '/events', payload, json);
    expect(answer).toMatchObject(failure(400, 'invalid_encoding', 'The body is not valid JSON: it is not UTF-8'));
  });

  test.each([
    ['a NUL', 'a\\u0000b'],
    ['a lone high surrogate', '\\ud83c'],
    ['a lone low surrogate', 'x\\udf9fx'],
    ['surrogates in the wrong order', '\\udf9f\\ud83c'],
  ])('with %s in a text answers 400, because it cannot be stored', async (_name, text) => {
    const payload = `{"title": "${text}", "start_datetime": "2027-05-01T12:00:00Z", "capacity": 1}`;
    expect(await send('POST', '/events', payload, json)).toMatchObject(
      failure(400, 'invalid_field', expect.stringMatching(/^title must/)),
    );
  });

  test('keeps every other character as sent', async () => {
    const title = 'é é \u202e\u200b\ufeff \u{10ffff} 👩‍👩‍👧 \\ " \' <b> % \x01\x7f';
    expect(await service.draft({ title })).toMatchObject({ title });
  });

  test('with the same field twice uses the last', async () => {
    const payload = `{"title": "first", ${JSON.stringify(service.eventBody({ title: 'last' })).slice(1)}`;
    expect((await send('POST', '/events', payload, json)).body.data).toMatchObject({ title: 'last' });
  });
});

describe('every answer', () => {
  test('has the single key data on success and the single key error on failure', async () => {
    expect(Object.keys((await service.ours.get('/events')).body)).toEqual(['data']);
    const { body } = await service.ours.get('/nothing');
    expect(Object.keys(body)).toEqual(['error']);
    expect(Object.keys(body.error)).toEqual(['message', 'status', 'code', 'details']);
    const missing = await service.ours.post('/events', {});
    expect(Object.keys(missing.body.error)).toEqual(['message', 'status', 'code', 'field']);
  });

  test.each(['/api/v1/events', '/api/v1/nothing', '/api/v1/events/%zz', '/healthz', '/nothing', '/c/cs_x'])(
    'has a request id of its own: %s',
    async (url) => {
      const ids = [];
      for (let i = 0; i < 2; i++) ids.push((await service.request({ method: 'GET', url })).headers['x-request-id']);
      expect(ids).toEqual([expect.stringMatching(/^[\w-]{8,}$/), expect.stringMatching(/^[\w-]{8,}$/)]);
      expect(ids[0]).not.toBe(ids[1]);
    },
  );

  test('has the request id of a proxy, unless it could break a log line', async () => {
    const given = async (id: string) =>
      (await send('GET', '/events', undefined, { 'x-request-id': id })).headers['x-request-id'];
    expect(await given('abc-123')).toBe('abc-123');
    expect(await given('a b"c')).not.toContain('"');
    expect(await given('x'.repeat(500))).not.toContain('x'.repeat(200));
  });

  test('to HEAD has the headers of GET and no body', async () => {
    const [head, get] = [await send('HEAD', '/events'), await send('GET', '/events')];
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-type': get.headers['content-type'] } });
    expect((await send('HEAD', `/events/${UNKNOWN_ID}`)).status).toBe(404);
  });

  test('of status 500 reveals no internals', async () => {
    const broken = await openTestService({
      geocoder: { find: () => Promise.reject(new Error('secret /etc/passwd')) },
    });
    const answer = await broken.ours.post('/events', broken.eventBody({ city: 'Cebu City' }));
    expect(answer).toMatchObject(failure(500, 'internal_error', 'Internal server error'));
    await broken.close();
  });
});
