import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Coordinates } from '../../src/geocoding/geocoder.ts';
import { type Database, DatabaseUnavailable, OutcomeUnknown } from '../../src/platform/database/database.ts';
import { aroundStatements } from '../databases/around-statements.ts';
import { openMember } from '../fixtures/members.ts';
import { type EventData, openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

let service: TestService;
/** The place lookup: a slow or broken one delays a request or makes it fail. */
let find: () => Promise<Coordinates | null>;
/** A database or a process that stalls delays the claim of a key. */
let beforeClaim = () => {};
/** The database says nothing to the commit of a new event. */
let losesAnswers = false;
let committing = false;
/** The database is gone when the answer is to be kept, or its key let go. */
let keepsNothing = false;
beforeAll(async () => {
  const database = (db: Database) => {
    const watched = aroundStatements(db, async (tx, statement) => {
      if (statement.text.includes('insert into idempotency_keys')) beforeClaim();
      if (statement.text.includes('insert into events')) committing = true;
      if (keepsNothing && /(?:update|delete from) idempotency_keys/.test(statement.text))
        throw new DatabaseUnavailable('connect ECONNREFUSED 10.0.0.1:5432');
      return tx.query(statement);
    });
    const transaction: Database['transaction'] = async (work) => {
      const result = await watched.transaction(work);
      if (losesAnswers && committing) throw new OutcomeUnknown('the connection broke');
      return result;
    };
    return { ...watched, transaction };
  };
  service = await openTestService({ geocoder: { find: () => find() }, database });
});
afterAll(() => service.close());

const DOOR_KEY = { name: 'Door', scopes: ['door'] };
const nothing = async () => null;
find = nothing;

const HOUR = 3_600;
const newKey = () => ({ 'idempotency-key': randomUUID() });
const create = (headers: Record<string, string>, fields: Record<string, unknown> = {}, client = service.ours) =>
  client.post<EventData>(
    '/events',
    { title: 'Once', start_datetime: '2027-06-01T12:00:00Z', capacity: 5, ...fields },
    headers,
  );
const drafts = async () =>
  (await service.ours.get<{ meta: { total: number } }>('/events?status=draft')).body.data.meta.total;

describe('Idempotency-Key', () => {
  test('repeats the first answer byte for byte, and does nothing twice', async () => {
    const [headers, before] = [newKey(), await drafts()];
    const first = await create(headers);
    expect(first.status).toBe(201);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    service.wait(60);
    await service.ours.put(`/events/${first.body.data.id}`, { title: 'Renamed since' });
    const again = await create(headers);
    expect(again).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'idempotent-replayed': 'true', 'content-type': first.headers['content-type'] },
    });
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await drafts()).toBe(before + 1);
  });

  test('is of the same request when the fields come in another order', async () => {
    const headers = newKey();
    const body = { title: 'Once', start_datetime: '2027-06-01T12:00:00Z', capacity: 5 };
    const first = await service.ours.post('/events', body, headers);
    const again = await service.ours.post('/events', Object.fromEntries(Object.entries(body).reverse()), headers);
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  });

  test('answers 409 to another body, and does nothing', async () => {
    const [headers, before] = [newKey(), await drafts()];
    await create(headers);
    const answer = await create(headers, { capacity: 6 });
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/another request/) } },
    });
    expect(await drafts()).toBe(before + 1);
  });

  test('ignores white space between the tokens of the body', async () => {
    const headers = { ...newKey(), 'content-type': 'application/json' };
    const body = { title: 'Once', start_datetime: '2027-06-01T12:00:00Z', capacity: 5 };
    const first = await service.ours.post('/events', JSON.stringify(body), headers);
    const again = await service.ours.post('/events', JSON.stringify(body, null, 2), headers);
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } });
  });

  test('does not store the answer of a request that was presumed dead over that of its successor', async () => {
    const headers = newKey();
    const answers: (() => void)[] = [];
    find = () => new Promise((resolve) => answers.push(() => resolve(null)));
    const slow = create(headers, { location: { name: 'Hall', address: '1 Slow Street' } });
    await expect.poll(() => answers.length).toBe(1);
    service.wait(60);
    const second = create(headers, { location: { name: 'Hall', address: '1 Slow Street' } });
    await expect.poll(() => answers.length).toBe(2);
    answers[0]?.();
    expect((await slow).status).toBe(201);
    find = nothing;
    const again = () => create(headers, { location: { name: 'Hall', address: '1 Slow Street' } });
    expect((await again()).body.error.message).toMatch(/still running/);
    answers[1]?.();
    const { text } = await second;
    expect(await again()).toMatchObject({ status: 201, text, headers: { 'idempotent-replayed': 'true' } });
  });

  test('answers 409 while the first request is running, and its answer afterwards', async () => {
    const { promise: running, resolve: started } = Promise.withResolvers<void>();
    const { promise: place, resolve: finish } = Promise.withResolvers<null>();
    find = () => {
      started();
      return place;
    };
    const headers = newKey();
    const first = create(headers);
    await running;
    for (const fields of [{}, { capacity: 6 }])
      expect(await create(headers, fields)).toMatchObject({ status: 409, headers: {} });
    expect((await create(headers)).body.error.message).toMatch(/still running/);
    find = nothing;
    finish(null);
    const { status, text } = await first;
    expect(status).toBe(201);
    expect(await create(headers)).toMatchObject({ status: 201, text });
  });

  test('runs nothing when the key was claimed so late that a repeat could take it over meanwhile', async () => {
    const [headers, before] = [newKey(), await drafts()];
    beforeClaim = () => service.wait(61);
    const late = await create(headers);
    beforeClaim = () => {};
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
    expect(await drafts()).toBe(before);
    expect((await create(headers)).status).toBe(201);
    expect(await drafts()).toBe(before + 1);
  });

  test('stays claimed for a minute when the database did not say whether it was done', async () => {
    const [headers, before] = [newKey(), await drafts()];
    losesAnswers = true;
    committing = false;
    const lost = await create(headers);
    losesAnswers = false;
    expect(lost).toMatchObject({ status: 503, body: { error: { code: 'database_unavailable' } } });
    expect(await drafts()).toBe(before + 1);
    expect(await create(headers)).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
    expect(await drafts()).toBe(before + 1);
    service.wait(61);
    expect((await create(headers)).status).toBe(201);
  });

  test('changes no answer when the database is gone before it is kept', async () => {
    const [done, failed] = [newKey(), newKey()];
    keepsNothing = true;
    expect(await create(done)).toMatchObject({ status: 201, body: { data: { title: 'Once' } } });
    find = () => Promise.reject(new Error('broken'));
    const answer = await create(failed, { city: 'Makati' });
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal_error', status: 500 } } });
    expect(answer.text).not.toContain('10.0.0.1');
    [find, keepsNothing] = [nothing, false];
    for (const key of [done, failed]) expect((await create(key)).body.error.code).toMatch(/^idempotency_key_/);
    service.wait(61);
    expect((await create(failed, { city: 'Makati' })).status).toBe(201);
  });

  test('runs one of ten simultaneous requests', async () => {
    const [headers, before] = [newKey(), await drafts()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(headers)));
    const ran = answers.filter((answer) => answer.status === 201 && !answer.headers['idempotent-replayed']);
    expect(ran).toHaveLength(1);
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    expect(await drafts()).toBe(before + 1);
  });

  test('is stored for 24 hours', async () => {
    const headers = newKey();
    const first = await create(headers);
    service.wait(24 * HOUR - 1);
    expect((await create(headers)).text).toBe(first.text);
    service.wait(1);
    const later = await create(headers);
    expect(later.status).toBe(201);
    expect(later.headers).not.toHaveProperty('idempotent-replayed');
    expect(later.body.data.id).not.toBe(first.body.data.id);
  });

  test('applies per API key, not to other keys of any organization', async () => {
    const headers = newKey();
    await create(headers);
    const second = service.client(await service.newKey(service.ours.organizationId));
    for (const client of [second, service.theirs]) {
      const answer = await create(headers, { capacity: 6 }, client as typeof service.ours);
      expect(answer.status).toBe(201);
      expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    }
  });

  test('applies per concrete path', async () => {
    const [headers, one, other] = [newKey(), await service.draft(), await service.draft()];
    const tier = { name: 'VIP', price: 1, quantity_total: 1 };
    const add = (event: EventData) => service.ours.post<{ id: string }>(`/events/${event.id}/tiers`, tier, headers);
    const first = await add(one);
    expect((await add(other)).body.data.id).not.toBe(first.body.data.id);
    expect((await add(one)).body.data.id).toBe(first.body.data.id);
  });

  test('is ignored for PUT, DELETE and GET', async () => {
    const [headers, event] = [newKey(), await service.draft()];
    for (const title of ['First', 'Second'])
      expect((await service.ours.put(`/events/${event.id}`, { title }, headers)).body.data).toMatchObject({ title });
    for (let i = 0; i < 2; i++)
      expect((await service.ours.get('/events', undefined, headers)).headers).not.toHaveProperty('idempotent-replayed');
  });

  test('replays an operation without a body', async () => {
    const { checkout_id } = await service.hold(await service.event());
    const headers = newKey();
    const expire = () => service.ours.post(`/checkouts/${checkout_id}/expire`, undefined, headers);
    const first = await expire();
    expect(await expire()).toMatchObject({ status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } });
  });

  test('treats no body and an empty one as the same for operations without a body', async () => {
    const { ticket_ids } = await service.buy(await service.event());
    const { body } = await service.ours.get<{ orders: { id: string }[] }>('/orders?per_page=1');
    const headers = newKey();
    const refund = (sent?: object) => service.ours.post(`/orders/${body.data.orders[0]?.id}/refund`, sent, headers);
    const first = await refund();
    expect(first.status).toBe(200);
    expect(await refund({})).toMatchObject({ status: 200, text: first.text });
    expect((await refund({ ticket_ids })).body.error).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
  });

  test('stores a permanent refusal', async () => {
    const headers = newKey();
    const add = () =>
      service.ours.post(`/events/${UNKNOWN_ID}/tiers`, { name: 'VIP', price: 1, quantity_total: 1 }, headers);
    const first = await add();
    expect(await add()).toMatchObject({ status: 404, text: first.text, headers: { 'idempotent-replayed': 'true' } });
  });

  test('does not store a 5xx: the next try runs', async () => {
    find = () => Promise.reject(new Error('broken'));
    const headers = newKey();
    expect((await create(headers)).status).toBe(500);
    find = nothing;
    const again = await create(headers);
    expect(again.status).toBe(201);
    expect(again.headers).not.toHaveProperty('idempotent-replayed');
  });

  test('stores a 400, so a corrected body is another request', async () => {
    const headers = newKey();
    const first = await create(headers, { capacity: 0 });
    expect(first).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/^capacity must/) } } });
    const again = await create(headers, { capacity: 0 });
    expect(again).toMatchObject({ status: 400, text: first.text, headers: { 'idempotent-replayed': 'true' } });
    expect((await create(headers)).body.error).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    const none = newKey();
    expect((await service.ours.post('/events', undefined, none)).body.error).toMatchObject({
      status: 400,
      code: 'missing_body',
    });
    expect((await create(none)).body.error).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
  });

  test('ignores unknown query parameters, but treats others as another request', async () => {
    const [headers, before] = [newKey(), await drafts()];
    const first = await create(headers);
    const again = await service.ours.post(
      '/events?utm_source=mail',
      { title: 'Once', start_datetime: '2027-06-01T12:00:00Z', capacity: 5 },
      headers,
    );
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } });
    expect(await drafts()).toBe(before + 1);

    const body = { url: 'https://receiver.example', events: ['ticket.purchased'] };
    const { data } = (await service.ours.post<{ id: string }>('/webhooks', body)).body;
    const rotate = (query: string) =>
      service.ours.post(`/webhooks/${data.id}/rotate-secret${query}`, undefined, headers);
    expect((await rotate('')).status).toBe(200);
    expect((await rotate('?immediately=true')).body.error).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
  });

  test('does not store a 429, or the answer to a body that is not JSON', async () => {
    const narrow = await openTestService({ environment: { RATE_LIMIT_PER_MINUTE: '1' } });
    const headers = newKey();
    await narrow.ours.get('/events');
    expect((await narrow.ours.post('/events', narrow.eventBody(), headers)).body.error).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    narrow.wait(60);
    const json = { ...headers, 'content-type': 'application/json' };
    expect((await narrow.ours.post('/events', '{"title":', json)).body.error).toMatchObject({
      status: 400,
      code: 'invalid_json',
    });
    narrow.wait(60);
    expect((await narrow.ours.post('/events', narrow.eventBody(), headers)).status).toBe(201);
    await narrow.close();
  });

  test('is ignored for unknown addresses, however long they are', async () => {
    const headers = newKey();
    const id = randomBytes(6_000).toString('hex');
    for (let tries = 0; tries < 2; tries++) {
      const refused = await service.ours.post(`/tickets/${id}/check-in`, undefined, headers);
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_field', message: 'id must be a UUID' } },
      });
    }
  });

  test('is ignored for a body that is nested deeper than the stack, which no operation takes', async () => {
    const deep = 100_000;
    for (let tries = 0; tries < 2; tries++) {
      const refused = await service.request({
        method: 'POST',
        url: '/api/v1/events',
        headers: { authorization: `Bearer ${service.ours.key}`, 'content-type': 'application/json', ...newKey() },
        payload: `{"x":${'['.repeat(deep)}${']'.repeat(deep)}}`,
      });
      expect(refused.status).toBe(400);
    }
  });

  test('and the answer, which may contain a new API key, are not readable in the database', async () => {
    const headers = newKey();
    const owner = await openMember(service);
    const first = await owner.post<{ key: string }>('/api-keys', DOOR_KEY, headers);
    expect(first.status).toBe(201);
    const rows = await service.db.query<{ row: string }>(sql`
      select i::text as row from idempotency_keys i where response_status = 201 and path = '/api/v1/api-keys'`);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(headers['idempotency-key']);
    for (const sealed of rows[0]?.row.split(',') ?? []) {
      const texts = ['base64', 'base64url', 'hex'].map((encoding) => Buffer.from(sealed, encoding as BufferEncoding));
      expect(`${sealed} ${texts}`).not.toContain(first.body.data.key);
    }
    expect((await owner.post('/api-keys', DOOR_KEY, headers)).text).toBe(first.text);
  });

  test('refuses a stored answer that was exchanged with another', async () => {
    const headers = newKey();
    const hook = { url: 'https://a.example/', events: ['event.updated'] };
    expect((await service.ours.post('/webhooks', hook, headers)).status).toBe(201);
    await create(headers);
    const [other] = await service.db.query<{ body: Buffer }>(sql`
      select response_body as body from idempotency_keys where path = '/api/v1/webhooks'`);
    await service.db.query(
      sql`update idempotency_keys set response_body = ${other?.body} where path = '/api/v1/events'`,
    );
    const again = await create(headers);
    expect(again.status).toBe(500);
    expect(again.text).not.toContain('a.example');
  });

  test('does not store the answer sold out', async () => {
    const event = await service.event({ capacity: 1 });
    const { checkout_id } = await service.hold(event);
    const body = {
      event_id: event.id,
      quantity: 1,
      customer: { name: 'A', email: 'a@a.example' },
      success_url: 'https://a.example',
    };
    const headers = newKey();
    expect((await service.ours.post('/checkouts', body, headers)).body.error).toMatchObject({
      status: 409,
      code: 'sold_out',
    });
    await service.ours.post(`/checkouts/${checkout_id}/expire`);
    expect((await service.ours.post('/checkouts', body, headers)).status).toBe(201);
  });

  test('is 1 to 255 characters long', async () => {
    for (const key of ['k', 'k'.repeat(255), 'a key with spaces, "quotes" and ünïcode'])
      expect((await create({ 'idempotency-key': `${key}` })).status).toBe(201);
    for (const key of ['', 'k'.repeat(256)])
      expect((await create({ 'idempotency-key': key })).body.error).toMatchObject({
        status: 400,
        code: 'invalid_idempotency_key',
        message: 'Idempotency-Key must be a string of 1 to 255 characters',
      });
  });
});
