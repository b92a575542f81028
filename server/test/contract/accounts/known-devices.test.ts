import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_DEVICES } from '../../../src/accounts/devices/device.ts';
import { openMailRecorder, tokenIn } from '../../fixtures/mail-recorder.ts';
import { cookiesOf, openMember, openPage } from '../../fixtures/members.ts';
import { openTestService } from '../../fixtures/test-service.ts';

const PASSWORD = 'correct horse battery';
const service = await openTestService();
const letterBox = openMailRecorder(service);
afterAll(() => service.close());
let addresses = 0;
const newAddress = () => `198.18.${Math.floor(++addresses / 250)}.${addresses % 250}`;
beforeEach(async () => {
  service.wait(86_400);
  await letterBox.notices();
});

/** A person, and the device cookie of a browser that they logged in with. */
async function openPerson() {
  const { userId, email } = await openMember(service, { password: PASSWORD });
  /** Each log-in comes from an address that was never seen, with this device cookie. */
  const logIn = (device?: string, password = PASSWORD) => logInAs(email, device, password);
  const { device } = await logIn();
  return { userId, email, device, logIn };
}

async function logInAs(email: string, device?: string, password = PASSWORD) {
  const page = openPage(service, { address: newAddress() });
  page.device = device;
  const answer = await page.send('POST', '/log-in', { email, password });
  return { page, answer, status: answer.status, device: page.device };
}

/** As many wrong guesses as strangers have, from as many addresses, and more. */
async function guess(email: string, times = 12) {
  for (let n = 0; n < times; n++) await logInAs(email, undefined, 'a wrong guess');
}

const devicesOf = async (userId: string) =>
  (await service.db.query(sql`select 1 from devices where user_id = ${userId}`)).length;

describe('the device cookie', () => {
  test('is set by a log-in, for scripts and other sites to leave alone, and stays after the log-out', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    const { answer, page } = await logInAs(email);
    const [value, ...attributes] = (cookiesOf(answer)[1] ?? '').split('; ');
    expect(value).toMatch(/^__Host-takilya-device=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Strict', 'Secure']);
    await page.send('POST', '/log-out');
    expect([page.cookie, page.device]).toEqual([undefined, value]);
  });

  test('is not set when the password is wrong', async () => {
    const { email } = await openPerson();
    expect(cookiesOf((await logInAs(email, undefined, 'a wrong guess')).answer)).toEqual([]);
  });

  test('is stored as a hash', async () => {
    const { device = '' } = await openPerson();
    const token = device.split('=')[1] ?? '';
    for (const table of ['devices', 'throttles', 'sessions', 'mails']) {
      const rows = await service.db.query<{ row: string }>({
        text: `select t::text as row from ${table} t`,
        values: [],
      });
      for (const { row } of rows) {
        expect(row).not.toContain(token);
        expect(row).not.toContain(Buffer.from(token).toString('hex'));
      }
    }
  });

  test('stays the same on a known device, and is never one that the browser brought otherwise', async () => {
    const { device, logIn } = await openPerson();
    expect((await logIn(device)).device).toBe(device);
    const planted = `__Host-takilya-device=${'A'.repeat(43)}`;
    expect((await logIn(planted)).device).not.toBe(planted);
    // Another person's device becomes a device of both, with a token that neither knew.
    const other = await openPerson();
    const shared = await other.logIn(device);
    expect(shared.device).not.toBe(device);
    await letterBox.notices();
    expect((await logIn(shared.device)).device).toBe(shared.device);
    expect((await other.logIn(shared.device)).device).toBe(shared.device);
    expect(await letterBox.notices()).toEqual([]);
  });

  test('is one of twenty that a person has at most: the one that was used last is kept', async () => {
    const { userId, device, logIn } = await openPerson();
    service.wait(60);
    const { device: second } = await logIn();
    for (let n = 0; n < MAX_DEVICES - 1; n++) {
      service.wait(60);
      await logIn();
      if (n === 0) await logIn(device);
    }
    expect(await devicesOf(userId)).toBe(MAX_DEVICES);
    expect((await logIn(device)).device).toBe(device);
    expect((await logIn(second)).device).not.toBe(second);
  });

  test('is forgotten 180 days after the last log-in', async () => {
    const { device, logIn } = await openPerson();
    service.wait(180 * 86_400 - 1);
    expect((await logIn(device)).device).toBe(device);
    service.wait(180 * 86_400);
    const again = await logIn(device);
    expect(again.status).toBe(200);
    expect(again.device).not.toBe(device);
  });
});

describe('strangers’ guesses', () => {
  test('lock out unknown devices, and not a known one at a new address', async () => {
    const { email, device, logIn } = await openPerson();
    await guess(email);
    const stranger = await logIn();
    expect(stranger.answer.body.error).toMatchObject({ status: 429, code: 'too_many_tries' });
    expect(stranger.answer.headers['retry-after']).toBe('300');
    expect((await logIn(device)).status).toBe(200);
    // A cookie that the server never set, or set for another person, makes no known device.
    const other = await openPerson();
    for (const wrong of [`__Host-takilya-device=${'A'.repeat(43)}`, other.device])
      expect((await logIn(wrong)).status).toBe(429);
    await guess(other.email);
    expect((await other.logIn(device)).status).toBe(429);
  });

  test('from the same address do not keep a known device out either', async () => {
    const { email, device } = await openPerson();
    const address = newAddress();
    for (let n = 0; n < 31; n++)
      await openPage(service, { address }).send('POST', '/log-in', { email: `user-${n}@example.com`, password: 'x' });
    const [known, unknown] = [openPage(service, { address }), openPage(service, { address })];
    known.device = device;
    expect((await unknown.send('POST', '/log-in', { email, password: PASSWORD })).status).toBe(429);
    expect((await known.send('POST', '/log-in', { email, password: PASSWORD })).status).toBe(200);
  });

  test('on a known device are ten, then one in thirty seconds, whatever the address', async () => {
    const { device, logIn } = await openPerson();
    for (let n = 0; n < 10; n++) expect((await logIn(device, 'a wrong guess')).status).toBe(401);
    const refused = await logIn(device);
    expect(refused).toMatchObject({ status: 429, answer: { headers: { 'retry-after': '30' } } });
    // The device uses up only its own tries: other browsers can still log in.
    expect((await logIn()).status).toBe(200);
    service.wait(30);
    expect((await logIn(device)).status).toBe(200);
  });
});

test('a flood of log-ins from 150 addresses fills the queue of strangers, and a known device still logs in', async () => {
  const { device, logIn } = await openPerson();
  let over = false;
  const refused: string[] = [];
  const flood = Array.from({ length: 150 }, async (_, n) => {
    const page = openPage(service, { address: `192.0.2.${n}` });
    for (let turn = 0; !over; turn++) {
      const email = `nobody-${n}-${turn}@example.com`;
      const { status, body } = await page.send('POST', '/log-in', { email, password: 'a wrong guess' });
      if (status === 503) refused.push(body.error.code);
      if (status === 429) service.wait(10);
    }
  });
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  const known = await logIn(device);
  // The control: without the cookie the genuine person waits with the strangers, or is sent away.
  const unknown = await Promise.all(Array.from({ length: 5 }, () => logIn()));
  over = true;
  await Promise.all(flood);
  expect(known.status).toBe(200);
  expect(unknown.map(({ status }) => status)).toContain(503);
  expect(new Set(refused)).toEqual(new Set(['overloaded']));
});

describe('a new password', () => {
  const NEW = 'another horse battery';

  test('forgets the other devices, and gives this one a new token', async () => {
    const { email, device, logIn } = await openPerson();
    const { device: phone } = await logIn();
    const { page } = await logIn(device);
    const changed = await page.send('PUT', '/me', { password: { current: PASSWORD, new: NEW } });
    expect(cookiesOf(changed)[0]).toMatch(/^__Host-takilya-device=/);
    expect(page.device).not.toBe(device);
    await guess(email);
    for (const old of [device, phone]) expect((await logInAs(email, old, NEW)).status).toBe(429);
    expect((await logInAs(email, page.device, NEW)).status).toBe(200);
  });

  test('keeps this device known to the others who use it', async () => {
    const [ana, ben] = [await openPerson(), await openPerson()];
    const { device: shared } = await ben.logIn(ana.device);
    const { page } = await ana.logIn(shared);
    await page.send('PUT', '/me', { password: { current: PASSWORD, new: NEW } });
    expect(page.device).not.toBe(shared);
    await guess(ben.email);
    expect((await ben.logIn(page.device)).status).toBe(200);
    expect((await ben.logIn(shared)).status).toBe(429);
  });

  test('set with a link makes the device known, and forgets all others', async () => {
    const { email, device } = await openPerson();
    await letterBox.empty();
    const page = openPage(service, { address: newAddress() });
    await page.send('POST', '/password-resets', { email });
    const [letter] = await letterBox.empty();
    expect((await page.send('PUT', '/password-resets', { token: tokenIn(letter), password: NEW })).status).toBe(204);
    await guess(email);
    expect((await logInAs(email, device, NEW)).status).toBe(429);
    expect((await logInAs(email, page.device, NEW)).status).toBe(200);
  });
});

describe('an e-mail', () => {
  test('tells the person of a log-in on a new device, and of none on a known one', async () => {
    const { email, device, logIn } = await openPerson();
    const [letter, ...others] = await letterBox.notices();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ to: { address: email }, subject: 'New log-in to your account' });
    expect(letter?.text).toContain('From: 198.18.');
    await logIn(device);
    await logIn(device, 'a wrong guess');
    expect(await letterBox.notices()).toEqual([]);
  });

  test('is not sent for the browser that accepts an invitation to a new account', async () => {
    const owner = await openMember(service);
    await owner.post('/team/invitations', { email: 'invited@example.com', role: 'viewer' });
    const [letter] = await letterBox.empty();
    await letterBox.notices();
    const page = openPage(service);
    await page.send('POST', '/invitations/accept', { token: tokenIn(letter), name: 'Vi', password: PASSWORD });
    expect((await logInAs('invited@example.com', page.device)).device).toBe(page.device);
    expect(await letterBox.notices()).toEqual([]);
  });
});
