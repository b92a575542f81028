import { expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { readConfig } from './config.ts';

test.each([
  ['https://tickets.example', 'https://tickets.example'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['https://tickets.example/api/v1/shop', 'https://tickets.example/api/v1/shop'],
  ['HTTPS://tickets.example/shop/@home//', 'HTTPS://tickets.example/shop/@home'],
])('PUBLIC_URL may be %s', (address, used) => {
  expect(readConfig({ PUBLIC_URL: address, ALLOW_SANDBOX_PAYMENTS: '1' }).publicUrl).toBe(used);
});

test.each(['https://x.example/?', 'https://x.example/y?z', 'https://x.example/#a', 'https://u:p@x.example'])(
  'PUBLIC_URL must not be %s: no path can be appended',
  (address) => {
    const problems = problemsOf({ PUBLIC_URL: address, ALLOW_SANDBOX_PAYMENTS: '1' });
    expect(problems).toEqual(['PUBLIC_URL must be an address without a user name, ? and #: paths are added to it']);
  },
);

test.each(['https://x.example/api/v1', 'https://x.example/shop/API/v1/'])(
  'PUBLIC_URL must not be %s: pages are not below the API',
  (address) => {
    const problems = problemsOf({ PUBLIC_URL: address, ALLOW_SANDBOX_PAYMENTS: '1' });
    expect(problems).toEqual(['PUBLIC_URL must not end in /api/v1: that is added to it, as other paths are']);
  },
);
