import { expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { readConfig } from './config.ts';

const REFUSED = [expect.stringMatching(/^PAYMENT_PROVIDER is sandbox.*ALLOW_SANDBOX_PAYMENTS=1/)];

test.each([
  {},
  { PUBLIC_URL: 'http://localhost:8080' },
  { PUBLIC_URL: 'https://127.0.0.1/' },
  { PUBLIC_URL: 'http://[::1]:3000', NODE_ENV: 'development' },
  { PUBLIC_URL: 'https://tickets.example', ALLOW_SANDBOX_PAYMENTS: '1' },
  { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' },
])('the sandbox starts with %j', (settings) => {
  expect(readConfig(settings).paymentProvider).toBe('sandbox');
});

test.each([
  { PUBLIC_URL: 'https://tickets.example' },
  { PUBLIC_URL: 'http://localhost.tickets.example' },
  { PUBLIC_URL: 'https://127.0.0.1.tickets.example' },
  { PUBLIC_URL: 'http://192.168.1.7:3000' },
  { PUBLIC_URL: 'https://tickets.example', NODE_ENV: 'development', ALLOW_SANDBOX_PAYMENTS: '0' },
  { PUBLIC_URL: 'http://localhost:3000', NODE_ENV: 'production' },
  { NODE_ENV: 'production' },
])('the sandbox does not start with %j', (settings) => {
  expect(problemsOf(settings)).toEqual(REFUSED);
});

test('a real provider starts with a public address', () => {
  const secrets = { PAYMENT_PROVIDER: 'paymongo', SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };
  expect(readConfig({ ...secrets, PUBLIC_URL: 'https://tickets.example' }).paymentProvider).toBe('paymongo');
});
