import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openMailRecorder, tokenIn } from '../../fixtures/mail-recorder.ts';
import { openMember, openPage } from '../../fixtures/members.ts';
import { openTestService } from '../../fixtures/test-service.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another horse battery';
const service = await openTestService();
const letterBox = openMailRecorder(service);
afterAll(() => service.close());
beforeEach(() => service.wait(86_400));

const page = openPage(service);
const ask = (email: string, from = page) => from.send('POST', '/password-resets', { email });
const set = (token: string, password = NEW_PASSWORD) => page.send('PUT', '/password-resets', { token, password });
const logIn = (email: string, password: string) => openPage(service).send('POST', '/log-in', { email, password });

const OVER = {
  status: 404,
  body: { error: { status: 404, message: 'This link has already been used or has expired' } },
};

describe('a forgotten password', () => {
  test('can be set again with the link in the e-mail, which works once', async () => {
    const { email, name } = await openMember(service, { password: PASSWORD });
    expect(await ask(email)).toMatchObject({ status: 202, text: '' });
    const [letter, ...others] = await letterBox.empty();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      to: { name, address: email },
      subject: 'Set a new password',
      fromName: 'Lakbay Concerts',
      replyTo: null,
    });
    expect(letter?.text).toContain('http://localhost:3000/dashboard/reset#');
    const token = tokenIn(letter);
    expect((await set(token)).status).toBe(204);
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await logIn(email, PASSWORD)).body.error).toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect(await set(token)).toMatchObject(OVER);
  });

  test('answers the same to an unknown address, and sends nothing', async () => {
    expect(await ask('nobody@example.com')).toMatchObject({ status: 202, text: '' });
    expect(await letterBox.empty()).toEqual([]);
  });

  test('ends every session and every other link', async () => {
    const member = await openMember(service, { password: PASSWORD });
    await ask(member.email);
    await ask(member.email);
    const [first, second] = await letterBox.empty();
    expect((await member.get('/events')).status).toBe(200);
    await set(tokenIn(second));
    expect((await member.get('/events')).body.error).toMatchObject({ status: 401, code: 'not_logged_in' });
    expect(await set(tokenIn(first))).toMatchObject(OVER);
  });

  test('sends no e-mail that waited until a password was set, with another link or in the dashboard', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    await ask(email);
    const [first] = await letterBox.empty();
    await ask(email);
    expect((await set(tokenIn(first))).status).toBe(204);
    expect(await letterBox.empty()).toEqual([]);

    service.wait(3_600);
    const own = openPage(service);
    await own.send('POST', '/log-in', { email, password: NEW_PASSWORD });
    await ask(email);
    const password = { current: NEW_PASSWORD, new: 'a third horse battery' };
    expect((await own.send('PUT', '/me', { password })).status).toBe(200);
    expect(await letterBox.empty()).toEqual([]);
    service.wait(1);
    await ask(email);
    expect(await letterBox.empty()).toHaveLength(1);
  });

  test('lets the owner log in however often strangers have guessed', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    for (let n = 0; n < 11; n++)
      await openPage(service, { address: `198.51.100.${n}` }).send('POST', '/log-in', {
        email,
        password: 'a wrong guess',
      });
    expect((await logIn(email, PASSWORD)).body.error).toMatchObject({ status: 429, code: 'too_many_tries' });
    await ask(email);
    const [letter] = await letterBox.empty();
    await set(tokenIn(letter));
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('has a link that expires after an hour, even if the e-mail waited that long', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    await ask(email);
    const [letter] = await letterBox.empty();
    await ask(email);
    service.wait(3_600);
    expect(await set(tokenIn(letter))).toMatchObject(OVER);
    expect(await letterBox.empty()).toEqual([]);
  });

  test('sends at most three e-mails at once, without telling the caller', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, n) => ask(email, openPage(service, { address: `192.0.2.${n}` }))),
    );
    expect(asked.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202]);
    expect(await letterBox.empty()).toHaveLength(3);
  });

  test('sends e-mails to at most ten accounts per client address', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => openMember(service, {})));
    for (const { email } of members) await ask(email);
    expect(await letterBox.empty()).toHaveLength(10);
  });

  test('refuses a password that is too short, and the link still works', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    await ask(email);
    const [letter] = await letterBox.empty();
    expect((await set(tokenIn(letter), 'short')).body.error).toMatchObject({ status: 400, code: 'invalid_field' });
    expect(await set(tokenIn(letter), email)).toMatchObject({
      status: 400,
      body: { error: { code: 'password_guessable' } },
    });
    expect((await set(tokenIn(letter))).status).toBe(204);
  });

  test('lets one of two simultaneous uses of the link succeed', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    await ask(email);
    const [letter] = await letterBox.empty();
    const both = await Promise.all([
      set(tokenIn(letter), 'the first of them'),
      set(tokenIn(letter), 'the second of them'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });

  test('never stores the token of the link', async () => {
    const { email } = await openMember(service, { password: PASSWORD });
    await ask(email);
    const before = await everyRow();
    const [letter] = await letterBox.empty();
    const token = tokenIn(letter);
    expect(token).not.toBe('');
    for (const row of [...before, ...(await everyRow())]) expect(row).not.toContain(token);
  });

  async function everyRow(): Promise<string[]> {
    const rows: string[] = [];
    for (const table of ['mails', 'one_time_links', 'users', 'throttles', 'idempotency_keys']) {
      const found = await service.db.query<{ row: string }>({
        text: `select t::text as row from ${table} t`,
        values: [],
      });
      rows.push(...found.map(({ row }) => row));
    }
    return rows;
  }

  test('does not help a person who is a member of no organization', async () => {
    const member = await openMember(service, { password: PASSWORD, role: 'viewer' });
    await service.db.query(sql`delete from memberships where user_id = ${member.userId}`);
    await ask(member.email);
    expect(await letterBox.empty()).toEqual([]);
    expect(await logIn(member.email, PASSWORD)).toMatchObject({
      status: 403,
      body: { error: { code: 'member_of_nothing' } },
    });
  });
});
