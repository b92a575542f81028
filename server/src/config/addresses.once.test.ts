import { expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { readConfig } from './config.ts';

test('metrics are served beside everything else, and no other host is known, by default', () => {
  expect(readConfig({})).toMatchObject({ metricsAddress: null, otherHosts: [] });
});

test.each([
  ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
  ['metrics.internal:80', { host: 'metrics.internal', port: 80 }],
])('METRICS_ADDRESS may be %s', (value, metricsAddress) => {
  expect(readConfig({ METRICS_ADDRESS: value })).toMatchObject({ metricsAddress });
});

test.each(['9464', '127.0.0.1', '127.0.0.1:', '127.0.0.1:65536', ':9464', '::1:9464', 'http://127.0.0.1:9464'])(
  'METRICS_ADDRESS must not be %s',
  (value) => {
    expect(problemsOf({ METRICS_ADDRESS: value })).toEqual([
      'METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464 or [::1]:9464',
    ]);
  },
);

test('OTHER_HOSTS is a list of names in small letters', () => {
  expect(readConfig({ OTHER_HOSTS: 'tickets.example, Shop.Example' }).otherHosts).toEqual([
    'tickets.example',
    'shop.example',
  ]);
});

test.each(['https://tickets.example', 'tickets.example:443', '*.example', 'tickets'])(
  'OTHER_HOSTS must not be %s',
  (value) => {
    expect(problemsOf({ OTHER_HOSTS: value })).toEqual([
      'OTHER_HOSTS must be a comma list of host names without ports, such as tickets.example',
    ]);
  },
);
