import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { numberRows } from '../databases/number-rows.ts';
import type { Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, type EventOnSale, HOLD_SECONDS, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

const EARLY_BIRDS = 10;
const BUYERS = 40;

/** The check knows of no tier that follows another one. */
const BLIND_TO_ORDER: Sabotage = [
  [
    'follows_tier_id, sales_start_datetime, sales_end_datetime from ticket_tiers',
    'null::uuid as follows_tier_id, sales_start_datetime, sales_end_datetime from ticket_tiers',
  ],
];
/** Holds whose time is over are not ended. */
const HOLDS_STAY: Sabotage = [
  ["(status = 'open' and not payment_started) or expires_at <=", 'false and expires_at <='],
];

describe('10 early birds and the regular price after them, and 40 buyers at once, on two instances', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let regularId: string;
  afterEach(() => office.close());

  async function open(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    event = await office.event({ price: 300, capacity: 100 });
    await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: EARLY_BIRDS });
    regularId = await office.tier(event, { quantity_total: 90, follows_tier_id: event.tierId });
    await numberRows(office.db, 'checkout_lines');
  }

  /**
   * Half of the buyers of each instance want the regular price, and the first one does: requests go to both in turn.
   */
  const wantsEarlyBird = (index: number) => Math.floor(index / 2) % 2 === 1;
  const rush = () =>
    Promise.all(
      Array.from({ length: BUYERS }, (_, index) =>
        office.askCheckout(event, { tier_id: wantsEarlyBird(index) ? event.tierId : regularId }),
      ),
    );

  /**
   * How many regular tickets were held while an early bird was free, in the order in which it was decided, because the
   * event's lock is held until the commit. `after`: so many checkouts came before.
   */
  async function tooEarly({ after = 0 } = {}): Promise<number> {
    const lines = await office.db.query<{ tierId: string }>(sql`select tier_id from checkout_lines order by written`);
    let early = 0;
    let wrong = 0;
    for (const { tierId } of lines.slice(after)) {
      if (tierId === event.tierId) early += 1;
      else if (early < EARLY_BIRDS) wrong += 1;
    }
    return wrong;
  }

  test('none is held at the regular price before the last early bird, and each early bird is held once', async () => {
    await open();
    const answers = await rush();
    expect(await tooEarly()).toBe(0);
    expect(answers.filter(({ status }, index) => wantsEarlyBird(index) && status === 201)).toHaveLength(EARLY_BIRDS);
    const refused = answers.filter(({ status }, index) => !wantsEarlyBird(index) && status !== 201);
    expect(new Set(refused.map(({ code }) => code)).difference(new Set(['tier_waits']))).toEqual(new Set());
    expect(await office.askCheckout(event, { tier_id: regularId })).toMatchObject({ status: 201 });
  });

  test('early birds whose holds ended are held again first', async () => {
    await open();
    await office.checkout(event, { quantity: EARLY_BIRDS });
    office.wait(HOLD_SECONDS);
    await rush();
    expect(await tooEarly({ after: 1 })).toBe(0);
  });

  control('without the rule regular tickets are held too early', async () => {
    await open(BLIND_TO_ORDER);
    await rush();
    expect(office.sabotageUsed()).toBe(true);
    expect(await tooEarly()).toBeGreaterThan(0);
  });

  control('if holds whose time is over stayed, regular tickets were held too early', async () => {
    await open(HOLDS_STAY);
    await office.checkout(event, { quantity: EARLY_BIRDS });
    office.wait(HOLD_SECONDS);
    await rush();
    expect(office.sabotageUsed()).toBe(true);
    expect(await tooEarly({ after: 1 })).toBeGreaterThan(0);
  });
});
