import { expect, test } from 'vitest';
import { lookAgainIn } from './look-again.ts';

const now = new Date('2027-02-01T04:00:00Z');
const message = (fields: object) => ({
  status: 'sent' as const,
  waiting: 0,
  send_at: '2027-02-01T03:00:00Z',
  ...fields,
});
const scheduled = (send_at: string) => message({ status: 'scheduled', send_at });

test('messages are read again while mails are on their way, and when a scheduled one is due', () => {
  expect(lookAgainIn([message({ status: 'sending' }), scheduled('2027-03-01T04:00:00Z')], now)).toBe(3_000);
  expect(lookAgainIn([message({ waiting: 2 })], now)).toBe(3_000);
  // Due already, by the clock of the server.
  expect(lookAgainIn([scheduled('2027-02-01T03:59:59Z')], now)).toBe(3_000);
  expect(lookAgainIn([scheduled('2027-02-01T04:00:30Z'), message({})], now)).toBe(30_000);
  expect(lookAgainIn([scheduled('2027-03-01T04:00:00Z')], now)).toBe(60_000);
  expect(lookAgainIn([message({}), message({ status: 'cancelled' })], now)).toBe(false);
});
