import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PROVEN_SECONDS } from '../../../src/accounts/sessions/session.ts';
import { openMember, openPage } from '../../fixtures/members.ts';
import { openTestService, UNKNOWN_ID } from '../../fixtures/test-service.ts';

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const service = await openTestService();
afterAll(() => service.close());
beforeEach(() => service.wait(86_400));

interface Sessions {
  sessions: { id: string; current: boolean }[];
}

/** A person who logged in with two browsers. */
async function openPerson(fields: Parameters<typeof openMember>[1] = {}) {
  const member = await openMember(service, { password: PASSWORD, ...fields });
  await service.db.query(sql`delete from sessions where user_id = ${member.userId}`);
  const logIn = async (browser: Parameters<typeof openPage>[1]) => {
    const page = openPage(service, browser);
    await page.send('POST', '/log-in', { email: member.email, password: PASSWORD });
    return page;
  };
  const desk = await logIn({ address: '203.0.113.20', userAgent: FIREFOX });
  service.wait(60);
  const phone = await logIn({ address: '203.0.113.21', userAgent: 'x'.repeat(1_000) });
  return { ...member, logIn, desk, phone };
}

const list = async (page: ReturnType<typeof openPage>) =>
  (await page.send<Sessions>('GET', '/me/sessions')).body.data.sessions;
const isOpen = async (page: ReturnType<typeof openPage>) => (await page.send('GET', '/me')).status === 200;

describe('GET /dashboard/api/me/sessions', () => {
  test('requires a session', async () => {
    expect((await openPage(service).send('GET', '/me/sessions')).body.error).toMatchObject({ code: 'not_logged_in' });
  });

  test('lists the open sessions of the person, the last used first, without their secrets', async () => {
    const { desk, phone } = await openPerson();
    const answer = await desk.send('GET', '/me/sessions');
    const at = service.now().toISOString();
    const before = new Date(service.now().getTime() - 60_000).toISOString();
    const deskSession = { browser: 'Firefox', system: 'Linux', address: '203.0.113.20', current: true };
    const phoneSession = { browser: null, system: null, address: '203.0.113.21', current: false };
    expect(answer.body.data).toEqual({
      sessions: expect.arrayContaining([
        { id: expect.any(String), created_at: at, last_seen_at: at, ...phoneSession },
        { id: expect.any(String), created_at: before, last_seen_at: expect.any(String), ...deskSession },
      ]),
    });
    for (const page of [desk, phone]) {
      const token = page.cookie?.split('=')[1] ?? '';
      expect(answer.text).not.toContain(token);
    }
    await openPerson();
    expect(await list(desk)).toHaveLength(2);
  });

  test('leaves out sessions that are over', async () => {
    const { desk, phone, logIn } = await openPerson();
    await phone.send('POST', '/log-out');
    expect(await list(desk)).toHaveLength(1);
    service.wait(86_400);
    expect(await list(await logIn({}))).toEqual([expect.objectContaining({ current: true })]);
  });
});

describe('DELETE /dashboard/api/me/sessions', () => {
  test('ends one session with its next request', async () => {
    const { desk, phone } = await openPerson();
    const other = (await list(desk)).find(({ current }) => !current);
    expect((await desk.send('DELETE', `/me/sessions/${other?.id}`)).status).toBe(204);
    expect([await isOpen(desk), await isOpen(phone)]).toEqual([true, false]);
    expect((await desk.send('DELETE', `/me/sessions/${other?.id}`)).body.error).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
  });

  test('ends all others, wherever they are', async () => {
    const { desk, phone, userId, logIn } = await openPerson();
    const elsewhere = service.theirs.organizationId;
    await service.db.query(sql`
      insert into memberships (organization_id, user_id, role, created_at)
      values (${elsewhere}, ${userId}, 'owner', ${service.now()})`);
    const third = await logIn({});
    expect((await third.send('PUT', '/me/organization', { organization_id: elsewhere })).status).toBe(200);
    expect(await list(desk)).toHaveLength(3);
    expect((await desk.send('DELETE', '/me/sessions')).status).toBe(204);
    expect([await isOpen(desk), await isOpen(phone), await isOpen(third)]).toEqual([true, false, false]);
  });

  test("ends nobody else's", async () => {
    const [ana, ben] = [await openPerson(), await openPerson()];
    for (const { id } of await list(ben.desk))
      expect((await ana.desk.send('DELETE', `/me/sessions/${id}`)).body.error).toMatchObject({
        status: 404,
        code: 'session_not_found',
      });
    expect((await ana.desk.send('DELETE', `/me/sessions/${UNKNOWN_ID}`)).status).toBe(404);
    expect((await ana.desk.send('DELETE', '/me/sessions/1')).status).toBe(400);
    await ana.desk.send('DELETE', '/me/sessions');
    expect([await isOpen(ben.desk), await isOpen(ben.phone)]).toEqual([true, true]);
  });

  test.each(['viewer', 'owner'] as const)('needs a recent password, whatever the role: %s', async (role) => {
    const { desk, phone } = await openPerson({ role });
    const other = (await list(desk)).find(({ current }) => !current);
    service.wait(PROVEN_SECONDS);
    for (const path of ['/me/sessions', `/me/sessions/${other?.id}`])
      expect((await desk.send('DELETE', path)).body.error).toMatchObject({ status: 403, code: 'password_needed' });
    expect(await isOpen(phone)).toBe(true);
    expect((await desk.send('POST', '/me/proof', { password: PASSWORD })).status).toBe(204);
    expect((await desk.send('DELETE', '/me/sessions')).status).toBe(204);
    expect(await isOpen(phone)).toBe(false);
  });

  test('is refused from another site', async () => {
    const { desk, phone } = await openPerson();
    const answer = await service.request({
      method: 'DELETE',
      url: '/dashboard/api/me/sessions',
      headers: { cookie: desk.cookie ?? '', 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.body.error).toMatchObject({ status: 403, code: 'cross_site_request' });
    expect(await isOpen(phone)).toBe(true);
  });
});

describe('DELETE /team/{user_id}/sessions', () => {
  test('ends the sessions of the member in this organization, and they may log in again', async () => {
    const owner = await openMember(service);
    const { desk, phone, userId, logIn } = await openPerson({ role: 'manager' });
    expect((await owner.delete(`/team/${userId}/sessions`)).status).toBe(204);
    expect([await isOpen(desk), await isOpen(phone)]).toEqual([false, false]);
    service.wait(1);
    expect(await isOpen(await logIn({}))).toBe(true);
    expect((await owner.get('/team')).status).toBe(200);
  });

  test('leaves sessions in other organizations, which cannot switch to this one', async () => {
    const owner = await openMember(service);
    const { desk, phone, userId, logIn } = await openPerson();
    const [here, elsewhere] = [service.ours.organizationId, service.theirs.organizationId];
    await service.db.query(sql`
      insert into memberships (organization_id, user_id, role, created_at)
      values (${elsewhere}, ${userId}, 'viewer', ${service.now()})`);
    await phone.send('PUT', '/me/organization', { organization_id: elsewhere });
    expect((await owner.delete(`/team/${userId}/sessions`)).status).toBe(204);
    expect([await isOpen(desk), await isOpen(phone)]).toEqual([false, true]);
    expect((await phone.send('PUT', '/me/organization', { organization_id: here })).body.error).toMatchObject({
      status: 401,
      code: 'not_logged_in',
    });
    service.wait(1);
    const again = await logIn({});
    for (const organization_id of [elsewhere, here])
      expect((await again.send('PUT', '/me/organization', { organization_id })).status).toBe(200);
  });

  test('is in the audit log', async () => {
    const owner = await openMember(service);
    const { userId } = await openPerson({ role: 'viewer' });
    await owner.delete(`/team/${userId}/sessions`);
    const { body } = await owner.get<{ changes: object[] }>(`/audit-log?subject_id=${userId}`);
    expect(body.data.changes).toEqual([
      expect.objectContaining({ action: 'member.logged_out', actor: expect.objectContaining({ id: owner.userId }) }),
    ]);
  });

  test('also ends the removed member’s sessions', async () => {
    const owner = await openMember(service);
    const { desk, userId } = await openPerson({ role: 'viewer' });
    expect((await owner.delete(`/team/${userId}`)).status).toBe(204);
    expect(await isOpen(desk)).toBe(false);
    expect((await owner.delete(`/team/${userId}/sessions`)).body.error).toMatchObject({
      status: 404,
      code: 'member_not_found',
    });
  });
});
