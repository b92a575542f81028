import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldLogIns } from '../../../src/accounts/delete-old-log-ins.ts';
import { inviteByLink } from '../../../src/accounts/invitations/invite.ts';
import { turnOffSecondFactor } from '../../../src/accounts/second-factor/turn-off.ts';
import { PROVEN_SECONDS } from '../../../src/accounts/sessions/session.ts';
import { OPERATOR } from '../../../src/audit-log/actor.ts';
import { type Authenticator, type BrowserOptions, openAuthenticator } from '../../fixtures/authenticator.ts';
import { openPage, type Page } from '../../fixtures/members.ts';
import { openTestService, PUBLIC_URL, UNKNOWN_ID } from '../../fixtures/test-service.ts';
import {
  addPasskey,
  codeOf,
  openPerson,
  openPersonWithCodes,
  PASSWORD,
  type Passkeys,
  passkeyOptions,
} from '../../fixtures/two-factor.ts';

const service = await openTestService();
afterAll(() => service.close());
beforeEach(() => service.wait(86_400));

const refusedLogIn = { status: 401, body: { error: { code: 'passkey_refused' } } };
const refusedPasskey = { status: 400, body: { error: { code: 'passkey_not_registered' } } };
const options = () => passkeyOptions(service);

/** A log-in by passkey from a new browser. */
async function logInWith(authenticator: Authenticator, lies: Parameters<Authenticator['get']>[1] = {}) {
  return send(authenticator.get(await options(), lies));
}
async function send(assertion: object) {
  const page = openPage(service);
  return { page, answer: await page.send('POST', '/log-in/passkey', assertion) };
}

/** A member with one passkey and no authenticator app. */
async function openPersonWithPasskey(fields: Parameters<typeof openPerson>[1] = {}) {
  const person = await openPerson(service, fields);
  const { authenticator, registration, answer } = await addPasskey(person.page);
  const { passkey, recovery_codes: recoveryCodes } = answer.body.data;
  return { ...person, authenticator, registration, passkey, recoveryCodes };
}

describe('registering a passkey', () => {
  test('asks the browser for a discoverable key that verifies its owner, for this host', async () => {
    const { page, authenticator, email } = await openPersonWithPasskey();
    const { status, body } = await page.send('POST', '/me/passkeys/options');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      rp: { id: 'localhost', name: 'Takilya' },
      user: { name: email },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [{ id: authenticator.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  test('makes it the second factor: other sessions end, and recovery codes are shown once', async () => {
    const person = await openPerson(service);
    const { page: other } = await person.logIn();
    const { answer } = await addPasskey(person.page, 'Ana’s phone');
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { passkey: { name: 'Ana’s phone', last_used_at: null } } },
    });
    expect(answer.body.data.recovery_codes).toHaveLength(10);
    expect((await other.send('GET', '/me')).status).toBe(401);
    expect((await person.page.send('GET', '/me')).body.data).toMatchObject({
      user: { totp_enabled: false, has_passkey: true, recovery_codes_left: 10 },
    });
    const { body } = await person.page.send<Passkeys>('GET', '/me/passkeys');
    expect(body.data.passkeys).toEqual([answer.body.data.passkey]);
  });

  test('makes no new recovery codes where there is a second factor already, in either order', async () => {
    const ana = await openPersonWithCodes(service);
    const { answer } = await addPasskey(ana.page);
    expect(answer).toMatchObject({ status: 201, body: { data: { recovery_codes: [] } } });
    expect((await ana.logIn({ code: ana.recoveryCodes[0] })).answer.status).toBe(200);

    const ben = await openPersonWithPasskey();
    const { body } = await ben.page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
    const confirmed = await ben.page.send('PUT', '/me/totp', { code: codeOf(service, body.data.secret) });
    expect(confirmed).toMatchObject({ status: 200, body: { data: { recovery_codes: [] } } });
    expect((await ben.logIn({ code: ben.recoveryCodes[0] })).answer.status).toBe(200);
  });

  test('needs a log-in or the password within half an hour', async () => {
    const { page, passkey } = await openPersonWithPasskey({ role: 'viewer' });
    service.wait(PROVEN_SECONDS);
    const attempts = [
      page.send('POST', '/me/passkeys/options'),
      page.send('POST', '/me/passkeys', {}),
      page.send('PUT', `/me/passkeys/${passkey.id}`, { name: 'Mine' }),
      page.send('DELETE', `/me/passkeys/${passkey.id}`),
    ];
    for (const answer of await Promise.all(attempts))
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'password_needed' } } });
    expect((await page.send('GET', '/me/passkeys')).status).toBe(200);
    expect((await openPage(service).send('GET', '/me/passkeys')).status).toBe(401);
    await page.send('POST', '/me/proof', { password: PASSWORD });
    expect((await addPasskey(page)).answer.status).toBe(201);
  });

  test('accepts an answer once', async () => {
    const { page, registration } = await openPersonWithPasskey();
    expect(await page.send('POST', '/me/passkeys', { name: 'Again', registration })).toMatchObject(refusedPasskey);
  });

  test.each<[string, Parameters<Authenticator['create']>[1]]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a page of this host on another port', { origin: 'http://localhost:3001' }],
    ['another host’s key', { rpId: 'evil.example' }],
    ['a device that did not verify its owner', { isVerified: false }],
    ['an answer to a log-in', { type: 'webauthn.get' }],
    ['a certificate of the device’s maker', { attestation: 'certificate' }],
    ['an attestation of a kind that always has certificates', { attestation: 'fido-u2f' }],
    ['an unknown attestation', { attestation: 'made-up' }],
  ])('refuses %s', async (_title, lies) => {
    const { page } = await openPerson(service);
    const { body } = await page.send<BrowserOptions>('POST', '/me/passkeys/options');
    const registration = openAuthenticator().create(body.data, lies);
    expect(await page.send('POST', '/me/passkeys', { name: 'Phone', registration })).toMatchObject(refusedPasskey);
    expect((await page.send<Passkeys>('GET', '/me/passkeys')).body.data.passkeys).toEqual([]);
  });

  test('accepts a device that attests with its own key', async () => {
    const { page } = await openPerson(service);
    const { body } = await page.send<BrowserOptions>('POST', '/me/passkeys/options');
    const registration = openAuthenticator().create(body.data, { attestation: 'self' });
    expect((await page.send('POST', '/me/passkeys', { name: 'Key', registration })).status).toBe(201);
  });

  test('refuses challenges that are late, made up, someone else’s or of a log-in', async () => {
    const [{ page }, other] = [await openPerson(service), await openPerson(service)];
    const ask = async (from: typeof page) =>
      (await from.send<BrowserOptions>('POST', '/me/passkeys/options')).body.data;
    const register = (challenge: BrowserOptions) =>
      page.send('POST', '/me/passkeys', { name: 'Phone', registration: openAuthenticator().create(challenge) });
    expect(await register({ challenge: 'A'.repeat(43) })).toMatchObject(refusedPasskey);
    expect(await register(await ask(other.page))).toMatchObject(refusedPasskey);
    expect(await register(await options())).toMatchObject(refusedPasskey);
    const late = await ask(page);
    service.wait(300);
    expect(await register(late)).toMatchObject(refusedPasskey);
    const inTime = await ask(page);
    service.wait(299);
    expect((await register(inTime)).status).toBe(201);
  });

  test('refuses a key that is registered already, also of another person', async () => {
    const { authenticator } = await openPersonWithPasskey();
    const other = await openPerson(service);
    const { body } = await other.page.send<BrowserOptions>('POST', '/me/passkeys/options');
    const again = { name: 'Stolen', registration: authenticator.create(body.data) };
    expect(await other.page.send('POST', '/me/passkeys', again)).toMatchObject({
      status: 409,
      body: { error: { code: 'passkey_known' } },
    });
    expect((await other.page.send('GET', '/me')).body.data).toMatchObject({ user: { has_passkey: false } });
  });

  test('is possible ten times, even for requests at once', async () => {
    const { page } = await openPersonWithPasskey();
    for (let n = 1; n < 8; n++) expect((await addPasskey(page, `Key ${n}`)).answer.status).toBe(201);
    const begin = () => page.send<BrowserOptions>('POST', '/me/passkeys/options');
    const begun = await Promise.all([begin(), begin(), begin(), begin()]);
    const four = await Promise.all(
      begun.map(({ body }) =>
        page.send('POST', '/me/passkeys', { name: 'Phone', registration: openAuthenticator().create(body.data) }),
      ),
    );
    expect(four.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(await page.send('POST', '/me/passkeys/options')).toMatchObject({
      status: 409,
      body: { error: { code: 'too_many_passkeys', details: { max: 10 } } },
    });
    expect((await page.send<Passkeys>('GET', '/me/passkeys')).body.data.passkeys).toHaveLength(10);
  });
});

describe('logging in with a passkey', () => {
  test('needs no password, names no account, and proves who it is', async () => {
    const { authenticator, userId, passkey } = await openPersonWithPasskey();
    const asked = await options();
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 });
    expect(asked).not.toHaveProperty('allowCredentials');
    const { page, answer } = await logInWith(authenticator);
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { id: userId, has_passkey: true } } } });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-takilya=[\w-]{43};.*HttpOnly/);
    expect((await page.api('POST', '/api-keys', { name: 'Shop', scopes: ['sell'] })).status).toBe(201);
    const { body } = await page.send<Passkeys>('GET', '/me/passkeys');
    expect(body.data.passkeys).toEqual([{ ...passkey, last_used_at: service.now().toISOString() }]);
  });

  test('accepts an answer once', async () => {
    const { authenticator } = await openPersonWithPasskey();
    const assertion = authenticator.get(await options());
    expect((await send(assertion)).answer.status).toBe(200);
    expect((await send(assertion)).answer).toMatchObject(refusedLogIn);
  });

  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['another site', { origin: 'https://evil.example' }],
    ['the same host without its port', { origin: 'http://localhost' }],
    ['another host’s signature', { rpId: 'evil.example' }],
    ['a device that did not verify its owner', { isVerified: false }],
    ['an answer to a registration', { type: 'webauthn.create' }],
    ['another account’s handle', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('refuses %s', async (_title, lies) => {
    const { authenticator } = await openPersonWithPasskey();
    const { page, answer } = await logInWith(authenticator, lies);
    expect(answer).toMatchObject(refusedLogIn);
    expect(page.cookie).toBeUndefined();
    expect((await logInWith(authenticator)).answer.status).toBe(200);
  });

  test('refuses a changed answer', async () => {
    const { authenticator } = await openPersonWithPasskey();
    const { response, ...rest } = authenticator.get(await options());
    const other = openAuthenticator().get({ challenge: 'A'.repeat(43) }).response;
    for (const part of ['signature', 'authenticatorData', 'clientDataJSON'] as const)
      expect((await send({ ...rest, response: { ...response, [part]: other[part] } })).answer).toMatchObject(
        refusedLogIn,
      );
  });

  test('refuses challenges that are late, made up or of a registration', async () => {
    const { authenticator, page } = await openPersonWithPasskey();
    expect((await send(authenticator.get({ challenge: 'A'.repeat(43) }))).answer).toMatchObject(refusedLogIn);
    const { body } = await page.send<BrowserOptions>('POST', '/me/passkeys/options');
    expect((await send(authenticator.get(body.data))).answer).toMatchObject(refusedLogIn);
    const late = await options();
    service.wait(300);
    expect((await send(authenticator.get(late))).answer).toMatchObject(refusedLogIn);
  });

  test('refuses a copied key: its counter must go forward', async () => {
    const { authenticator } = await openPersonWithPasskey();
    expect((await logInWith(authenticator, { signCount: 7 })).answer.status).toBe(200);
    for (const signCount of [7, 6, 0])
      expect((await logInWith(authenticator, { signCount })).answer).toMatchObject(refusedLogIn);
    expect((await logInWith(authenticator, { signCount: 8 })).answer.status).toBe(200);
  });

  test('accepts devices without a counter', async () => {
    const { page } = await openPerson(service);
    const { body } = await page.send<BrowserOptions>('POST', '/me/passkeys/options');
    const authenticator = openAuthenticator();
    const registration = authenticator.create(body.data, { signCount: 0 });
    expect((await page.send('POST', '/me/passkeys', { name: 'Phone', registration })).status).toBe(201);
    for (let n = 0; n < 2; n++) expect((await logInWith(authenticator, { signCount: 0 })).answer.status).toBe(200);
  });

  test('answers the same to an unknown key, a removed one and nonsense', async () => {
    const { authenticator, page, passkey } = await openPersonWithPasskey();
    const stranger = openAuthenticator();
    stranger.create({ challenge: '', user: { id: Buffer.alloc(16).toString('base64url') } });
    const unknown = (await logInWith(stranger)).answer;
    expect(unknown).toMatchObject(refusedLogIn);
    await page.send('DELETE', `/me/passkeys/${passkey.id}`);
    expect((await logInWith(authenticator)).answer.text).toBe(unknown.text);
    const nonsense = { clientDataJSON: '%', authenticatorData: '', signature: '=', userHandle: '~' };
    for (const clientDataJSON of ['%', '', 'bnVsbA', 'e30', Buffer.from('{"challenge":1}').toString('base64url')]) {
      const response = { ...nonsense, clientDataJSON };
      const { answer } = await send({ id: 'x', rawId: 'y', type: 'public-key', response });
      expect(answer.text).toBe(unknown.text);
    }
    expect((await send({})).answer.status).toBe(400);
  });

  test('is refused to someone who is no longer a member of anything', async () => {
    const { authenticator, userId } = await openPersonWithPasskey();
    await service.db.query(sql`delete from memberships where user_id = ${userId}`);
    expect((await logInWith(authenticator)).answer).toMatchObject({
      status: 403,
      body: { error: { code: 'member_of_nothing' } },
    });
  });

  test('is limited by address, and challenges that no one answered are deleted', async () => {
    const address = '198.51.100.40';
    const ask = () => openPage(service, { address }).send('POST', '/log-in/passkey/options');
    for (let n = 0; n < 60; n++) expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 429, body: { error: { code: 'too_many_tries' } } });
    const count = async () => (await service.db.query(sql`select 1 from passkey_challenges`)).length;
    expect(await count()).toBeGreaterThanOrEqual(60);
    service.wait(300);
    await deleteOldLogIns(service.db, service.now());
    expect(await count()).toBe(0);
  });
});

describe('with a passkey and no authenticator app', () => {
  test('the password alone is not enough, and a recovery code completes it', async () => {
    const { logIn, recoveryCodes, email } = await openPersonWithPasskey();
    expect((await logIn()).answer).toMatchObject({ status: 401, body: { error: { code: 'passkey_needed' } } });
    expect((await logIn({ code: '123456' })).answer).toMatchObject({ body: { error: { code: 'wrong_code' } } });
    expect((await logIn({ code: recoveryCodes[0] })).answer.status).toBe(200);
    const wrong = await openPage(service).send('POST', '/log-in', { email, password: 'a wrong guess' });
    expect(wrong.body.error).toMatchObject({ code: 'wrong_credentials' });
  });

  test('an invitation is accepted with the passkey of its address, and with no other', async () => {
    const { organizationId } = await service.organization('Tala Events');
    const [ana, ben] = [await openPersonWithPasskey(), await openPersonWithPasskey()];
    const invited = { organizationId, actor: OPERATOR, email: ana.email, role: 'owner', now: service.now() } as const;
    const token = (await inviteByLink(service.db, PUBLIC_URL, invited)).split('#')[1];
    const accept = (page: Page, proof: object) => page.send('POST', '/invitations/accept', { token, ...proof });
    // A colleague who opens the link, logged in as themselves.
    expect(await accept(ben.page, { passkey: ben.authenticator.get(await options()) })).toMatchObject(refusedLogIn);
    expect((await accept(ana.page, {})).body.error).toMatchObject({ code: 'missing_field' });
    const accepted = await accept(openPage(service), { passkey: ana.authenticator.get(await options()) });
    expect(accepted.body.data).toMatchObject({
      user: { id: ana.userId, recovery_codes_left: 10 },
      organization: { id: organizationId },
      role: 'owner',
    });
  });

  test('an authenticator app that was never confirmed is worth nothing', async () => {
    const { page, logIn } = await openPersonWithPasskey();
    const { body } = await page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
    const code = codeOf(service, body.data.secret);
    expect((await logIn({ code })).answer).toMatchObject({ status: 401, body: { error: { code: 'wrong_code' } } });
  });

  test('a person may require two-factor authentication of others', async () => {
    const { organizationId } = await service.organization('Tala Events');
    const { page } = await openPersonWithPasskey({ organizationId });
    expect((await page.api('PUT', '/organization/two-factor', { required: true })).status).toBe(200);
    expect((await page.api('GET', '/events')).status).toBe(200);
  });
});

describe('passkeys of an account', () => {
  test('are renamed and removed by their owner alone', async () => {
    const [ana, ben] = [await openPersonWithPasskey(), await openPersonWithPasskey()];
    const path = `/me/passkeys/${ana.passkey.id}`;
    const missing = { status: 404, body: { error: { code: 'passkey_not_found' } } };
    expect(await ben.page.send('PUT', path, { name: 'Mine' })).toMatchObject(missing);
    expect(await ben.page.send('DELETE', path)).toMatchObject(missing);
    expect(await ana.page.send('DELETE', `/me/passkeys/${UNKNOWN_ID}`)).toMatchObject(missing);
    expect((await ana.page.send('PUT', path, { name: 'Old phone' })).status).toBe(204);
    expect((await ana.page.send('PUT', path, { name: '' })).status).toBe(400);
    const { body } = await ana.page.send<Passkeys>('GET', '/me/passkeys');
    expect(body.data.passkeys).toEqual([{ ...ana.passkey, name: 'Old phone' }]);
    expect((await ana.page.send('DELETE', path)).status).toBe(204);
    expect(await ana.page.send('DELETE', path)).toMatchObject(missing);
  });

  test('end the other sessions when one is removed; with the last second factor the recovery codes go', async () => {
    const { page, authenticator, passkey, logIn } = await openPersonWithPasskey();
    const { page: stolen } = await logInWith(authenticator);
    expect((await page.send('DELETE', `/me/passkeys/${passkey.id}`)).status).toBe(204);
    expect((await stolen.send('GET', '/me')).status).toBe(401);
    expect((await page.send('GET', '/me')).body.data).toMatchObject({
      user: { has_passkey: false, recovery_codes_left: 0 },
    });
    expect((await logIn()).answer.status).toBe(200);
  });

  test('keep the recovery codes while an authenticator app is left, and the other way round', async () => {
    const { page, recoveryCodes } = await openPersonWithCodes(service);
    const { answer } = await addPasskey(page);
    const [code] = recoveryCodes;
    expect((await page.send('DELETE', '/me/totp', { password: PASSWORD, code })).status).toBe(204);
    expect((await page.send('GET', '/me')).body.data).toMatchObject({
      user: { totp_enabled: false, has_passkey: true, recovery_codes_left: 9 },
    });
    await page.send('DELETE', `/me/passkeys/${answer.body.data.passkey.id}`);
    expect((await page.send('GET', '/me')).body.data).toMatchObject({ user: { recovery_codes_left: 0 } });
  });

  test('the last one stays while an organization requires two-factor authentication', async () => {
    const { organizationId } = await service.organization('Araw Events');
    const { page, passkey } = await openPersonWithPasskey({ organizationId });
    await page.api('PUT', '/organization/two-factor', { required: true });
    const remove = (id: string) => page.send('DELETE', `/me/passkeys/${id}`);
    expect(await remove(passkey.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'two_factor_must_stay_on', details: { organization: 'Araw Events' } } },
    });
    const { answer } = await addPasskey(page, 'New phone');
    expect((await remove(passkey.id)).status).toBe(204);
    expect((await remove(answer.body.data.passkey.id)).status).toBe(409);
  });

  test('are turned off by the operator, with everything else', async () => {
    const { userId, logIn, authenticator } = await openPersonWithPasskey();
    expect(await service.db.transaction((tx) => turnOffSecondFactor(tx, userId))).toBe(true);
    expect(await service.db.transaction((tx) => turnOffSecondFactor(tx, userId))).toBe(false);
    expect((await logIn()).answer).toMatchObject({ status: 200, body: { data: { user: { recovery_codes_left: 0 } } } });
    expect((await logInWith(authenticator)).answer).toMatchObject(refusedLogIn);
  });

  test('are visible to the team as a second factor', async () => {
    const { userId, page } = await openPersonWithPasskey();
    const { body } = await page.api<{ members: object[] }>('GET', '/team');
    expect(body.data.members).toContainEqual(
      expect.objectContaining({ user_id: userId, totp_enabled: false, two_factor_enabled: true }),
    );
  });
});
