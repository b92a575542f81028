import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { findAccount, markCodeUsed } from '../../../src/accounts/queries.ts';
import { parseBase32 } from '../../../src/values/base32.ts';
import { openMember, openPage } from '../../fixtures/members.ts';
import { openTestService } from '../../fixtures/test-service.ts';
import { codeOf, openPerson as openPersonOf, openPersonWithCodes, PASSWORD } from '../../fixtures/two-factor.ts';

const service = await openTestService();
afterAll(() => service.close());
beforeEach(() => service.wait(86_400));

const openPerson = (fields?: Parameters<typeof openMember>[1]) => openPersonOf(service, fields);
const codeNow = (secret: string, off = 0) => codeOf(service, secret, off);

describe('GET /dashboard/api/me', () => {
  test('requires a session', async () => {
    expect(await openPage(service).send('GET', '/me')).toMatchObject({
      status: 401,
      body: { error: { code: 'not_logged_in' } },
    });
  });
});

describe('PUT /dashboard/api/me', () => {
  test('changes only the name and the language that are sent', async () => {
    const { page } = await openPerson();
    await page.send('PUT', '/me', { name: 'Ana Reyes' });
    const { body } = await page.send('PUT', '/me', { language: 'fil' });
    expect(body.data).toMatchObject({ user: { name: 'Ana Reyes', language: 'fil' } });
    expect((await page.send('PUT', '/me', { language: 'tlh' })).body.error).toMatchObject({
      status: 400,
      code: 'invalid_field',
    });
  });

  test('requires the current password for a new one', async () => {
    const { page } = await openPerson();
    const password = { current: 'not this one', new: 'another horse battery' };
    expect(await page.send('PUT', '/me', { password })).toMatchObject({
      status: 403,
      body: { error: { message: 'Wrong password' } },
    });
  });

  test.each([
    ['short', 400],
    ['ten chars!', 200],
    ['x'.repeat(201), 400],
  ])('accepts any password that is long enough: "%.12s"', async (wanted, status) => {
    const { page } = await openPerson();
    expect((await page.send('PUT', '/me', { password: { current: PASSWORD, new: wanted } })).status).toBe(status);
  });

  test('ends every other session when the password changes', async () => {
    const { page, logIn, email } = await openPerson();
    const { page: phone } = await logIn();
    const changed = 'another horse battery';
    expect((await page.send('PUT', '/me', { password: { current: PASSWORD, new: changed } })).status).toBe(200);
    expect((await phone.send('GET', '/me')).body.error).toMatchObject({ status: 401, code: 'not_logged_in' });
    expect((await page.send('GET', '/me')).status).toBe(200);
    expect((await openPage(service).send('POST', '/log-in', { email, password: PASSWORD })).body.error).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
    });
    expect((await openPage(service).send('POST', '/log-in', { email, password: changed })).status).toBe(200);
  });

  test('counts wrong current passwords like tries of a log-in', async () => {
    const { page } = await openPerson();
    const password = { current: 'a wrong guess', new: 'another horse battery' };
    for (let n = 0; n < 10; n++)
      expect((await page.send('PUT', '/me', { password })).body.error).toMatchObject({
        status: 403,
        code: 'wrong_password',
      });
    expect((await page.send('PUT', '/me', { password })).body.error).toMatchObject({
      status: 429,
      code: 'too_many_tries',
    });
  });
});

describe('an authenticator app', () => {
  const withCodes = () => openPersonWithCodes(service);

  test('is on when a first code was confirmed', async () => {
    const { confirmed } = await withCodes();
    expect(confirmed).toMatchObject({ status: 200, body: { data: { user: { totp_enabled: true } } } });
  });

  test('requires the password to set up codes, so a browser left open locks no one out', async () => {
    const { page, userId } = await openPerson();
    expect((await page.send('POST', '/me/totp', {})).body.error).toMatchObject({ status: 400, code: 'missing_field' });
    expect((await page.send('POST', '/me/totp', { password: 'a wrong guess' })).body.error).toMatchObject({
      status: 403,
      code: 'wrong_password',
    });
    expect((await findAccount(service.db, userId))?.totpSecret).toBeNull();
  });

  test('accepts a code only for the secret it belongs to, even if another was shown meanwhile', async () => {
    const { page, userId } = await openPerson();
    await page.send('POST', '/me/totp', { password: PASSWORD });
    const before = await findAccount(service.db, userId);
    await page.send('POST', '/me/totp', { password: PASSWORD });
    const after = await findAccount(service.db, userId);
    if (!before?.totpSecret || !after?.totpSecret) throw new Error('there is no secret');
    expect(await markCodeUsed(service.db, userId, before.totpSecret, 1)).toBe(false);
    expect(await markCodeUsed(service.db, userId, after.totpSecret, 1)).toBe(true);
  });

  test('is required at log-in once a first code was confirmed, and not before', async () => {
    const { page, logIn } = await openPerson();
    const { body } = await page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
    expect((await logIn()).answer.status).toBe(200);
    expect((await page.send('PUT', '/me/totp', { code: '000000' })).body.error).toMatchObject({
      status: 400,
      code: 'wrong_new_code',
    });
    expect((await logIn()).answer.status).toBe(200);
    await page.send('PUT', '/me/totp', { code: codeNow(body.data.secret) });
    expect((await logIn()).answer.status).toBe(401);
  });

  test('gets its secret in the format that apps read', async () => {
    const { url, secret, email } = await withCodes();
    expect(url).toBe(`otpauth://totp/${encodeURIComponent(`Takilya:${email}`)}?secret=${secret}&issuer=Takilya`);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('asks for a code only after the correct password', async () => {
    const { logIn, secret, email } = await withCodes();
    expect((await logIn()).answer).toMatchObject({
      status: 401,
      body: { error: { status: 401, code: 'code_needed' } },
    });
    expect((await logIn({ code: '000000' })).answer).toMatchObject({
      status: 401,
      body: { error: { code: 'wrong_code' } },
    });
    const wrong = await openPage(service).send('POST', '/log-in', {
      email,
      password: 'a wrong guess',
      code: codeNow(secret),
    });
    expect(wrong.body.error).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
      message: 'Wrong e-mail or password',
    });
    expect((await logIn({ code: codeNow(secret) })).answer.status).toBe(200);
  });

  test('accepts no code twice, and no older code after it', async () => {
    const { logIn, secret } = await withCodes();
    service.wait(60);
    const [older, code] = [codeNow(secret, -1), codeNow(secret)];
    const both = await Promise.all([logIn({ code }), logIn({ code })]);
    expect(both.map(({ answer }) => answer.status).toSorted()).toEqual([200, 401]);
    expect((await logIn({ code: older })).answer.status).toBe(401);
  });

  test('counts wrong codes like wrong passwords', async () => {
    const { logIn, secret } = await withCodes();
    for (let n = 0; n < 10; n++) expect((await logIn({ code: '123' })).answer.status).toBe(401);
    expect((await logIn({ code: codeNow(secret) })).answer.status).toBe(429);
  });

  test('is throttled even with the correct password: an address is known only after a correct code', async () => {
    const { secret, email } = await withCodes();
    const elsewhere = (code?: string) =>
      openPage(service, { address: '198.51.100.9' }).send('POST', '/log-in', { email, password: PASSWORD, code });
    expect((await elsewhere()).body.error).toMatchObject({ status: 401, code: 'code_needed' });
    for (let n = 0; n < 10; n++)
      expect((await elsewhere('123')).body.error).toMatchObject({ status: 401, code: 'wrong_code' });
    const refused = await elsewhere(codeNow(secret));
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '300' } });
  });

  test('can be turned off with the password and a code, which ends the other sessions', async () => {
    const { page, logIn, secret, email } = await withCodes();
    service.wait(60);
    const other = openPage(service);
    await other.send('POST', '/log-in', { email, password: PASSWORD, code: codeNow(secret) });
    service.wait(60);
    const off = (password: string, code: string) => page.send('DELETE', '/me/totp', { password, code });
    expect((await off('a wrong guess', codeNow(secret))).body.error).toMatchObject({
      status: 403,
      code: 'wrong_password',
    });
    expect((await off(PASSWORD, '000000')).body.error).toMatchObject({
      status: 400,
      code: 'wrong_new_code',
      field: 'code',
    });
    expect((await page.send('DELETE', '/me/totp', { password: PASSWORD })).status).toBe(400);
    expect((await page.send('POST', '/me/totp', { password: PASSWORD })).body.error).toMatchObject({
      status: 409,
      code: 'codes_already_on',
    });
    expect((await other.send('GET', '/me')).status).toBe(200);
    expect((await off(PASSWORD, codeNow(secret))).status).toBe(204);
    expect((await other.send('GET', '/me')).status).toBe(401);
    expect((await page.send('GET', '/me')).status).toBe(200);
    expect((await logIn()).answer.status).toBe(200);
    expect((await off(PASSWORD, codeNow(secret))).body.error).toMatchObject({
      status: 409,
      code: 'codes_already_off',
    });
  });

  test('cannot be turned off by guessing codes, even with the password', async () => {
    const { page, secret } = await withCodes();
    const off = (code: string) => page.send('DELETE', '/me/totp', { password: PASSWORD, code });
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => off(`${100_000 + n}`)));
    expect(guesses.map(({ status }) => status)).toContain(429);
    expect((await off(codeNow(secret))).status).toBe(429);
  });

  test('stays on for the session that turned it on, and ends the others, which needed no code', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    const [page, other] = [openPage(service), openPage(service)];
    for (const one of [page, other]) await one.send('POST', '/log-in', { email, password: PASSWORD });
    const { body } = await page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
    expect((await page.send('PUT', '/me/totp', { code: codeNow(body.data.secret) })).status).toBe(200);
    expect((await other.send('GET', '/me')).status).toBe(401);
  });

  test('has an encrypted secret', async () => {
    const { secret, userId } = await withCodes();
    const [row] = await service.db.query<{ totpSecret: Buffer }>(
      sql`select totp_secret from users where id = ${userId}`,
    );
    expect(row?.totpSecret.includes(parseBase32(secret) ?? '')).toBe(false);
  });
});

describe('PUT /dashboard/api/me/organization', () => {
  test('switches to another organization of the same person, with their role there', async () => {
    const { page, userId } = await openPerson({ role: 'viewer' });
    const elsewhere = service.theirs.organizationId;
    expect((await page.send('PUT', '/me/organization', { organization_id: elsewhere })).body.error).toMatchObject({
      status: 404,
      code: 'organization_not_found',
    });
    await service.db.query(sql`
      insert into memberships (organization_id, user_id, role, created_at)
      values (${elsewhere}, ${userId}, 'owner', ${service.now()})`);
    const { body } = await page.send('PUT', '/me/organization', { organization_id: elsewhere });
    expect(body.data).toMatchObject({ organization: { id: elsewhere }, role: 'owner' });
    expect((await page.send('GET', '/me')).body.data).toMatchObject({ organization: { id: elsewhere } });
    const { status } = await page.api('POST', '/events', service.eventBody());
    expect(status).toBe(201);
  });

  const moveTo = async () => {
    const { page, userId } = await openPerson({ role: 'owner' });
    const [here, elsewhere] = [service.ours.organizationId, service.theirs.organizationId];
    await service.db.query(sql`
      insert into memberships (organization_id, user_id, role, created_at)
      values (${elsewhere}, ${userId}, 'viewer', ${service.now()})`);
    await page.send('PUT', '/me/organization', { organization_id: elsewhere });
    return { page, userId, here, elsewhere };
  };
  const from = (shown: string) => ({ 'x-shown-for': shown });
  const address = (path: string, shown: string) => `${path}?${new URLSearchParams({ shown_for: shown })}`;

  test('leaves each tab with the organization that it shows, and the role there', async () => {
    const { page, userId, here, elsewhere } = await moveTo();
    const create = (shown: string) => page.api('POST', '/events', service.eventBody(), from(shown));
    for (const shown of [here, `${here} ${userId}`]) expect(await create(shown)).toMatchObject({ status: 201 });
    for (const shown of [elsewhere, `${elsewhere} ${userId}`])
      expect(await create(shown)).toMatchObject({ status: 403, body: { error: { code: 'insufficient_role' } } });
    const idOf = async (path: string, headers = {}) =>
      (await page.api<{ id: string }>('GET', path, undefined, headers)).body.data.id;
    expect(await idOf('/organization')).toBe(elsewhere);
    expect(await idOf('/organization', from(here))).toBe(here);
    expect(await idOf(address('/organization', `${here} ${userId}`))).toBe(here);
  });

  test('gives no access to a tab of another person, or of an organization that is not the person’s', async () => {
    const { page, userId, here, elsewhere } = await moveTo();
    const { userId: other } = await openPerson();
    const another = { status: 403, body: { error: { code: 'shown_for_another' } } };
    for (const shown of [`${here} ${other}`, `${elsewhere} ${here}`, userId, other, '', ' ', `${here},${here}`]) {
      expect(await page.api('GET', '/events', undefined, from(shown))).toMatchObject(another);
      expect(await page.api('POST', '/events', service.eventBody(), from(shown))).toMatchObject(another);
      for (const path of ['/live', '/orders.csv'])
        expect(await page.api('GET', address(path, shown))).toMatchObject(another);
    }
    await service.db.query(sql`delete from memberships where organization_id = ${here} and user_id = ${userId}`);
    expect(await page.api('GET', '/events', undefined, from(here))).toMatchObject(another);
    expect(await page.api('GET', '/events', undefined, from(elsewhere))).toMatchObject({ status: 200 });
  });

  test('gives no access to a tab of an organization whose owner ended the person’s sessions', async () => {
    const { page, userId, here } = await moveTo();
    service.wait(1);
    const owner = await openMember(service);
    expect(await owner.delete(`/team/${userId}/sessions`)).toMatchObject({ status: 204 });
    expect(await page.api('GET', '/events', undefined, from(here))).toMatchObject({
      status: 403,
      body: { error: { code: 'shown_for_another' } },
    });
    expect(await page.api('GET', '/events')).toMatchObject({ status: 200 });
  });
});
