import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hashesDuring } from '../../fixtures/hashes-during.ts';
import { cookiesOf, openMember, openPage, SAME_ORIGIN } from '../../fixtures/members.ts';
import { openTestService } from '../../fixtures/test-service.ts';

const PASSWORD = 'correct horse battery';
const service = await openTestService();
const ana = await openMember(service, { password: PASSWORD, email: 'ana@lakbay.example', role: 'manager' });
afterAll(() => service.close());
// Every test uses its own client address, a day after the test before.
let address = '';
let tests = 0;
beforeEach(() => {
  address = `203.0.113.${++tests}`;
  service.wait(86_400);
});

const credentials = { email: ana.email, password: PASSWORD };
const tooMany = {
  status: 429,
  body: { error: { status: 429, message: expect.stringMatching(/^Too many tries: try again in/) } },
};

describe('POST /dashboard/api/log-in', () => {
  test('answers the account and sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await openPage(service, { address }).send('POST', '/log-in', credentials);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          user: { id: ana.userId, name: ana.name, email: ana.email, language: 'en', totp_enabled: false },
          organization: { id: service.ours.organizationId, name: 'Lakbay Concerts', time_zone: 'Asia/Manila' },
          role: 'manager',
          access: ['read', 'sell', 'door', 'box_office', 'hand_out', 'manage'],
        },
      },
    });
    const [value, ...attributes] = (cookiesOf(answer)[0] ?? '').split('; ');
    expect(value).toMatch(/^__Host-takilya=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax', 'Secure']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('accepts the e-mail address in any case and with spaces', async () => {
    const page = openPage(service, { address });
    expect((await page.send('POST', '/log-in', { ...credentials, email: ' ANA@Lakbay.example ' })).status).toBe(200);
  });

  test('answers the same to a wrong password and an unknown address', async () => {
    const page = openPage(service, { address });
    const wrong = await page.send('POST', '/log-in', { ...credentials, password: 'incorrect horse' });
    const unknown = await page.send('POST', '/log-in', { ...credentials, email: 'nobody@lakbay.example' });
    expect(wrong).toMatchObject({ status: 401, body: { error: { status: 401, message: 'Wrong e-mail or password' } } });
    expect(unknown.text).toBe(wrong.text);
    expect([wrong, unknown].map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined]);
  });

  test('reads bodies of at most 16 KiB, because anyone may send them', async () => {
    const page = openPage(service, { address });
    const room = 16_384 - JSON.stringify({ ...credentials, padding: '' }).length;
    const padded = (length: number) => page.send('POST', '/log-in', { ...credentials, padding: 'x'.repeat(length) });
    expect((await padded(room)).status).toBe(200);
    const refused = { status: 400, message: 'The body must be at most 16 KiB' };
    expect(await padded(room + 1)).toMatchObject({ status: 400, body: { error: refused } });
  });

  test('hashes as much for an unknown address as for a wrong password, so that it takes as long', async () => {
    const page = openPage(service, { address });
    const hashesFor = (email: string) =>
      hashesDuring(() => page.send('POST', '/log-in', { email, password: 'incorrect horse' }));
    expect(await hashesFor(ana.email)).toBe(1);
    expect(await hashesFor('nobody@lakbay.example')).toBe(1);
  });

  test('never adopts a session token that the client sent', async () => {
    const page = openPage(service, { address });
    page.cookie = `__Host-takilya=${'A'.repeat(43)}`;
    await page.send('POST', '/log-in', credentials);
    const first = page.cookie;
    expect(first).not.toBe(`__Host-takilya=${'A'.repeat(43)}`);
    await page.send('POST', '/log-in', credentials);
    const second = page.cookie;
    expect(second).not.toBe(first);
    // The token that the client sent does not work.
    page.cookie = first;
    expect((await page.send('GET', '/me')).body.error).toMatchObject({ status: 401, code: 'not_logged_in' });
    page.cookie = second;
    expect((await page.send('GET', '/me')).status).toBe(200);
  });

  test.each([
    ['a form on another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['a program that says nothing', {}],
  ])('refuses %s, so another site cannot log a browser in', async (_title, headers: Record<string, string>) => {
    const answer = await service.request({
      method: 'POST',
      url: '/dashboard/api/log-in',
      headers,
      remoteAddress: address,
      payload: credentials,
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringMatching(/from a page of/) } },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('refuses forms from any site', async () => {
    const answer = await service.request({
      method: 'POST',
      url: '/dashboard/api/log-in',
      headers: { ...SAME_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=${ana.email}&password=${PASSWORD}`,
    });
    expect(answer).toMatchObject({ status: 400 });
  });

  test.each(['http://localhost:3000', 'http://takilya.test'])(
    'accepts Origin %s of a browser without Sec-Fetch-Site',
    async (origin) => {
      const answer = await service.request({
        method: 'POST',
        url: '/dashboard/api/log-in',
        headers: { origin, host: 'takilya.test' },
        remoteAddress: address,
        payload: credentials,
      });
      expect(answer.status).toBe(200);
    },
  );
});

describe('guessing passwords', () => {
  test('allows ten tries per account from all addresses, then one at a time', async () => {
    const victim = await openMember(service, { password: PASSWORD });
    const guess = (from: string) =>
      openPage(service, { address: from }).send('POST', '/log-in', { email: victim.email, password: 'a wrong guess' });
    for (let n = 0; n < 10; n++)
      expect((await guess(`198.51.100.${n}`)).body.error).toMatchObject({ status: 401, code: 'wrong_credentials' });
    const refused = await guess('198.51.100.99');
    expect(refused).toMatchObject(tooMany);
    expect(refused.headers['retry-after']).toBe('300');
    service.wait(300);
    expect((await guess('198.51.100.100')).body.error).toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect((await guess('198.51.100.101')).body.error).toMatchObject({ status: 429, code: 'too_many_tries' });
  });

  test('counts tries before checking them: fifty simultaneous tries are ten', async () => {
    const victim = await openMember(service, { password: PASSWORD });
    const guesses = Array.from({ length: 50 }, (_, n) =>
      openPage(service, { address: `192.0.2.${n}` }).send('POST', '/log-in', {
        email: victim.email,
        password: 'guess!',
      }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
  });

  test('does not reveal whether the account exists', async () => {
    const guess = (from: string) =>
      openPage(service, { address: from }).send('POST', '/log-in', { email: 'ghost@example.com', password: 'guess!' });
    for (let n = 0; n < 10; n++)
      expect((await guess(`198.18.0.${n}`)).body.error).toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect(await guess('198.18.0.99')).toMatchObject(tooMany);
  });

  test('allows thirty tries per address; an IPv6 /64 is one address', async () => {
    const guess = (n: number, from: string) =>
      openPage(service, { address: from }).send('POST', '/log-in', {
        email: `user-${n}@example.com`,
        password: 'guess!',
      });
    for (let n = 0; n < 30; n++)
      expect((await guess(n, `2001:db8:1:2::${n + 1}`)).body.error).toMatchObject({
        status: 401,
        code: 'wrong_credentials',
      });
    const refused = await guess(31, '2001:db8:1:2:ffff::1');
    expect(refused).toMatchObject(tooMany);
    expect(refused.headers['retry-after']).toBe('10');
    expect((await guess(31, '2001:db8:1:3::1')).body.error).toMatchObject({ status: 401, code: 'wrong_credentials' });
  });

  test('does not count correct passwords, so an office can log in all day', async () => {
    for (let n = 0; n < 40; n++)
      expect((await openPage(service, { address }).send('POST', '/log-in', credentials)).status).toBe(200);
  });

  test('is not counted against those who logged in while the clock was hours ahead, once it is set back', async () => {
    const logIn = async (email: string, from: string) =>
      (await openPage(service, { address: from }).send('POST', '/log-in', { email, password: PASSWORD })).status;
    const colleague = await openMember(service, { password: PASSWORD });
    service.wait(8 * 3_600);
    expect(await logIn(ana.email, address)).toBe(200);
    service.wait(-8 * 3_600);
    expect([await logIn(colleague.email, address), await logIn(ana.email, '198.51.100.77')]).toEqual([200, 200]);
  });

  test('by strangers does not lock out an owner who logged in from this address before', async () => {
    const owner = await openMember(service, { password: PASSWORD });
    const right = { email: owner.email, password: PASSWORD };
    expect((await openPage(service, { address }).send('POST', '/log-in', right)).status).toBe(200);
    for (let n = 0; n < 12; n++)
      await openPage(service, { address: `198.51.101.${n}` }).send('POST', '/log-in', { ...right, password: 'guess!' });
    expect(
      (await openPage(service, { address: '198.51.101.99' }).send('POST', '/log-in', right)).body.error,
    ).toMatchObject({ status: 429, code: 'too_many_tries' });
    expect((await openPage(service, { address }).send('POST', '/log-in', right)).status).toBe(200);
  });

  test('is counted by the client’s address behind a trusted proxy, and by the connection’s otherwise', async () => {
    const guess = (n: number, remoteAddress: string, forwarded: string) =>
      service.request({
        method: 'POST',
        url: '/dashboard/api/log-in',
        headers: { ...SAME_ORIGIN, 'x-forwarded-for': forwarded },
        remoteAddress,
        payload: { email: `proxied-${n}@example.com`, password: 'guess!' },
      });
    for (let n = 0; n < 30; n++)
      expect((await guess(n, '127.0.0.1', '198.51.102.1')).body.error).toMatchObject({
        status: 401,
        code: 'wrong_credentials',
      });
    expect((await guess(31, '127.0.0.1', '198.51.102.1')).body.error).toMatchObject({
      status: 429,
      code: 'too_many_tries',
    });
    expect((await guess(31, '127.0.0.1', '198.51.102.2')).body.error).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
    });
    // From the internet or a private network, X-Forwarded-For is ignored.
    for (const [index, peer] of ['198.51.102.3', '10.1.2.3'].entries()) {
      for (let n = 0; n < 30; n++) await guess(n + 100 * (index + 1), peer, `10.0.0.${n}`);
      expect((await guess(500 + index, peer, '10.0.0.99')).body.error).toMatchObject({
        status: 429,
        code: 'too_many_tries',
      });
    }
  });
});

describe('a session', () => {
  test('is stored as a hash, and so is a password', async () => {
    const page = openPage(service, { address });
    await page.send('POST', '/log-in', credentials);
    const token = page.cookie?.split('=')[1] ?? '';
    for (const table of ['users', 'sessions', 'throttles']) {
      const rows = await service.db.query<{ row: string }>({
        text: `select t::text as row from ${table} t`,
        values: [],
      });
      for (const { row } of rows) {
        expect(row).not.toContain(token);
        expect(row).not.toContain(Buffer.from(token).toString('hex'));
        expect(row).not.toContain(PASSWORD);
      }
    }
  });

  test('ends for good with a log-out', async () => {
    const page = openPage(service, { address });
    await page.send('POST', '/log-in', credentials);
    const { cookie } = page;
    const out = await page.send('POST', '/log-out');
    expect(out.status).toBe(204);
    expect(out.headers['set-cookie']).toMatch(/^__Host-takilya=; .*Max-Age=0$/);
    page.cookie = cookie;
    expect(await page.send('GET', '/me')).toMatchObject({ status: 401, body: { error: { code: 'not_logged_in' } } });
    expect(await page.api('GET', '/events')).toMatchObject({ status: 401, body: { error: { code: 'not_logged_in' } } });
  });

  test('ends after a day without a request, and after two weeks in any case', async () => {
    const page = openPage(service, { address });
    await page.send('POST', '/log-in', credentials);
    const { cookie } = page;
    service.wait(86_400 - 1);
    expect((await page.api('GET', '/events')).status).toBe(200);
    await seen();
    service.wait(86_400 - 1);
    expect((await page.api('GET', '/events')).status).toBe(200);
    await seen();
    service.wait(86_400);
    expect((await page.api('GET', '/events')).body.error).toMatchObject({ status: 401, code: 'not_logged_in' });

    await page.send('POST', '/log-in', credentials);
    expect(page.cookie).not.toBe(cookie);
    for (let day = 0; day < 14; day++) {
      expect((await page.api('GET', '/events')).status).toBe(200);
      await seen();
      service.wait(86_400 - 1);
    }
    service.wait(14);
    expect((await page.api('GET', '/events')).body.error).toMatchObject({ status: 401, code: 'not_logged_in' });
  });

  /**
   * The server does not wait for this write: with one connection the next statement follows it, with several it is done
   * soon.
   */
  async function seen() {
    await expect
      .poll(async () => {
        const [row] = await service.db.query<{ seen: boolean }>(
          sql`select max(last_seen_at) = ${service.now()} as seen from sessions`,
        );
        return row?.seen;
      })
      .toBe(true);
  }

  test('is accepted by the API, too; a key in the same request takes precedence', async () => {
    const page = openPage(service, { address });
    await page.send('POST', '/log-in', credentials);
    expect((await page.api('GET', '/events')).status).toBe(200);
    const both = (authorization: string) =>
      service.request({ method: 'GET', url: '/api/v1/events', headers: { authorization, cookie: page.cookie ?? '' } });
    expect((await both('Bearer svc_live_wrong')).body.error).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect((await both(`Bearer ${service.ours.key}`)).status).toBe(200);
  });

  test('has its own rate limit of 600 requests a minute', async () => {
    const page = openPage(service, { address });
    await page.send('POST', '/log-in', credentials);
    const { headers } = await page.api('GET', '/events');
    expect(headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599' });
  });

  test('replays an Idempotency-Key of the same user in any session', async () => {
    const post = async (cookie = '', title = 'Night Market') =>
      service.request<{ id: string }>({
        method: 'POST',
        url: '/api/v1/events',
        headers: { ...SAME_ORIGIN, cookie, 'idempotency-key': 'once' },
        payload: service.eventBody({ title }),
      });
    const [one, two] = [openPage(service, { address }), openPage(service, { address })];
    await one.send('POST', '/log-in', credentials);
    await two.send('POST', '/log-in', credentials);
    const [first, second] = [await post(one.cookie), await post(two.cookie)];
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const other = await openMember(service, { role: 'manager' });
    const third = await post(other.headers.cookie);
    expect(third.body.data.id).not.toBe(first.body.data.id);
  });
});
