import { afterEach, describe, expect, test } from 'vitest';
import { NO_EVENT_LOCK, READ_OF_EVENT } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

const LIMIT = 4;
const REQUESTS = 40;

describe(`one buyer with ${REQUESTS} requests at once, on two instances, at an event with max_per_buyer ${LIMIT}`, () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function rush() {
    const event = await office.event({ capacity: 1_000, max_per_buyer: LIMIT });
    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => office.askCheckout(event)));
    return { event, held: answers.filter(({ status }) => status === 201).length };
  }

  test('holds exactly as many places as allowed', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { event, held } = await rush();
    expect(held).toBe(LIMIT);
    expect(await office.counters(event)).toEqual({ sold: 0, held: LIMIT });
    await office.expectConsistency();
  });

  control('on PostgreSQL the buyer gets more without the event’s lock', async () => {
    office = await openBoxOffice({ sabotage: NO_EVENT_LOCK, instances: 2 });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    office.meetAfter(READ_OF_EVENT);
    const { held } = await rush();
    expect(held).toBeGreaterThan(LIMIT);
  });
});
