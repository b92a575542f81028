import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PROVEN_SECONDS } from '../../../src/accounts/sessions/session.ts';
import { openMember } from '../../fixtures/members.ts';
import { openTestService, UNKNOWN_ID } from '../../fixtures/test-service.ts';
import { addPasskey, codeOf, openPerson, openPersonWithCodes, PASSWORD } from '../../fixtures/two-factor.ts';
import { DOCUMENT, operationsOf, parseApiDocument } from '../../readers/api-document.ts';

const service = await openTestService();
afterAll(() => service.close());
beforeEach(() => service.wait(86_400));

const PATH = '/organization/two-factor';
const refused = { status: 403, body: { error: { code: 'two_factor_required' } } };

/** An owner with an authenticator app, in an organization of their own. */
async function openOwner() {
  const { organizationId, ...keyClient } = await service.organization('Gabi Productions');
  const owner = await openPersonWithCodes(service, { organizationId });
  const require = (required: boolean) => owner.page.api('PUT', PATH, { required });
  return { ...owner, organizationId, keyClient, require };
}

describe('PUT /organization/two-factor', () => {
  test('refuses a member without a second factor everything but their own account', async () => {
    const { organizationId, require } = await openOwner();
    const member = await openPerson(service, { organizationId, role: 'owner' });
    expect((await member.page.api('GET', '/events')).status).toBe(200);
    expect(await require(true)).toMatchObject({ status: 200, body: { data: { two_factor_required: true } } });

    const { text } = await service.request({ method: 'GET', url: DOCUMENT });
    const operations = operationsOf((await parseApiDocument(text)).resolved);
    expect(operations.length).toBeGreaterThan(70);
    for (const { method, path } of operations) {
      const name = `${method} ${path}`;
      const url = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
      const answer = await member.page.api(method.toUpperCase() as 'GET', url, method === 'get' ? undefined : {});
      expect({ name, status: answer.status, code: answer.body.error?.code }).toEqual({
        name,
        status: 403,
        code: 'two_factor_required',
      });
    }
    expect(await member.page.send('GET', '/me/payments')).toMatchObject(refused);
    const me = { access: [], organization: { id: organizationId, two_factor_required: true } };
    expect((await member.page.send('GET', '/me')).body.data).toMatchObject(me);
  });

  test('lets the member in again once they turned two-factor authentication on', async () => {
    const { organizationId, require } = await openOwner();
    const { page, logIn } = await openPerson(service, { organizationId, role: 'viewer' });
    await require(true);
    expect(await page.api('GET', '/events')).toMatchObject(refused);
    // A log-in with the password alone leads no further.
    expect(await (await logIn()).page.api('GET', '/events')).toMatchObject(refused);
    const { body } = await page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
    expect(await page.api('GET', '/events')).toMatchObject(refused);
    await page.send('PUT', '/me/totp', { code: codeOf(service, body.data.secret) });
    expect((await page.api('GET', '/events')).status).toBe(200);
    expect((await page.send('GET', '/me')).body.data).toMatchObject({ access: ['read'] });
    expect((await page.api('POST', '/events', {})).body.error).toMatchObject({ code: 'insufficient_role' });
  });

  test('lets the member in again with a passkey, too', async () => {
    const { organizationId, require } = await openOwner();
    const { page } = await openPerson(service, { organizationId, role: 'viewer' });
    await require(true);
    expect((await addPasskey(page)).answer.status).toBe(201);
    expect((await page.api('GET', '/events')).status).toBe(200);
    expect((await page.send('GET', '/me')).body.data).toMatchObject({ access: ['read'] });
  });

  test('applies to its own organization, and to no keys', async () => {
    const { organizationId, require, keyClient } = await openOwner();
    const member = await openPerson(service, { organizationId });
    await require(true);
    const neighbour = await openMember(service);
    expect((await neighbour.get('/events')).status).toBe(200);
    expect((await keyClient.get('/events')).status).toBe(200);
    expect(await member.page.api('GET', '/events')).toMatchObject(refused);
    await require(false);
    expect((await member.page.api('GET', '/events')).status).toBe(200);
  });

  test('is refused to an owner who has no second factor', async () => {
    const { organizationId } = await service.organization('Bukas Events');
    const { page } = await openPerson(service, { organizationId });
    expect(await page.api('PUT', PATH, { required: true })).toMatchObject({
      status: 409,
      body: { error: { code: 'second_factor_missing' } },
    });
    expect((await page.api('GET', '/organization')).body.data).toMatchObject({ two_factor_required: false });
    expect((await page.api('PUT', PATH, { required: false })).status).toBe(200);
  });

  test('needs an owner who logged in or gave their password within half an hour', async () => {
    const { organizationId, require, keyClient, page } = await openOwner();
    const manager = await openPersonWithCodes(service, { organizationId, role: 'manager' });
    expect((await manager.page.api('PUT', PATH, { required: true })).body.error).toMatchObject({
      code: 'insufficient_role',
    });
    expect((await keyClient.put(PATH, { required: true })).body.error).toMatchObject({ code: 'person_required' });
    service.wait(PROVEN_SECONDS);
    expect((await require(true)).body.error).toMatchObject({ status: 403, code: 'password_needed' });
    await page.send('POST', '/me/proof', { password: PASSWORD });
    expect((await require(true)).status).toBe(200);
    expect((await page.api('PUT', PATH, {})).body.error).toMatchObject({ status: 400, code: 'missing_field' });
  });

  test('is in the audit log when it changes something', async () => {
    const { require, page, userId } = await openOwner();
    for (const required of [true, true, false]) {
      await require(required);
      service.wait(1);
    }
    const { body } = await page.api<{ changes: object[] }>('GET', '/audit-log?action=organization.updated');
    expect(body.data.changes).toMatchObject([
      { before: { two_factor_required: true }, after: { two_factor_required: false }, actor: { id: userId } },
      { before: { two_factor_required: false }, after: { two_factor_required: true }, actor: { id: userId } },
    ]);
  });

  test('keeps a member from turning their second factor off, in whatever organization they are', async () => {
    const { organizationId, require } = await openOwner();
    const member = await openPersonWithCodes(service, { organizationId, role: 'manager' });
    await require(true);
    const [code, other] = member.recoveryCodes;
    const off = () => member.page.send('DELETE', '/me/totp', { password: PASSWORD, code });
    expect(await off()).toMatchObject({
      status: 409,
      body: { error: { code: 'two_factor_must_stay_on', details: { organization: 'Gabi Productions' } } },
    });
    expect((await member.logIn({ code: other })).answer.status).toBe(200);
    await require(false);
    // The refused request used no code up.
    expect((await off()).status).toBe(204);
  });
});
