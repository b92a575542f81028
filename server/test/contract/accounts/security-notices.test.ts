import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { invite } from '../../../src/accounts/invitations/invite.ts';
import { hotp, stepAt } from '../../../src/accounts/totp/totp.ts';
import { addApiKey } from '../../../src/api-keys/create-api-key.ts';
import { OPERATOR } from '../../../src/audit-log/actor.ts';
import { removeAccount } from '../../../src/payments/accounts/remove-account.ts';
import { setAccount } from '../../../src/payments/accounts/set-account.ts';
import { paymongoAccounts } from '../../../src/payments/paymongo/account-kind.ts';
import { parseBase32 } from '../../../src/values/base32.ts';
import { openMailRecorder, tokenIn } from '../../fixtures/mail-recorder.ts';
import { openMember, openPage } from '../../fixtures/members.ts';
import { openTestService } from '../../fixtures/test-service.ts';

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const service = await openTestService();
const letterBox = openMailRecorder(service);
afterAll(() => service.close());

const ana = await openMember(service, { email: 'ana@lakbay.example', password: PASSWORD });
const ben = await openMember(service, { email: 'ben@lakbay.example' });
const viewer = await openMember(service, { email: 'vi@lakbay.example', role: 'viewer' });
await openMember(service, { email: 'them@sining.example', organizationId: service.theirs.organizationId });
beforeEach(async () => {
  service.wait(86_400);
  await letterBox.notices();
  await letterBox.empty();
});

/** Ana, with a fresh log-in. */
async function logIn() {
  const page = openPage(service, { address: '203.0.113.20', userAgent: FIREFOX });
  await page.send('POST', '/log-in', { email: ana.email, password: PASSWORD });
  await letterBox.notices();
  return page;
}

/** The notices so far: recipient and subject. */
const told = async () => (await letterBox.notices()).map(({ to, subject }) => `${to.address}: ${subject}`).toSorted();
const owners = (subject: string) => [ana, ben].map(({ email }) => `${email}: Lakbay Concerts: ${subject}`);

describe('the owners are told, and nobody else', () => {
  test('of an invitation', async () => {
    const page = await logIn();
    await page.api('POST', '/team/invitations', { email: 'new@example.com', role: 'owner' });
    const letters = await letterBox.notices();
    expect(letters.map(({ to }) => to.address).toSorted()).toEqual([ana.email, ben.email]);
    const text = letters[0]?.text ?? '';
    expect(text).toContain('An invitation to Lakbay Concerts was sent.');
    expect(text).toContain('Concerns: new@example.com (owner)');
    expect(text).toContain(`By: ${ana.name}, ${ana.email}`);
    expect(text).toMatch(/When: .*2027/);
    expect(text).toContain('undo it in the dashboard');
    expect(text).toMatch(/http:\/\/localhost:3000\/dashboard\/audit-log\?organization=[\da-f-]{36}\n/);
  });

  test('of an invitation by the operator', async () => {
    const fields = { organizationId: service.ours.organizationId, actor: OPERATOR, email: 'op@example.com' } as const;
    await invite(service.db, { ...fields, role: 'viewer', now: service.now() });
    const [letter] = await letterBox.notices();
    expect(letter?.text).toContain('By: the operator of this installation');
  });

  test('of a changed role, and not of one that stays', async () => {
    const page = await logIn();
    await page.api('PUT', `/team/${viewer.userId}`, { role: 'viewer' });
    expect(await told()).toEqual([]);
    await page.api('PUT', `/team/${viewer.userId}`, { role: 'manager' });
    const letters = await letterBox.notices();
    expect(letters).toHaveLength(2);
    expect(letters[0]?.text).toContain('Concerns: vi@lakbay.example (viewer → manager)');
  });

  test('of a role in the words of their language', async () => {
    const page = await logIn();
    await service.db.query(sql`update users set language = 'fil' where id = ${ben.userId}`);
    await page.api('PUT', `/team/${viewer.userId}`, { role: 'manager' });
    await letterBox.notices();
    await page.api('PUT', `/team/${viewer.userId}`, { role: 'door' });
    const concerns = (await letterBox.notices()).map(({ to, text }) => `${to.address}: ${/\(.*\)/.exec(text)?.[0]}`);
    expect(concerns.toSorted()).toEqual([
      `${ana.email}: (manager → volunteer at the door)`,
      `${ben.email}: (manager → volunteer sa pintuan)`,
    ]);
    await service.db.query(sql`update users set language = 'en' where id = ${ben.userId}`);
  });

  test('of a removed member, also an owner who is removed or demoted', async () => {
    const page = await logIn();
    const carla = await openMember(service, { email: 'carla@lakbay.example' });
    await page.api('PUT', `/team/${carla.userId}`, { role: 'viewer' });
    expect(await told()).toContain(`${carla.email}: Lakbay Concerts: Role changed`);
    await page.api('PUT', `/team/${carla.userId}`, { role: 'owner' });
    await letterBox.notices();
    await page.api('DELETE', `/team/${carla.userId}`);
    expect(await told()).toEqual(
      [...owners('Member removed'), `${carla.email}: Lakbay Concerts: Member removed`].toSorted(),
    );
  });

  test('of API keys', async () => {
    const page = await logIn();
    const { body } = await page.api<{ id: string }>('POST', '/api-keys', { name: 'Shop', scopes: ['sell'] });
    const letters = await letterBox.notices();
    expect(letters.map(({ subject }) => subject)).toEqual(Array(2).fill('Lakbay Concerts: New API key'));
    expect(letters[0]?.text).toContain('Concerns: Shop');
    await page.api('DELETE', `/api-keys/${body.data.id}`);
    expect(await told()).toEqual(owners('API key revoked'));
    await page.api('DELETE', `/api-keys/${body.data.id}`);
    expect(await told()).toEqual([]);
  });

  test('without the name of a key that mail programs would make a link of', async () => {
    const page = await logIn();
    await page.api('POST', '/api-keys', { name: 'Stop this: https://evil.example/now', scopes: ['sell'] });
    const [letter] = await letterBox.notices();
    expect(letter?.text).not.toContain('evil');
  });

  test('of payment accounts', async () => {
    const account = {
      organizationId: service.ours.organizationId,
      actor: { kind: 'session', id: ana.userId },
    } as const;
    const kind = {
      ...paymongoAccounts({ baseUrl: 'http://127.0.0.1:1' }),
      codesOf: async () => ['gcash'],
    };
    const secrets = { secretKey: 'sk_test_x', webhookSecret: 'whsk_x' };
    const secretsKeys = [randomBytes(32)];
    await setAccount(service.db, { ...account, ...secrets, kind, methods: null, secretsKeys, now: service.now() });
    const letters = await letterBox.notices();
    expect(letters.map(({ subject }) => subject)).toEqual(Array(2).fill('Lakbay Concerts: Payment account changed'));
    expect(letters[0]?.text).toContain('Concerns: PayMongo');
    await removeAccount(service.db, { ...account, provider: 'paymongo', now: service.now() });
    expect(await told()).toEqual(owners('Payment account removed'));
  });

  test('not when the change is refused', async () => {
    const page = await logIn();
    await page.api('POST', '/team/invitations', { email: ben.email, role: 'owner' });
    await page.api('DELETE', `/team/${service.ours.organizationId}`);
    expect(await told()).toEqual([]);
  });

  test('by at most ten e-mails of a kind at once, and ten an hour', async () => {
    const page = await logIn();
    const send = async (count: number) => {
      for (let n = 0; n < count; n++)
        await page.api('POST', '/team/invitations', { email: `new-${n}@example.com`, role: 'viewer' });
      return (await letterBox.notices()).filter(({ to }) => to.address === ana.email).length;
    };
    expect(await send(15)).toBe(10);
    // Another kind has its own.
    await page.api('POST', '/api-keys', { name: 'Shop', scopes: ['sell'] });
    expect(await letterBox.notices()).toHaveLength(2);
    await page.send('POST', '/me/proof', { password: PASSWORD });
    service.wait(360);
    expect(await send(3)).toBe(1);
  });
});

describe('a person is told', () => {
  test('of a changed password, and from where', async () => {
    const page = await logIn();
    await page.send('PUT', '/me', { password: { current: PASSWORD, new: 'another horse battery' } });
    const [letter, ...others] = await letterBox.notices();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ to: { address: ana.email }, subject: 'Your password was changed' });
    expect(letter?.text).toContain('From: Firefox on Linux, 203.0.113.20');
    expect(letter?.text).toContain('If this was not you, set a new password now');
    expect(letter?.text).toContain('http://localhost:3000/dashboard/reset\n');
    await page.send('PUT', '/me', { password: { current: 'another horse battery', new: PASSWORD } });
  });

  test('of a changed name not at all', async () => {
    const page = await logIn();
    await page.send('PUT', '/me', { name: ana.name });
    expect(await told()).toEqual([]);
  });

  test('of a password that was set with a link', async () => {
    const page = openPage(service);
    await page.send('POST', '/password-resets', { email: ana.email });
    const [link] = await letterBox.empty();
    await page.send('PUT', '/password-resets', { token: tokenIn(link), password: PASSWORD });
    const [letter] = await letterBox.notices();
    expect(letter?.text).toContain('A new password was set with a link from an e-mail.');
  });

  test('of two-factor authentication that is turned on or off', async () => {
    const page = await logIn();
    const { body } = await page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
    const code = () => hotp(parseBase32(body.data.secret) ?? Buffer.alloc(0), stepAt(service.now()));
    await page.send('PUT', '/me/totp', { code: '000000' });
    expect(await told()).toEqual([]);
    await page.send('PUT', '/me/totp', { code: code() });
    expect(await told()).toEqual([`${ana.email}: Two-factor authentication is on`]);
    service.wait(60);
    await page.send('DELETE', '/me/totp', { password: PASSWORD, code: code() });
    expect(await told()).toEqual([`${ana.email}: Two-factor authentication is off`]);
  });

  test('in their language', async () => {
    const page = await logIn();
    await page.send('PUT', '/me', { language: 'fil' });
    await page.api('POST', '/team/invitations', { email: 'iba@example.com', role: 'viewer' });
    const letters = await letterBox.notices();
    expect(letters.find(({ to }) => to.address === ana.email)?.subject).toBe('Lakbay Concerts: Bagong imbitasyon');
    expect(letters.find(({ to }) => to.address === ben.email)?.subject).toBe('Lakbay Concerts: New invitation');
    await page.send('PUT', '/me', { language: 'en' });
  });
});

test('a notice is recorded with the change or not at all', async () => {
  const count = async () => {
    const [row] = await service.db.query<{ mails: number }>(
      sql`select count(*) as mails from mails where kind = 'security_notice'`,
    );
    return row?.mails;
  };
  const before = await count();
  await service.db
    .transaction(async (tx) => {
      const fields = { organizationId: service.ours.organizationId, actor: OPERATOR, name: 'Shop', now: service.now() };
      await addApiKey(tx, fields);
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await count()).toBe(before);
});
