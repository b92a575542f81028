import { afterEach, describe, expect, test } from 'vitest';
import { parseCheckoutCode } from '../../src/checkouts/checkout.ts';
import type { ProviderSession } from '../../src/payments/provider.ts';
import type { Attempt } from '../../src/sales/payment/attempt.ts';
import { listAttemptsUnderWay } from '../../src/sales/payment/queries.ts';
import { settleAttempt } from '../../src/sales/payment/settle-attempt.ts';
import { dropConstraints, OVERSELL_CHECKS, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, HOLD_SECONDS, openBoxOffice } from '../fixtures/box-office.ts';
import type { Page } from '../readers/browser.ts';
import { control } from './control.ts';

/** Every report of a payment counts as a new payment. */
const PAYMENTS_COUNTED_EACH_TIME: Sabotage = [
  ['and provider_payment_id = $3', 'and provider_payment_id = $3 and false'],
];
/** Enough to overlap: with the locks in the opposite order, one of them fails in every run. */
const MANY = 100;
const AT_ONCE = 20;

/** A locked checkout is read as open. */
const CHECKOUT_ALWAYS_OPEN: Sabotage = [['c.status, c.payment_started', "'open' as status, c.payment_started"]];

describe('simultaneous reports of a payment', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  /** A payment that was made and not yet reported. @returns the address to which the provider redirects the buyer */
  async function paidUnseen() {
    const event = await office.event({ capacity: 10 });
    const checkout = await office.checkout(event, { quantity: 2 });
    const sandbox = await office.pay(checkout, 'GCASH');
    office.failing.add('readSession');
    const { url } = await office.browser.submit(sandbox, { press: 'authorize' });
    office.failing.clear();
    return { event, checkout, returnUrl: url };
  }

  /** The buyer reloads the return page while the reconciler finds the same payment. */
  async function tellMany(returnUrl: string) {
    office.wait(60);
    const visits = Array.from({ length: 10 }, () => office.browser.open(returnUrl));
    await Promise.all([...visits, office.followPayments(), office.followPayments()]);
  }

  test('from the return page and the reconciler, ten of them, make one order', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { event, checkout, returnUrl } = await paidUnseen();
    await tellMany(returnUrl);
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    expect(await office.count('orders')).toBe(1);
    expect(await office.count('payments')).toBe(1);
    expect(await office.count('refunds')).toBe(0);
    expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
    await office.expectConsistency();
  });

  control('are counted several times if payments are not unique', async () => {
    office = await openBoxOffice({ sabotage: PAYMENTS_COUNTED_EACH_TIME });
    await dropConstraints(office.db, 'payments_counted_once');
    const { returnUrl } = await paidUnseen();
    office.wait(60);
    // Two read before the result is known, and one gets the answer after the other's payment was counted: in one lane's
    // batch they would be distinguished in memory.
    const { readSession } = office.provider;
    const counted = Promise.withResolvers<void>();
    let asked = 0;
    office.provider.readSession = async (ref) => {
      const session = await readSession(ref);
      if (++asked === 2) await counted.promise;
      return session;
    };
    const visits = [office.browser.open(returnUrl), office.browser.open(returnUrl)];
    await Promise.race(visits);
    counted.resolve();
    await Promise.all(visits);
    expect(asked).toBe(2);
    expect(office.sabotageUsed()).toBe(true);
    expect(await office.count('payments')).toBe(2);
  });

  test('as processing and as paid do not deadlock', async () => {
    office = await openBoxOffice();
    const { db } = office;
    const now = office.now();
    const event = await office.event({ capacity: MANY });
    const begun = await Promise.all(
      Array.from({ length: MANY }, async () => {
        const checkout = await office.checkout(event);
        await office.pay(checkout, 'BANK_TRANSFER');
        const { organizationId = '', id = '' } = parseCheckoutCode(checkout.checkout_id) ?? {};
        return listAttemptsUnderWay(db, organizationId, id);
      }),
    );
    const tell = (attempt: Attempt, session: Pick<ProviderSession, 'status' | 'payments'>) =>
      settleAttempt(db, {
        attempt,
        session: { ...session, failureReason: null, expiresAt: new Date(now.getTime() + 86_400_000) },
        holdSeconds: HOLD_SECONDS,
        now,
      });
    const attempts = begun.flat();
    for (let from = 0; from < MANY; from += AT_ONCE)
      await Promise.all(
        attempts.slice(from, from + AT_ONCE).flatMap((attempt) => {
          const payment = { id: attempt.id, amountCentavos: attempt.amountCentavos, paidAt: now };
          return [
            tell(attempt, { status: 'paid', payments: [payment] }),
            tell(attempt, { status: 'pending', payments: [] }),
          ];
        }),
      );
    expect(await office.count('orders')).toBe(MANY);
    await office.expectConsistency();
  });

  async function twoTabs() {
    const event = await office.event({ capacity: 10, price: 120 });
    const checkout = await office.checkout(event);
    const tabs: [Page, Page] = [await office.pay(checkout, 'CARD'), await office.pay(checkout, 'MAYA')];
    const ends = await Promise.all(tabs.map((tab) => office.browser.submit(tab, { press: 'authorize' })));
    return { event, checkout, ends };
  }

  test('from two tabs of one checkout make one order, and refund the second payment in full', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { event, ends } = await twoTabs();
    expect(new Set(ends.map(({ url }) => url)).size).toBe(1);
    expect(await office.count('orders')).toBe(1);
    expect(await office.count('payments')).toBe(2);
    expect(await office.refunds()).toMatchObject([{ amountCentavos: 12_000, reason: 'already_paid' }]);
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
    await office.sendRefunds();
    await office.expectConsistency();
  });

  control('two tabs make two orders if both read the checkout as open', async () => {
    office = await openBoxOffice({ sabotage: CHECKOUT_ALWAYS_OPEN });
    await dropConstraints(office.db, ...OVERSELL_CHECKS, 'orders_one_per_checkout');
    await twoTabs();
    expect(office.sabotageUsed()).toBe(true);
    expect(await office.count('orders')).toBe(2);
    await expect(office.expectConsistency()).rejects.toThrow();
  });

  test('a free checkout that is confirmed ten times at once makes one order', async () => {
    office = await openBoxOffice({ instances: 2 });
    const checkout = await office.checkout(await office.event({ price: 0 }), { quantity: 3 });
    const page = await office.browser.open(checkout.checkout_url);
    const ends = await Promise.all(Array.from({ length: 10 }, () => office.browser.submit(page)));
    expect(new Set(ends.map(({ url }) => url)).size).toBe(1);
    expect(await office.count('orders')).toBe(1);
    await office.expectConsistency();
  });

  test('refunds are sent once when two instances send them at once', async () => {
    office = await openBoxOffice();
    const { orderId, ticketIds } = await office.buy(await office.event(), { quantity: 4 });
    for (const id of ticketIds) await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: [id] });
    const sent = await Promise.all([office.sendRefunds(), office.sendRefunds()]);
    expect(sent.reduce((sum, count) => sum + count)).toBe(4);
    expect(await office.count('sandbox_refunds')).toBe(4);
    await office.expectConsistency();
  });
});

describe('two orders that are the first with a referral code, at the same moment, on two instances', () => {
  const SUMS_REPLACED: Sabotage = [['set orders = s.orders + excluded.orders', 'set orders = excluded.orders']];
  let office: BoxOffice;
  afterEach(() => office.close());

  /** @returns how many orders the sums of the code have */
  async function buyTwice(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    const event = await office.event({ price: 0 });
    await Promise.all([1, 2].map(() => office.buy(event, { attribution: { ref: 'friend' } })));
    const { data } = await office.call<{ referrals: { orders: number }[] }>(
      'GET',
      `/analytics/sales?event_id=${event.id}`,
    );
    return data.referrals.map(({ orders }) => orders);
  }

  test('are both added to its sums', async () => {
    expect(await buyTwice()).toEqual([2]);
    await office.expectConsistency();
  });

  control('one is lost when the second replaces the sums of the first', async () => {
    expect(await buyTwice(SUMS_REPLACED)).toEqual([1]);
    expect(office.sabotageUsed()).toBe(true);
  });
});
