import { afterAll, expect, test } from 'vitest';
import { PROVEN_SECONDS } from '../../../src/accounts/sessions/session.ts';
import { openMember, openPage } from '../../fixtures/members.ts';
import { openTestService } from '../../fixtures/test-service.ts';

const PASSWORD = 'correct horse battery';
const service = await openTestService();
afterAll(() => service.close());

async function loggedIn() {
  const owner = await openMember(service, { password: PASSWORD });
  const page = openPage(service, { address: '203.0.113.80' });
  await page.send('POST', '/log-in', { email: owner.email, password: PASSWORD });
  return page;
}
const newKey = { name: 'Shop', scopes: ['sell'] };

test('a session can change team, keys and payment accounts for half an hour after log-in or password', async () => {
  const page = await loggedIn();
  service.wait(PROVEN_SECONDS - 1);
  expect((await page.api('POST', '/api-keys', newKey)).status).toBe(201);
  service.wait(1);
  expect(await page.api('POST', '/api-keys', newKey)).toMatchObject({
    status: 403,
    body: { error: { code: 'password_needed' } },
  });
  // A stranger at an open screen can read what the organizer can read.
  expect((await page.api('GET', '/api-keys')).status).toBe(200);
  expect(await page.send('POST', '/me/proof', { password: 'a wrong guess' })).toMatchObject({
    status: 403,
    body: { error: { code: 'wrong_password' } },
  });
  expect((await page.api('POST', '/api-keys', newKey)).status).toBe(403);
  expect((await page.send('POST', '/me/proof', { password: PASSWORD })).status).toBe(204);
  expect((await page.api('POST', '/api-keys', newKey)).status).toBe(201);
});

test('a log-in while the clock was hours ahead proves nothing for hours after the clock is set back', async () => {
  service.wait(8 * 3_600);
  const page = await loggedIn();
  service.wait(PROVEN_SECONDS - 8 * 3_600);
  expect((await page.api('POST', '/api-keys', newKey)).status).toBe(403);
});

test('proving the password counts only for that session', async () => {
  const [page, other] = [await loggedIn(), await loggedIn()];
  service.wait(PROVEN_SECONDS);
  await page.send('POST', '/me/proof', { password: PASSWORD });
  expect((await other.api('POST', '/api-keys', newKey)).status).toBe(403);
});

test('a leaked key cannot create keys or owners or change the payment account', async () => {
  const { ours } = service;
  const member = await openMember(service);
  const attempts = [
    ours.post('/api-keys', newKey),
    ours.post('/team/invitations', { email: 'evil@example.com', role: 'owner' }),
    ours.put(`/team/${member.userId}`, { role: 'viewer' }),
    ours.delete(`/team/${member.userId}`),
    ours.put('/payment-accounts/paymongo', { secret_key: 'sk_live_x', webhook_secret: 'whsk_x' }),
  ];
  for (const attempt of attempts)
    expect(await attempt).toMatchObject({ status: 403, body: { error: { code: 'person_required' } } });
  expect((await ours.get('/team')).status).toBe(200);
  expect((await ours.post('/events', service.eventBody())).status).toBe(201);
});
