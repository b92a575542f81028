import { afterEach, expect, inject, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';

const ROUNDS = 10;
const KEYS = 30;

let office: BoxOffice;
afterEach(() => office?.close());

// The embedded database has one transaction at a time.
test.skipIf(inject('pgliteTemplate'))(
  'keys that reach two instances in opposite orders are carried out once',
  async () => {
    office = await openBoxOffice({ instances: 2 });
    const event = await office.event({ capacity: ROUNDS * KEYS, price: 0 });
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const keys = Array.from({ length: KEYS }, (_, index) => `${round}-${index}`);
      const back = keys.toReversed();
      const sent = keys.flatMap((key, index) => [key, back[index] ?? '']);
      const answers = await Promise.all(sent.map((key) => office.askCheckout(event, {}, { 'idempotency-key': key })));
      for (const { status } of answers) statuses.add(status);
    }
    // While the first request with a key is under way, a repeat is 409; later it gets the first answer.
    statuses.delete(409);
    expect([...statuses]).toEqual([201]);
    expect((await office.call<{ meta: { total: number } }>('GET', '/checkouts')).data.meta.total).toBe(ROUNDS * KEYS);
  },
);
