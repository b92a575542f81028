import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PROVEN_SECONDS } from '../../../src/accounts/sessions/session.ts';
import { openPage } from '../../fixtures/members.ts';
import { openTestService } from '../../fixtures/test-service.ts';
import { codeOf, openPerson, openPersonWithCodes, PASSWORD } from '../../fixtures/two-factor.ts';

const service = await openTestService();
afterAll(() => service.close());
beforeEach(() => service.wait(86_400));

const left = (count: number) => ({ status: 200, body: { data: { user: { recovery_codes_left: count } } } });
const wrongCode = { status: 401, body: { error: { code: 'wrong_code' } } };

describe('recovery codes', () => {
  test('are shown once, when two-factor authentication is turned on', async () => {
    const { recoveryCodes, page } = await openPersonWithCodes(service);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    const me = await page.send('GET', '/me');
    expect(me).toMatchObject(left(10));
    expect(me.text).not.toContain('recovery_codes"');
  });

  test('are accepted instead of the code of the app, once each and however they are typed', async () => {
    const { logIn, recoveryCodes } = await openPersonWithCodes(service);
    const [first = '', second = ''] = recoveryCodes;
    const { page, answer } = await logIn({ code: first });
    expect(answer).toMatchObject(left(9));
    expect((await logIn({ code: first })).answer).toMatchObject(wrongCode);
    expect((await logIn({ code: ` ${second.toLowerCase().replaceAll('-', ' ')}` })).answer).toMatchObject(left(8));
    // The log-in is a proof like any other.
    expect((await page.api('GET', '/events')).status).toBe(200);
    expect((await page.send('POST', '/me/recovery-codes')).status).toBe(200);
  });

  test('do not replace the password', async () => {
    const { email, recoveryCodes } = await openPersonWithCodes(service);
    const wrong = { email, password: 'a wrong guess', code: recoveryCodes[0] };
    expect((await openPage(service).send('POST', '/log-in', wrong)).body.error).toMatchObject({
      code: 'wrong_credentials',
    });
    expect((await openPage(service).send('POST', '/log-in', { ...wrong, password: PASSWORD })).status).toBe(200);
  });

  test('belong to one account', async () => {
    const [ana, ben] = [await openPersonWithCodes(service), await openPersonWithCodes(service)];
    expect((await ben.logIn({ code: ana.recoveryCodes[0] })).answer).toMatchObject(wrongCode);
    expect((await ana.logIn({ code: ana.recoveryCodes[0] })).answer.status).toBe(200);
  });

  test('are throttled like passwords, even for someone who has the password', async () => {
    const { email, recoveryCodes } = await openPersonWithCodes(service);
    const elsewhere = (code: string) =>
      openPage(service, { address: '198.51.100.9' }).send('POST', '/log-in', { email, password: PASSWORD, code });
    for (let n = 0; n < 10; n++) expect(await elsewhere('AAAA-BBBB-CCCC-DDDD')).toMatchObject(wrongCode);
    expect(await elsewhere(recoveryCodes[0] ?? '')).toMatchObject({
      status: 429,
      body: { error: { code: 'too_many_tries' } },
    });
  });

  test('are stored as hashes', async () => {
    const { recoveryCodes, userId } = await openPersonWithCodes(service);
    const rows = await service.db.query<{ row: string; codeHash: Buffer }>(
      sql`select r::text as row, r.code_hash from recovery_codes r where r.user_id = ${userId}`,
    );
    expect(rows).toHaveLength(10);
    for (const code of recoveryCodes) {
      const bare = code.replaceAll('-', '');
      for (const { row, codeHash } of rows) {
        expect(row).not.toContain(bare);
        expect(codeHash.includes(bare)).toBe(false);
      }
    }
  });

  test('turn two-factor authentication off with the password, and are then worth nothing', async () => {
    const { page, logIn, recoveryCodes, userId } = await openPersonWithCodes(service);
    const [code, other] = recoveryCodes;
    expect((await page.send('DELETE', '/me/totp', { password: PASSWORD, code })).status).toBe(204);
    expect(await page.send('GET', '/me')).toMatchObject(left(0));
    const rows = await service.db.query(sql`select 1 from recovery_codes where user_id = ${userId}`);
    expect(rows).toEqual([]);
    expect((await logIn({ code: other })).answer.status).toBe(200);
  });
});

describe('POST /dashboard/api/me/recovery-codes', () => {
  test('replaces the codes, for every role', async () => {
    const { page, logIn, recoveryCodes } = await openPersonWithCodes(service, { role: 'viewer' });
    const { status, body } = await page.send<{ recovery_codes: string[] }>('POST', '/me/recovery-codes');
    expect(status).toBe(200);
    const fresh = body.data.recovery_codes;
    expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20);
    expect((await logIn({ code: recoveryCodes[0] })).answer).toMatchObject(wrongCode);
    expect((await logIn({ code: fresh[0] })).answer).toMatchObject(left(9));
  });

  test('needs a log-in or the password within half an hour', async () => {
    const { page } = await openPersonWithCodes(service);
    service.wait(PROVEN_SECONDS);
    expect(await page.send('POST', '/me/recovery-codes')).toMatchObject({
      status: 403,
      body: { error: { code: 'password_needed' } },
    });
    expect(await page.send('GET', '/me')).toMatchObject(left(10));
    await page.send('POST', '/me/proof', { password: PASSWORD });
    expect((await page.send('POST', '/me/recovery-codes')).status).toBe(200);
  });

  test('is refused without a session, and without two-factor authentication', async () => {
    expect((await openPage(service).send('POST', '/me/recovery-codes')).status).toBe(401);
    const { page } = await openPerson(service);
    expect(await page.send('POST', '/me/recovery-codes')).toMatchObject({
      status: 409,
      body: { error: { code: 'codes_already_off' } },
    });
  });

  test('is not part of the confirmation of a wrong code', async () => {
    const { page } = await openPerson(service);
    const { body } = await page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
    const refused = await page.send('PUT', '/me/totp', { code: '000000' });
    expect(refused.status).toBe(400);
    expect(await page.send('GET', '/me')).toMatchObject(left(0));
    expect(await page.send('PUT', '/me/totp', { code: codeOf(service, body.data.secret) })).toMatchObject(left(10));
  });
});
