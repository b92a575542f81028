import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { invite as inviteAs, MAX_INVITATIONS } from '../../../src/accounts/invitations/invite.ts';
import type { Role } from '../../../src/accounts/roles.ts';
import { OPERATOR } from '../../../src/audit-log/actor.ts';
import { openMailRecorder, tokenIn } from '../../fixtures/mail-recorder.ts';
import { openMember, openPage } from '../../fixtures/members.ts';
import { openTestService, UNKNOWN_ID } from '../../fixtures/test-service.ts';

const PASSWORD = 'correct horse battery';
const service = await openTestService();
const letterBox = openMailRecorder(service);
const owner = await openMember(service, { email: 'owner@lakbay.example' });
afterAll(() => service.close());
beforeEach(() => service.wait(60));

interface Team {
  members: { user_id: string; email: string; role: string }[];
  invitations: { id: string; email: string; role: string }[];
}
const team = async () => (await service.ours.get<Team>('/team')).body.data;
const page = openPage(service);

describe('the team', () => {
  test('lists members without secrets', async () => {
    const answer = await owner.get<Team>('/team');
    expect(answer.body.data.members).toContainEqual({
      user_id: owner.userId,
      name: owner.name,
      email: owner.email,
      role: 'owner',
      totp_enabled: false,
      two_factor_enabled: false,
      joined_at: expect.any(String),
      last_seen_at: expect.any(String),
    });
    expect(answer.text).not.toMatch(/argon2|hash|token/);
  });

  test('applies a changed role from the next request', async () => {
    const member = await openMember(service, { role: 'viewer' });
    expect((await member.post('/events', service.eventBody())).body.error).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    });
    expect((await owner.put(`/team/${member.userId}`, { role: 'manager' })).body.data).toMatchObject({
      role: 'manager',
    });
    expect((await member.post('/events', service.eventBody())).status).toBe(201);
    await owner.put(`/team/${member.userId}`, { role: 'door' });
    expect((await member.get('/orders')).body.error).toMatchObject({ status: 403, code: 'insufficient_role' });
  });

  test('refuses a removed member from the next request', async () => {
    const member = await openMember(service, { role: 'manager', password: PASSWORD });
    expect((await member.get('/events')).status).toBe(200);
    expect((await owner.delete(`/team/${member.userId}`)).status).toBe(204);
    expect((await member.get('/events')).body.error).toMatchObject({ status: 401, code: 'not_logged_in' });
    expect((await page.send('POST', '/log-in', { email: member.email, password: PASSWORD })).body.error).toMatchObject({
      status: 403,
      code: 'member_of_nothing',
    });
    expect((await team()).members.map(({ user_id }) => user_id)).not.toContain(member.userId);
  });

  test('cannot lose its last owner', async () => {
    const message = 'An organization needs an owner: make another member an owner first';
    const refused = { status: 409, body: { error: { code: 'last_owner', message } } };
    expect(await owner.put(`/team/${owner.userId}`, { role: 'viewer' })).toMatchObject(refused);
    expect(await owner.delete(`/team/${owner.userId}`)).toMatchObject(refused);
  });

  test('keeps one of two owners who demote each other at the same time', async () => {
    const organizationId = service.theirs.organizationId;
    const [one, two] = [await openMember(service, { organizationId }), await openMember(service, { organizationId })];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        one.put(`/team/${two.userId}`, { role: 'viewer' }),
        two.put(`/team/${one.userId}`, { role: 'viewer' }),
      ]);
      // The loser is the last owner, or is no longer an owner when the request arrives.
      expect([409, 403]).toContain(answers.find(({ status }) => status !== 200)?.status);
      const owners = await service.db.query<{ owners: number }>(sql`
        select count(*) as owners from memberships where organization_id = ${organizationId} and role = 'owner'`);
      expect(owners).toEqual([{ owners: 1 }]);
      await service.db.query(sql`update memberships set role = 'owner' where organization_id = ${organizationId}`);
    }
  });

  test('answers 404 to an unknown person and to one of another organization', async () => {
    const stranger = await openMember(service, { organizationId: service.theirs.organizationId, role: 'viewer' });
    for (const id of [UNKNOWN_ID, stranger.userId]) {
      expect((await owner.put(`/team/${id}`, { role: 'door' })).body.error).toMatchObject({
        status: 404,
        code: 'member_not_found',
      });
      expect((await owner.delete(`/team/${id}`)).body.error).toMatchObject({ status: 404, code: 'member_not_found' });
    }
    expect((await stranger.get('/events')).status).toBe(200);
  });
});

describe('an invitation', () => {
  /** Sent by an owner who has just logged in: an invitation lasts longer than the proof of a password. */
  const invite = async (email: string, role = 'manager') =>
    (await openMember(service)).post<{ id: string }>('/team/invitations', { email, role });
  const accept = (token: string, more: object = {}) =>
    openPage(service).send('POST', '/invitations/accept', { token, name: 'Ben Cruz', password: PASSWORD, ...more });
  const OVER = { status: 404, body: { error: { message: 'This link has already been used or has expired' } } };

  test('is e-mailed, read and accepted, once', async () => {
    expect((await invite('Ben@Example.com')).body.data).toMatchObject({ email: 'ben@example.com', role: 'manager' });
    const [letter] = await letterBox.empty();
    expect(letter).toMatchObject({ to: { address: 'ben@example.com' }, subject: 'Join Lakbay Concerts on Takilya' });
    expect(letter?.text).toContain('to the dashboard of Lakbay Concerts, as a manager.');
    expect(letter?.text).toContain('http://localhost:3000/dashboard/invitation#');
    const token = tokenIn(letter);
    const look = await page.send('POST', '/invitations/look', { token });
    expect(look.body.data).toEqual({
      organization_name: 'Lakbay Concerts',
      email: 'ben@example.com',
      role: 'manager',
      has_account: false,
    });
    expect((await accept(token, { password: 'short' })).body.error).toMatchObject({
      code: 'invalid_field',
      message: 'password must be a string of 10 to 200 characters',
    });
    const accepted = await accept(token, { language: 'fil' });
    expect(accepted).toMatchObject({
      status: 200,
      body: { data: { user: { name: 'Ben Cruz', email: 'ben@example.com', language: 'fil' }, role: 'manager' } },
    });
    expect(accepted.headers['set-cookie']).toMatch(/^__Host-takilya=[\w-]{43};/);
    expect(await accept(token)).toMatchObject(OVER);
    expect(await page.send('POST', '/invitations/look', { token })).toMatchObject(OVER);
    expect((await team()).invitations).toEqual([]);
    expect(await invite('ben@example.com')).toMatchObject({
      status: 409,
      body: { error: { code: 'email_already_member', message: 'ben@example.com is already a member' } },
    });
  });

  test('is in the language of its account, or else of the member who invites', async () => {
    const inviter = await openMember(service);
    const theirPage = openPage(service);
    theirPage.cookie = inviter.headers.cookie;
    expect((await theirPage.send('PUT', '/me', { language: 'fil' })).status).toBe(200);
    await inviter.post('/team/invitations', { email: 'felisa@example.com', role: 'door' });
    const [filipino] = await letterBox.empty();
    expect(filipino?.subject).toBe('Sumali sa Lakbay Concerts sa Takilya');
    expect(filipino?.text).toContain('bilang volunteer sa pintuan.');
    const { email } = await openMember(service, { organizationId: service.theirs.organizationId });
    await inviter.post('/team/invitations', { email, role: 'door' });
    const [english] = await letterBox.empty();
    expect(english?.text).toContain('as a volunteer at the door.');
  });

  test('replaces the one before, whose link no longer works', async () => {
    await invite('carla@example.com', 'viewer');
    const [old] = await letterBox.empty();
    await invite('carla@example.com', 'door');
    const [letter] = await letterBox.empty();
    expect(await accept(tokenIn(old))).toMatchObject(OVER);
    expect((await accept(tokenIn(letter))).body.data).toMatchObject({ role: 'door' });
  });

  test('that is withdrawn no longer works and is not e-mailed', async () => {
    const { body } = await invite('dan@example.com');
    const [letter] = await letterBox.empty();
    expect((await owner.delete(`/team/invitations/${body.data.id}`)).status).toBe(204);
    expect(await accept(tokenIn(letter))).toMatchObject(OVER);
    expect((await owner.delete(`/team/invitations/${body.data.id}`)).body.error).toMatchObject({
      status: 404,
      code: 'invitation_not_found',
    });
    const { body: another } = await invite('dan@example.com');
    await owner.delete(`/team/invitations/${another.data.id}`);
    expect(await letterBox.empty()).toEqual([]);
  });

  test('expires after a week', async () => {
    await invite('eva@example.com');
    const [letter] = await letterBox.empty();
    service.wait(7 * 86_400);
    expect(await accept(tokenIn(letter))).toMatchObject(OVER);
    expect((await team()).invitations).toEqual([]);
  });

  test('for an address with an account asks for the password of that account', async () => {
    const there = { organizationId: service.theirs.organizationId, password: PASSWORD, role: 'viewer' } as const;
    const { email, userId } = await openMember(service, there);
    await invite(email, 'door');
    const [letter] = await letterBox.empty();
    const token = tokenIn(letter);
    expect((await page.send('POST', '/invitations/look', { token })).body.data).toMatchObject({ has_account: true });
    expect((await accept(token, { password: 'not their password' })).body.error).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
    });
    // The rules for new passwords do not apply.
    expect((await accept(token, { password: 'short' })).body.error).toMatchObject({ code: 'wrong_credentials' });
    const accepted = await accept(token);
    expect(accepted.body.data).toMatchObject({
      user: { id: userId },
      role: 'door',
      organization: { name: 'Lakbay Concerts' },
    });
    expect(accepted.body.data.organizations).toHaveLength(2);
  });

  test('ends the session that the browser had', async () => {
    const there = { organizationId: service.theirs.organizationId, password: PASSWORD } as const;
    const { email } = await openMember(service, there);
    const [browser, former] = [openPage(service), openPage(service)];
    await browser.send('POST', '/log-in', { email, password: PASSWORD });
    former.cookie = browser.cookie;
    await letterBox.empty();
    await invite(email);
    const [letter] = await letterBox.empty();
    const accepted = await browser.send('POST', '/invitations/accept', { token: tokenIn(letter), password: PASSWORD });
    expect(accepted.status).toBe(200);
    expect((await browser.send('GET', '/me')).status).toBe(200);
    expect((await former.send('GET', '/me')).status).toBe(401);
  });

  test('must be for an owner if the organization has none', async () => {
    const { organizationId } = await service.organization('Sining Productions');
    const first = (role: Role) =>
      inviteAs(service.db, { organizationId, actor: OPERATOR, email: 'gil@example.com', role, now: service.now() });
    await expect(first('door')).rejects.toMatchObject({ status: 409, code: 'first_member_not_owner' });
    await expect(first('owner')).resolves.toMatchObject({ role: 'owner' });
  });

  test('is refused when too many are open, unless it replaces one of them', async () => {
    const { organizationId } = await service.organization('Sining Productions');
    const inviteTo = (email: string) =>
      inviteAs(service.db, { organizationId, actor: OPERATOR, email, role: 'owner', now: service.now() });
    await service.db.query(sql`
      insert into invitations (organization_id, id, email, role, created_at, expires_at)
      select ${organizationId}, gen_random_uuid(), 'guest' || nth || '@example.com', 'viewer', ${service.now()},
             ${service.now()}::timestamptz + interval '1 hour' from generate_series(1, ${MAX_INVITATIONS}::int) nth`);
    await expect(inviteTo('ivy@example.com')).rejects.toMatchObject({
      code: 'too_many_invitations',
      details: { max: MAX_INVITATIONS },
    });
    await inviteTo('guest1@example.com');
    service.wait(3_600);
    await inviteTo('ivy@example.com');
  });

  test('accepted for two organizations at once creates one account, and tells the other request', async () => {
    const { post } = await openMember(service, { organizationId: service.theirs.organizationId });
    await invite('hana@example.com');
    await post('/team/invitations', { email: 'hana@example.com', role: 'viewer' });
    const letters = (await letterBox.empty()).filter(({ to }) => to.address === 'hana@example.com');
    const tokens = letters.map((letter) => tokenIn(letter));
    const both = await Promise.all(tokens.map((token) => accept(token)));
    const statuses = both.map(({ status }) => status).toSorted();
    // The later one may also find the account made, and join with its password.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses);
    const again = await Promise.all(tokens.map((token) => accept(token)));
    expect(again.map(({ status }) => status).toSorted()).toEqual(statuses.includes(409) ? [200, 404] : [404, 404]);
  });

  test('used twice at once makes one member', async () => {
    await invite('fe@example.com');
    const [letter] = await letterBox.empty();
    const both = await Promise.all([accept(tokenIn(letter)), accept(tokenIn(letter))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});
