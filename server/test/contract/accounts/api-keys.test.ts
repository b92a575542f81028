import { hash } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_API_KEYS } from '../../../src/api-keys/create-api-key.ts';
import { newId } from '../../../src/values/uuid.ts';
import { openMember } from '../../fixtures/members.ts';
import { must, openTestService, UNKNOWN_ID } from '../../fixtures/test-service.ts';

const service = await openTestService();
const { ours } = service;
const owner = await openMember(service);
afterAll(() => service.close());
beforeEach(() => service.wait(60));

interface Key {
  id: string;
  key: string;
  last_used_at: string | null;
}
const create = (fields: object = {}) => owner.post<Key>('/api-keys', { name: 'Shop', scopes: ['sell'], ...fields });
const listed = async (id: string) => {
  const { body } = await ours.get<{ api_keys: Key[] }>('/api-keys?per_page=100');
  return body.data.api_keys.find((key) => key.id === id);
};

describe('API keys', () => {
  test('are shown once and authenticate', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const { key, ...stored } = body.data;
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    expect(stored).toEqual({
      id: expect.any(String),
      name: 'Shop',
      scopes: ['sell'],
      last_four: key.slice(-4),
      created_at: service.now().toISOString(),
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    });
    expect(await listed(stored.id)).toEqual(stored);
    expect((await ours.get('/api-keys')).text).not.toContain(key);
    expect((await service.client(key).get('/orders')).status).toBe(200);
    expect((await service.client(key).post('/events', service.eventBody())).body.error).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    });
  });

  test('read themselves, whatever their scopes; a session has none', async () => {
    for (const scopes of [['door'], ['read', 'box_office'], ['all']]) {
      const { id, key } = (await create({ scopes })).body.data;
      const { status, body } = await service.client(key).get<Key>('/api-keys/current');
      expect({ status, ...body.data }).toMatchObject({ status: 200, id, scopes });
    }
    const two = [(await create({ scopes: ['read'] })).body.data, (await create({ scopes: ['read'] })).body.data];
    const together = await Promise.all(two.map(({ key }) => service.client(key).get<Key>('/api-keys/current')));
    expect(together.map(({ body }) => body.data.id)).toEqual(two.map(({ id }) => id));
    expect((await owner.get('/api-keys/current')).body.error).toMatchObject({ status: 404, code: 'api_key_not_found' });
  });

  test('have the scope all when none is named', async () => {
    for (const scopes of [undefined, null])
      expect(await create({ scopes })).toMatchObject({ status: 201, body: { data: { scopes: ['all'] } } });
  });

  test('are not in the database', async () => {
    const { body } = await create();
    const rows = await service.db.query<{ row: string }>(sql`select k::text as row from api_keys k`);
    for (const { row } of rows) expect(row).not.toContain(body.data.key.slice(9));
  });

  test.each([
    [{ scopes: [] }, 'scopes must be an array of 1 to 5 items'],
    [{ scopes: ['admin'] }, 'scopes[0] must be one of read, sell, door, box_office, all'],
    [{ scopes: 'all' }, 'scopes must be an array of 1 to 5 items'],
    [{ name: ' ' }, 'name must be a string of 1 to 200 characters, not blank'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at must be in the future'],
  ])('%j is refused', async (fields, message) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { error: { message } } });
  });

  test('expire exactly at their time', async () => {
    const end = new Date(service.now().getTime() + 7_000).toISOString();
    const { body } = await create({ expires_at: end });
    const { get } = service.client(body.data.key);
    service.wait(6);
    expect((await get('/orders')).status).toBe(200);
    service.wait(1);
    expect((await get('/orders')).body.error).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  test('are refused on the next request after they are revoked', async () => {
    const { body } = await create();
    const { get } = service.client(body.data.key);
    expect((await get('/orders')).status).toBe(200);
    expect((await owner.delete(`/api-keys/${body.data.id}`)).status).toBe(204);
    expect((await get('/orders')).body.error).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(await listed(body.data.id)).toMatchObject({ revoked_at: expect.any(String) });
    expect((await owner.delete(`/api-keys/${UNKNOWN_ID}`)).body.error).toMatchObject({
      status: 404,
      code: 'api_key_not_found',
    });
  });

  test('do not change when they are revoked again, and write no audit log entry', async () => {
    const { body } = await create();
    service.wait(1);
    await owner.delete(`/api-keys/${body.data.id}`);
    const first = await listed(body.data.id);
    service.wait(60);
    expect((await owner.delete(`/api-keys/${body.data.id}`)).status).toBe(204);
    expect(await listed(body.data.id)).toEqual(first);
    const { changes } = await must(ours.get<{ changes: object[] }>(`/audit-log?subject_id=${body.data.id}`));
    expect(changes).toMatchObject([{ action: 'api_key.revoked' }, { action: 'api_key.created' }]);
  });

  test('have last_used_at exact to the minute', async () => {
    const { body } = await create();
    const { get } = service.client(body.data.key);
    const first = service.now().toISOString();
    await get('/orders');
    await expect.poll(async () => (await listed(body.data.id))?.last_used_at).toBe(first);
    service.wait(59);
    await get('/orders');
    expect((await listed(body.data.id))?.last_used_at).toBe(first);
    service.wait(1);
    await get('/orders');
    await expect.poll(async () => (await listed(body.data.id))?.last_used_at).toBe(service.now().toISOString());
  });

  test('created before checksums and scopes still have full access', async () => {
    const key = `svc_live_${'0aZ9'.repeat(8)}`;
    await service.db.query(sql`
      insert into api_keys (organization_id, id, name, key_hash, last_four, created_at)
      values (${ours.organizationId}, ${newId(service.now())}, 'old', ${hash('sha256', key, 'buffer')}, 'aZ9',
        ${service.now()})`);
    expect((await service.client(key).post('/events', service.eventBody())).status).toBe(201);
    expect((await service.client(key).get('/team')).status).toBe(200);
  });
});

describe('a mistyped key', () => {
  test('is refused without a query', async () => {
    let asked = 0;
    const counting = await openTestService({
      database: (db) => ({
        ...db,
        kind: db.kind,
        load: () => db.load(),
        close: () => db.close(),
        runScript: (script) => db.runScript(script),
        transaction: (work) => db.transaction(work),
        query: (statement) => {
          asked++;
          return db.query(statement);
        },
      }),
    });
    const { key } = counting.ours;
    const typos = [
      key.slice(0, -1),
      `${key}x`,
      key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      key.replace(/(.)(.)$/, (_all, one, two) => (one === two ? 'zz' : two + one)),
      key.toLowerCase(),
      key.replace('live', 'test'),
    ].filter((typo) => typo !== key);
    for (const typo of typos)
      expect((await counting.client(typo).get('/events')).body.error).toMatchObject({
        status: 401,
        code: 'invalid_api_key',
      });
    expect(asked).toBe(0);
    expect((await counting.client(key).get('/events')).status).toBe(200);
    expect(asked).toBeGreaterThan(0);
    await counting.close();
  });

  test('are limited in number, and revoking one allows another', async () => {
    const other = await openMember(service, { organizationId: service.theirs.organizationId });
    const add = () => other.post<Key>('/api-keys', { name: 'One more', scopes: ['read'] });
    const answers = await Promise.all(Array.from({ length: MAX_API_KEYS }, add));
    const refused = answers.filter(({ status }) => status !== 201);
    // The organization has one from the start.
    expect(refused).toMatchObject([{ status: 409, body: { error: { code: 'too_many_api_keys' } } }]);
    const made = answers.find(({ status }) => status === 201);
    await other.delete(`/api-keys/${made?.body.data.id}`);
    expect((await add()).status).toBe(201);
  });
});
