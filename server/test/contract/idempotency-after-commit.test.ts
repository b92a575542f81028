import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';

let office: BoxOffice;
beforeAll(async () => {
  office = await openBoxOffice();
});
afterAll(() => office.close());

/**
 * Sends a request twice with one key; the first is carried out, and what its answer is read by fails. @returns both
 * statuses
 */
async function twice(path: string, body: object, read: string): Promise<number[]> {
  const headers = { 'idempotency-key': `${path} ${read}` };
  office.breakDatabase(read);
  const first = await office.call('POST', path, body, headers);
  office.mendDatabase();
  return [first.status, (await office.call('POST', path, body, headers)).status];
}

describe('a request that was carried out, and failed before its answer, is not carried out again with its key', () => {
  test('a sale of the box office', async () => {
    const event = await office.event();
    const sale = {
      event_id: event.id,
      items: [{ quantity: 2 }],
      customer: { name: 'Ana Reyes', email: 'ana@example.com' },
      payment_method: 'CASH',
    };
    expect(await twice('/orders', sale, 'from payments p join refunds r')).toEqual([500, 409]);
    expect((await office.counters(event))?.sold).toBe(2);
  });

  test('places kept for a name', async () => {
    const event = await office.event();
    const kept = { event_id: event.id, items: [{ quantity: 3 }], name: 'Mrs. Santos' };
    expect(await twice('/reservations', kept, 'from reservations r')).toEqual([500, 409]);
    expect((await office.counters(event))?.held).toBe(3);
  });
});
