import { expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { readConfig } from './config.ts';

test('only proxies on this machine are trusted by default', () => {
  expect(readConfig({}).trustedProxies).toEqual(['127.0.0.0/8', '::1']);
});

test('proxies are trusted by address and by network', () => {
  const networks = ['10.0.0.7', '172.16.0.0/12', 'fd00::/8'];
  expect(readConfig({ TRUSTED_PROXIES: networks.join(', ') }).trustedProxies).toEqual(networks);
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', '10.0.0.1/', '10.0.0.0/8/8', '*', '10.0.0.1,'])(
  'TRUSTED_PROXIES must not be %s',
  (value) => {
    expect(problemsOf({ TRUSTED_PROXIES: value })).toEqual([
      'TRUSTED_PROXIES must be a comma list of IP addresses and networks, such as 127.0.0.1 or 10.0.0.0/8',
    ]);
  },
);
