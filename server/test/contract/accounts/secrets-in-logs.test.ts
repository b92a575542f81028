import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailRecorder, tokenIn } from '../../fixtures/mail-recorder.ts';
import { openMember, openPage } from '../../fixtures/members.ts';
import { openTestService, type TestService } from '../../fixtures/test-service.ts';

/** All log lines go to standard error; see logger.ts. */
const written: string[] = [];
const write = process.stderr.write;
let service: TestService;

beforeAll(async () => {
  process.stderr.write = ((chunk: unknown, ...rest: unknown[]) => {
    written.push(String(chunk));
    return (write as (...all: unknown[]) => boolean).call(process.stderr, '', ...rest);
  }) as typeof process.stderr.write;
  service = await openTestService({ environment: { LOG_LEVEL: 'trace' } });
});
afterAll(async () => {
  process.stderr.write = write;
  await service.close();
});

test('no log line contains a password, token, cookie or key', async () => {
  const PASSWORD = 'correct horse battery';
  const WRONG = 'incorrect horse battery';
  const { email } = await openMember(service, { password: PASSWORD });
  const page = openPage(service);
  await page.send('POST', '/log-in', { email, password: WRONG });
  await page.send('POST', '/log-in', { email, password: PASSWORD });
  const cookie = page.cookie?.split('=')[1] ?? '';
  const { body } = await page.api<{ key: string }>('POST', '/api-keys', { name: 'Shop', scopes: ['sell'] });
  const { body: totp } = await page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
  await page.send('POST', '/password-resets', { email });
  const [letter] = await openMailRecorder(service).empty();
  const token = tokenIn(letter);
  await page.send('PUT', '/password-resets', { token, password: 'short' });
  // A status 500 is logged with its request.
  await service.db.query({ text: 'alter table sessions rename to gone', values: [] });
  expect((await page.api('GET', '/events')).status).toBe(500);
  await service.db.query({ text: 'alter table gone rename to sessions', values: [] });

  const log = written.join('');
  expect(log).toContain('request failed');
  expect(log).toMatch(/"requestId":"[\w-]{36}"/);
  for (const secret of [PASSWORD, WRONG, cookie, body.data.key, totp.data.secret, token]) {
    expect(secret.length).toBeGreaterThan(9);
    expect(log).not.toContain(secret);
  }
});
