import { afterEach, describe, expect, test } from 'vitest';
import { parseCheckoutCode } from '../../src/checkouts/checkout.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { changeCheckout } from '../../src/sales/change-checkout.ts';
import { beginAttempts } from '../../src/sales/payment/begin-attempts.ts';
import {
  dropConstraints,
  NO_EVENT_LOCK,
  OVERSELL_CHECKS,
  READ_OF_EVENT,
  type Sabotage,
} from '../databases/sabotage.ts';
import { type BoxOffice, type EventOnSale, HOLD_SECONDS, openBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows, holdSeats as seatsOf } from '../fixtures/hall.ts';
import type { Page } from '../readers/browser.ts';
import { control } from './control.ts';

const CAPACITY = 30;
const BUYERS = 12;

/** A payment begins whatever total its buyer saw. */
const BLIND_TO_TOTAL: Sabotage = [
  ['and c.subtotal_centavos - c.discount_centavos = request.seen_centavos', 'and request.seen_centavos is not null'],
];

/** A change sees no payment under way. */
const BLIND_TO_PAYMENTS: Sabotage = [['c.payment_started, c.', 'false as payment_started, c.']];

describe('changes of checkouts at the same time, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function open(sabotage: Sabotage = [], { checks = true } = {}) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    if (!checks) await dropConstraints(office.db, ...OVERSELL_CHECKS);
  }

  const change = (checkoutId: string, body: object) =>
    office.call<{ quantity: number }>('PUT', `/checkouts/${checkoutId}`, body);
  const items = (event: EventOnSale, quantity: number) => ({ items: [{ tier_id: event.tierId, quantity }] });

  /** 12 buyers with 2 of 30 places each all want 4. @returns the quantities that they end with */
  async function rush() {
    const event = await office.event({ capacity: CAPACITY });
    const checkouts = await Promise.all(Array.from({ length: BUYERS }, () => office.checkout(event, { quantity: 2 })));
    const answers = await Promise.all(checkouts.map(({ checkout_id }) => change(checkout_id, items(event, 4))));
    const quantities = await Promise.all(
      checkouts.map(async ({ checkout_id }) => (await office.stateOf(checkout_id)).quantity),
    );
    return { event, answers, quantities, held: quantities.reduce((sum, quantity) => sum + quantity, 0) };
  }

  test('12 buyers with 24 of 30 places who all want two more: exactly 3 get them, the others keep theirs', async () => {
    await open();
    const { event, answers, quantities, held } = await rush();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(quantities.filter((quantity) => quantity === 4)).toHaveLength(3);
    expect(quantities.filter((quantity) => quantity === 2)).toHaveLength(BUYERS - 3);
    expect(await office.counters(event)).toEqual({ sold: 0, held });
    expect(held).toBe(CAPACITY);
    await office.expectConsistency();
  });

  control('on PostgreSQL places are oversold without the event’s lock and the constraints', async () => {
    await open(NO_EVENT_LOCK, { checks: false });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    office.meetAfter(READ_OF_EVENT);
    expect((await rush()).held).toBeGreaterThan(CAPACITY);
  });

  test('two changes of one checkout: one after the other, and the counters are those of the last', async () => {
    await open();
    const event = await office.event({ capacity: CAPACITY });
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    await Promise.all([5, 1, 7, 3].map((quantity) => change(checkout_id, items(event, quantity))));
    const { quantity } = await office.stateOf(checkout_id);
    expect(await office.counters(event)).toEqual({ sold: 0, held: quantity });
    await office.expectConsistency();
  });

  test('other seats for everyone in a full half of a hall: no seat is lost or held twice', async () => {
    await open();
    const hall = await openHall(office, rows(['A', 8], ['B', 8]));
    const parties = await Promise.all(Array.from({ length: 4 }, () => seatsOf(office, hall, 2)));
    await Promise.all(parties.map(({ checkout_id }) => change(checkout_id, { other_seats: true })));
    const seats = await Promise.all(
      parties.map(async ({ checkout_id }) => (await office.stateOf(checkout_id)).assigned_seats),
    );
    expect(new Set(seats.flat().map(({ label }) => label)).size).toBe(8);
    await office.expectConsistency();
  });

  test('a change and an expiry: the hold ends, with all that it then held', async () => {
    await open();
    for (let round = 0; round < 5; round++) {
      const event = await office.event({ capacity: CAPACITY });
      const { checkout_id } = await office.checkout(event, { quantity: 2 });
      const [changed] = await Promise.all([
        change(checkout_id, items(event, 5)),
        office.call('POST', `/checkouts/${checkout_id}/expire`),
      ]);
      expect([200, 409]).toContain(changed.status);
      expect(await office.stateOf(checkout_id)).toMatchObject({ status: 'expired' });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    }
    await office.expectConsistency();
  });

  test('a change and Pay: nobody pays a total that they have not seen, nor another than the order’s', async () => {
    await open();
    for (let round = 0; round < 8; round++) {
      const event = await office.event({ capacity: CAPACITY, price: 100 });
      const checkout = await office.checkout(event, { quantity: 2 });
      const page = await office.browser.open(checkout.checkout_url);
      const [after] = await Promise.all([
        office.browser.submit(page, { fields: { payment_method: 'GCASH' } }),
        change(checkout.checkout_id, items(event, 5)),
      ]);
      const { total_amount: total } = await office.stateOf(checkout.checkout_id);
      // A change that came after the payment began has ended it, perhaps before its page was read.
      const isOffered = after.forms.some(({ buttons }) => buttons.some(({ value }) => value === 'authorize'));
      if (isOffered) await office.browser.submit(after, { press: 'authorize' });
      else expect(total).toBe(500);
      const { status, quantity } = await office.stateOf(checkout.checkout_id);
      if (status === 'completed') expect(total).toBe(200);
      expect(await office.counters(event)).toEqual(
        status === 'completed' ? { sold: quantity, held: 0 } : { sold: 0, held: quantity },
      );
      await office.expectConsistency();
    }
  });

  /** A payment that began to read before a change, and is recorded after it. @returns what it charges */
  async function payLate() {
    const event = await office.event({ capacity: CAPACITY, price: 100 });
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    await change(checkout_id, items(event, 5));
    const checkoutId = parseCheckoutCode(checkout_id)?.id ?? '';
    const payment = { provider: 'sandbox', method: 'GCASH', language: 'en', now: office.now() } as const;
    const [begun] = await beginAttempts(office.parts.db, [
      { organizationId: office.organizationId, checkoutId, ...payment, amountCentavos: 200_00 },
    ]);
    return begun;
  }

  test('a payment for the total before a change does not begin after it', async () => {
    await open();
    expect(await payLate()).toMatchObject({ status: 'rejected', reason: { code: 'order_changed' } });
  });

  control('without the check it begins, for a total that was not seen', async () => {
    await open(BLIND_TO_TOTAL);
    expect(await payLate()).toMatchObject({ status: 'fulfilled', value: { amountCentavos: 500_00 } });
    expect(office.sabotageUsed()).toBe(true);
  });

  /** A change to the code that the checkout has. Once it is read, the code is removed and a payment begins. */
  async function keepCodeLate() {
    const event = await office.event({ price: 400 });
    const half = { event_id: event.id, code: 'HALF', discount_type: 'percentage', discount_amount: 50 };
    await office.call('POST', '/promo-codes', half);
    const checkout = await office.checkout(event, { promo_code: 'HALF' });
    const checkoutId = parseCheckoutCode(checkout.checkout_id)?.id ?? '';
    const { db, providers } = office.parts;
    const started = Promise.withResolvers<Page>();
    const late = beforeFirst(db, async () => {
      await change(checkout.checkout_id, { promo_code: null });
      started.resolve(await office.pay(checkout, 'GCASH'));
    });
    const kept = { by: 'program', promoCode: 'HALF', holdSeconds: HOLD_SECONDS, now: office.now() } as const;
    const { organizationId } = office;
    const [changed] = await Promise.allSettled([
      changeCheckout(late, providers, { ...kept, organizationId, checkoutId }),
    ]);
    return { changed, sandbox: await started.promise, checkoutId: checkout.checkout_id };
  }

  test('a code that was kept when it was read, and was removed since, changes no total under a payment', async () => {
    await open();
    const { changed, sandbox, checkoutId } = await keepCodeLate();
    expect(changed).toMatchObject({ status: 'rejected', reason: { code: 'payment_under_way' } });
    await office.browser.submit(sandbox, { press: 'authorize' });
    expect(await office.stateOf(checkoutId)).toMatchObject({ status: 'completed', total_amount: 400 });
    expect(await office.refunds()).toEqual([]);
    await office.expectConsistency();
  });

  control('without the check the total changes, and what the buyer pays is given back', async () => {
    await open(BLIND_TO_PAYMENTS);
    const { changed, sandbox, checkoutId } = await keepCodeLate();
    expect(changed).toMatchObject({ status: 'fulfilled' });
    expect(office.sabotageUsed()).toBe(true);
    await office.browser.submit(sandbox, { press: 'authorize' });
    expect(await office.stateOf(checkoutId)).toMatchObject({ status: 'open', total_amount: 200 });
  });
});

/** The database, with `work` done before its first transaction. */
function beforeFirst(db: Database, work: () => Promise<void>): Database {
  let isFirst = true;
  return {
    ...db,
    async transaction(inside) {
      if (isFirst) {
        isFirst = false;
        await work();
      }
      return db.transaction(inside);
    },
  };
}
