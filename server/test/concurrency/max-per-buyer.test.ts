import { afterEach, describe, expect, test } from 'vitest';
import { NO_EVENT_LOCK, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';

const LIMIT = 4;
const REQUESTS = 40;

describe(`one buyer with ${REQUESTS} requests at once, on two instances, at an event with max_per_buyer ${LIMIT}`, () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function rush(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    const event = await office.event({ capacity: 1_000, max_per_buyer: LIMIT });
    return { event, held: await held(event) };
  }

  async function held(event: EventOnSale) {
    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => office.askCheckout(event)));
    return answers.filter(({ status }) => status === 201).length;
  }

  test('holds exactly as many places as allowed', async () => {
    const { event, held } = await rush();
    expect(held).toBe(LIMIT);
    expect(await office.counters(event)).toEqual({ sold: 0, held: LIMIT });
    await office.expectConsistency();
  });

  test('control: on PostgreSQL the buyer gets more without the event’s lock', async () => {
    const { held: first, event } = await rush(NO_EVENT_LOCK);
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    // Two transactions have to overlap: on a busy machine one may end before the other begins.
    let most = first;
    for (let again = 0; again < 20 && most <= LIMIT; again++) {
      await office.db.runScript(`update checkouts set status = 'expired'`);
      most = Math.max(most, await held(event));
    }
    expect(most).toBeGreaterThan(LIMIT);
  });
});
