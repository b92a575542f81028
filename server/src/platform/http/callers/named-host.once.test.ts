import { expect, test } from 'vitest';
import { hostCheck } from './named-host.ts';

const isOurs = hostCheck('https://tickets.example/box', ['shop.example']);

test.each([
  ...['tickets.example', 'TICKETS.example:443', 'tickets.example.', 'shop.example', 'shop.example:8443'],
  ...['10.0.0.7', '10.0.0.7:3000', '[::1]:3000', '[2001:db8::1]', 'takilya', 'takilya:3000', 'localhost:3000'],
])('%s is this server', (host) => {
  expect(isOurs(host)).toBe(true);
});

test.each([
  'evil.example',
  'evil.example:443',
  'tickets.example.evil.example',
  'x.tickets.example',
  'tickets.example@evil.example',
])('%s is not', (host) => {
  expect(isOurs(host)).toBe(false);
});

test.each([null, 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'without a public address (%s) every host is accepted',
  (publicUrl) => {
    expect(hostCheck(publicUrl, [])('anything.example')).toBe(true);
  },
);
