import { expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { readConfig } from './config.ts';

test.each([
  ['https://tickets.example', 'https://tickets.example'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['HTTPS://tickets.example//', 'HTTPS://tickets.example'],
])('PUBLIC_URL may be %s', (address, used) => {
  expect(readConfig({ PUBLIC_URL: address, ALLOW_SANDBOX_PAYMENTS: '1' }).publicUrl).toBe(used);
});

test.each([
  'https://x.example/?',
  'https://x.example/y',
  'https://x.example/y?z',
  'https://x.example/#a',
  'https://u:p@x.example',
  'https://x.example/api/v1',
])('PUBLIC_URL must not be %s: nothing would be served there', (address) => {
  const problems = problemsOf({ PUBLIC_URL: address, ALLOW_SANDBOX_PAYMENTS: '1' });
  expect(problems).toEqual([
    'PUBLIC_URL must be an address without a user name, a path, ? and #: /api/v1 and all pages are at its root',
  ]);
});
