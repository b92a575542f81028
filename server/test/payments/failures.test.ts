import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countPendingRefunds } from '../../src/payments/queries.ts';
import { HOLD_SECONDS, SUCCESS_URL } from '../fixtures/box-office.ts';
import { areTogether, type Hall, holdSeats, openHall, rows } from '../fixtures/hall.ts';
import { type MoneyOffice, OFFICES, type PayingBuyer } from './money-office.ts';
import type { SentWebhook } from './stand-in.ts';

/**
 * Known ways in which ticket shops lose money, places or tickets, each played against the real adapters. After
 * each, every peso at the provider has bought an order or is being refunded.
 */
describe.each(OFFICES)('known failures, with %s', (_name, openOffice) => {
  let office: MoneyOffice;
  beforeEach(async () => {
    office = await openOffice({ instances: 2, providerTimeoutMs: 5_000 });
  });
  afterEach(async () => {
    office.standIn.behave();
    await office.quieten();
    await office.everyPesoIsAccountedFor();
    await office.close();
  });

  const state = ({ checkout }: Pick<PayingBuyer, 'checkout'>) => office.stateOf(checkout.checkout_id);
  const many = <Thing>(count: number, make: (index: number) => Promise<Thing>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));

  /** Moves the clock and runs the tasks of every second. */
  async function afterSeconds(seconds: number) {
    office.wait(seconds);
    await office.followPayments();
    await office.sweep();
  }

  /** The buyer started to pay in the wallet, and the hold ended: the session is closed, the places are free. */
  async function lateBuyer(event: { id: string }, fields: Record<string, unknown> = {}) {
    const paying = await office.pressFor(event, fields);
    office.standIn.begin(paying.sessionId);
    await afterSeconds(HOLD_SECONDS);
    expect(await state(paying)).toMatchObject({ status: 'expired' });
    return paying;
  }

  test('1. oversell: ten buyers, late and in time, pay for five places at once; five get tickets', async () => {
    const event = await office.event({ capacity: 5 });
    const late = await many(5, () => office.pressFor(event));
    for (const { sessionId } of late) office.standIn.begin(sessionId);
    await afterSeconds(HOLD_SECONDS);
    const inTime = await many(5, () => office.pressFor(event));
    for (const { sessionId } of [...late, ...inTime]) office.standIn.pay(sessionId);
    await office.standIn.deliver((due) => due.toReversed());
    expect(await office.counters(event)).toEqual({ sold: 5, held: 0 });
    const states = await Promise.all([...late, ...inTime].map(state));
    expect(states.filter(({ status }) => status === 'completed')).toHaveLength(5);
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
  });

  test('2. a limit per tier: late money of one tier does not take places that another tier sold', async () => {
    const event = await office.event({ capacity: 3 });
    const balcony = await office.tier(event, { name: 'Balcony', quantity_total: 3 });
    const late = await lateBuyer(event, { quantity: 2 });
    await office.buyFor(event, { tier_id: balcony, quantity: 2 });
    office.standIn.pay(late.sessionId);
    await office.standIn.deliver();
    expect(await state(late)).toMatchObject({ status: 'expired', order_id: null });
    expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
  });

  describe('3. falsely sold out: places are freed', () => {
    test('of buyers who press Pay and leave', async () => {
      const event = await office.event({ capacity: 3 });
      await many(3, () => office.pressFor(event));
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
      await afterSeconds(HOLD_SECONDS);
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
      expect(await office.askCheckout(event, { quantity: 3 })).toMatchObject({ status: 201 });
    });

    test('of sessions whose answer got lost', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      office.standIn.failOnce('create', 'cut after');
      expect((await office.pay(checkout, 'GCASH')).text).toContain('did not answer');
      office.wait(HOLD_SECONDS);
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    });

    test('after ten minutes at most if the provider does not answer', async () => {
      const event = await office.event({ capacity: 1 });
      const paying = await office.pressFor(event);
      office.standIn.misbehave(() => 'hang before');
      await afterSeconds(HOLD_SECONDS + 599);
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
      await afterSeconds(1);
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
      expect(await state(paying)).toMatchObject({ status: 'expired' });
    });
  });

  describe('4. paid after the hold ended', () => {
    test('buys the tickets while the places are free, even without a notification', async () => {
      const event = await office.event({ capacity: 2 });
      const late = await lateBuyer(event, { quantity: 2 });
      office.standIn.pay(late.sessionId, { quietly: true });
      await afterSeconds(HOLD_SECONDS);
      expect(await state(late)).toMatchObject({ status: 'completed' });
      expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
    });

    test('is refunded if the places were sold, and the page says so', async () => {
      const event = await office.event({ capacity: 1, price: 750 });
      const late = await lateBuyer(event);
      await office.buyFor(event);
      office.standIn.pay(late.sessionId);
      await office.standIn.deliver();
      const page = await office.comeBack(late);
      expect(page).toMatchObject({ status: 410 });
      expect(page.text).toMatch(/sold to other buyers.*You will get a full refund/);
      expect(await office.refunds()).toMatchObject([{ amountCentavos: 75_000 }]);
    });

    test('is found hours later, at a wallet’s limit, even if all notifications are lost', async () => {
      const event = await office.event({ capacity: 1 });
      const late = await lateBuyer(event);
      office.wait(3.7 * 3_600 - HOLD_SECONDS);
      await office.followPayments();
      office.standIn.pay(late.sessionId, { quietly: true });
      for (let hour = 0; hour < 30; hour++) await afterSeconds(3_600);
      expect(await state(late)).toMatchObject({ status: 'completed' });
    });

    test('is found hours after a hold of half a day, as an offer of the waiting list has', async () => {
      const checkout = await office.checkout(await office.event({ capacity: 1 }));
      const { organizationId } = office;
      const until = new Date(office.now().getTime() + (HOLD_SECONDS + 12 * 3_600) * 1_000);
      await office.db.query(
        sql`update checkouts set expires_at = ${until} where organization_id = ${organizationId} and status = 'open'`,
      );
      const paying = await office.press(checkout);
      for (let hour = 0; hour < 12; hour++) await afterSeconds(3_600);
      office.standIn.begin(paying.sessionId);
      await afterSeconds(HOLD_SECONDS);
      expect(await state(paying)).toMatchObject({ status: 'expired' });
      office.wait(3.7 * 3_600 - HOLD_SECONDS);
      await office.followPayments();
      office.standIn.pay(paying.sessionId, { quietly: true });
      for (let hour = 0; hour < 30; hour++) await afterSeconds(3_600);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('is not looked up forever: an old attempt is no longer read', async () => {
      await lateBuyer(await office.event());
      for (let hour = 0; hour < 30; hour++) await afterSeconds(3_600);
      office.standIn.calls.splice(0);
      for (let day = 0; day < 10; day++) await afterSeconds(86_400);
      expect(office.standIn.calls).toEqual([]);
    });
  });

  describe('5. releasing holds against notifications', () => {
    test('ten payments in the second in which their holds end make ten orders', async () => {
      const event = await office.event({ capacity: 10 });
      const payings = await many(10, () => office.pressFor(event));
      for (const { sessionId } of payings) office.standIn.begin(sessionId);
      office.wait(HOLD_SECONDS);
      for (const { sessionId } of payings) office.standIn.pay(sessionId);
      await Promise.all([
        office.followPayments(),
        office.sweep(),
        office.standIn.deliver(),
        office.sweep(),
        office.followPayments(),
      ]);
      await office.followPayments();
      const states = await Promise.all(payings.map(state));
      expect(states.map(({ status }) => status)).toEqual(Array(10).fill('completed'));
      expect(await office.counters(event)).toEqual({ sold: 10, held: 0 });
    });

    test('money that arrives between closing and reading the session is found before the place is freed', async () => {
      const event = await office.event({ capacity: 1 });
      const paying = await office.pressFor(event);
      office.standIn.begin(paying.sessionId);
      const sequence: string[] = [];
      office.standIn.misbehave((call) => {
        if (call === 'read' && sequence.at(-1) === 'close') office.standIn.pay(paying.sessionId, { quietly: true });
        sequence.push(call);
        return undefined;
      });
      await afterSeconds(HOLD_SECONDS);
      expect(sequence.slice(0, 2)).toEqual(['close', 'read']);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('a session that could not be closed keeps its places until it is read as closed', async () => {
      const event = await office.event({ capacity: 1 });
      const paying = await office.pressFor(event);
      office.standIn.misbehave((call) => (call === 'close' ? 'error before' : undefined));
      await afterSeconds(HOLD_SECONDS);
      expect(await state(paying)).toMatchObject({ status: 'open' });
      office.standIn.behave();
      await afterSeconds(10);
      expect(await state(paying)).toMatchObject({ status: 'expired' });
    });

    test('a session whose closing answer got lost is read as closed', async () => {
      const event = await office.event({ capacity: 1 });
      const paying = await office.pressFor(event);
      office.standIn.failOnce('close', 'cut after');
      await afterSeconds(HOLD_SECONDS);
      await afterSeconds(10);
      expect(await state(paying)).toMatchObject({ status: 'expired' });
    });
  });

  test('6. two notifications and the return page at once: one order, its tickets announced once', async () => {
    const event = await office.event();
    const paying = await office.pressFor(event, { quantity: 2 });
    office.standIn.pay(paying.sessionId);
    const told: SentWebhook[] = [];
    await office.standIn.deliver((due) => {
      told.push(...due);
      return [];
    });
    office.wait(60);
    await Promise.all([
      ...told.flatMap((one) => [office.tell(one), office.tell(one), office.tell(one)]),
      ...Array.from({ length: 4 }, () => office.comeBack(paying)),
      office.followPayments(),
      office.followPayments(),
    ]);
    for (const one of told.toReversed()) expect(await office.tell(one)).toBe(200);
    expect(await office.count('orders')).toBe(1);
    expect(await office.count('payments')).toBe(1);
    expect(await office.count('refunds')).toBe(0);
    expect(await office.notifications('ticket.purchased')).toHaveLength(2);
  });

  describe('7. the buyer pays again', () => {
    test('in a second tab: one order, and the second payment is refunded', async () => {
      const event = await office.event({ price: 120 });
      const first = await office.pressFor(event);
      const second = await office.press(first.checkout, 'MAYA');
      for (const { sessionId } of [first, second]) office.standIn.pay(sessionId);
      const ends = await Promise.all([office.comeBack(first), office.comeBack(second), office.standIn.deliver()]);
      expect(ends.slice(0, 2)).toMatchObject(Array(2).fill({ url: expect.stringContaining(SUCCESS_URL) }));
      expect(await office.count('orders')).toBe(1);
      expect(await office.refunds()).toMatchObject([{ amountCentavos: 12_000, reason: 'already_paid' }]);
    });

    test('after paying: an open session is closed, so nothing can be paid twice', async () => {
      const event = await office.event();
      const first = await office.pressFor(event);
      const second = await office.press(first.checkout, 'MAYA');
      office.standIn.pay(second.sessionId);
      await office.standIn.deliver();
      await afterSeconds(60);
      expect(office.standIn.sessionsOf(first.attemptId)).toMatchObject([{ isOpen: false }]);
    });

    test('by reloading the return page ten times', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId, { quietly: true });
      const pages = await many(10, () => office.comeBack(paying));
      expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
      expect(await office.count('orders')).toBe(1);
    });
  });

  describe('8. paid, but no order', () => {
    test('because every notification failed until the provider gave up: the reconciler creates it', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId);
      office.standIn.tellTo(async () => 500);
      for (let tries = 0; tries < 30; tries++) {
        await office.standIn.deliver();
        office.wait(4_096);
      }
      expect(office.standIn.waiting()).toBe(0);
      await office.followPayments();
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('because the connection broke during the notification: the next notification or read creates it', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId);
      office.standIn.misbehave((call) => (call === 'read' ? 'cut after' : undefined));
      expect(new Set(await office.standIn.deliver())).toEqual(new Set([503]));
      expect((await office.comeBack(paying)).text).toContain('Confirming your payment');
      office.standIn.behave();
      await afterSeconds(60);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });

    test('because our own transaction failed: the order is created when the database works again', async () => {
      const paying = await office.pressFor(await office.event());
      office.standIn.pay(paying.sessionId);
      office.breakDatabase('insert into orders');
      expect(new Set(await office.standIn.deliver())).toEqual(new Set([503]));
      expect(await office.count('payments')).toBe(0);
      office.mendDatabase();
      await afterSeconds(60);
      expect(await state(paying)).toMatchObject({ status: 'completed' });
    });
  });

  test('a transfer that the bank refuses: the buyer hears it at once, has time, and pays in another way', async () => {
    const event = await office.event({ capacity: 1 });
    const paying = await office.pressFor(event, {}, 'BANK_TRANSFER');
    office.standIn.process(paying.sessionId);
    expect((await office.comeBack(paying)).text).toContain('Waiting for your payment');
    await afterSeconds(HOLD_SECONDS + 60);
    office.standIn.refuse(paying.sessionId);
    const page = await office.comeBack(paying);
    expect(page).toMatchObject({ status: 200, url: paying.checkout.checkout_url });
    expect(page.text).toContain('Bank transfer: the payment was declined. You were not charged.');
    expect(await state(paying)).toMatchObject({ status: 'open' });
    await afterSeconds(HOLD_SECONDS - 60);
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    const card = await office.press(paying.checkout, 'CARD');
    office.standIn.pay(card.sessionId);
    await office.standIn.deliver();
    expect(await state(paying)).toMatchObject({ status: 'completed' });
  });

  test('a transfer that the bank refuses after the buyer left ends with the time to pay', async () => {
    const event = await office.event({ capacity: 1 });
    const paying = await office.pressFor(event, {}, 'BANK_TRANSFER');
    office.standIn.process(paying.sessionId);
    await afterSeconds(60);
    expect(await state(paying)).toMatchObject({ status: 'processing' });
    office.standIn.refuse(paying.sessionId);
    await afterSeconds(120);
    expect(await state(paying)).toMatchObject({ status: 'open' });
    await afterSeconds(HOLD_SECONDS);
    expect(await state(paying)).toMatchObject({ status: 'expired' });
    expect(office.standIn.sessionsOf(paying.attemptId)).toMatchObject([{ isOpen: false }]);
  });

  test('9. a seat sold twice: late money gets other seats together, or is refunded', async () => {
    const hall: Hall = await openHall(office, rows(['A', 4]));
    const seats = await holdSeats(office, hall, 2);
    const late = await office.press(seats);
    office.standIn.begin(late.sessionId);
    await afterSeconds(HOLD_SECONDS);
    const inTime = await office.press(await holdSeats(office, hall, 2));
    office.standIn.pay(inTime.sessionId);
    const third = await office.press(await holdSeats(office, hall, 2));
    office.standIn.begin(third.sessionId);
    await afterSeconds(HOLD_SECONDS);
    for (const { sessionId } of [late, third]) office.standIn.pay(sessionId);
    await office.standIn.deliver();
    const states = await Promise.all([late, inTime, third].map(state));
    expect(states.map(({ status }) => status).toSorted()).toEqual(['completed', 'completed', 'expired']);
    const sold = states.flatMap(({ assigned_seats }) => assigned_seats);
    expect(new Set(sold.map(({ label }) => label)).size).toBe(4);
    for (const { assigned_seats } of states) expect(areTogether(assigned_seats)).toBe(true);
  });

  test('10. meltdown: a provider that hangs or refuses delays no one else, and no money is lost', async () => {
    const event = await office.event({ capacity: 30 });
    const before = await many(10, () => office.pressFor(event));
    for (const { sessionId } of before) office.standIn.pay(sessionId);
    let asked = 0;
    office.standIn.misbehave(() => (asked++ % 2 === 0 ? 'too many' : 'hang before'));
    const [told, pages, ...holds] = await Promise.all([
      office.standIn.deliver(),
      many(5, async () => office.pay(await office.checkout(event), 'GCASH')),
      ...Array.from({ length: 10 }, () => office.askCheckout(event)),
    ]);
    expect(new Set(told)).toEqual(new Set([503]));
    for (const page of pages) expect(page.text).toContain('The payment service did not answer.');
    expect(holds.map(({ status }) => status)).toEqual(Array(10).fill(201));
    office.standIn.behave();
    await afterSeconds(60);
    const states = await Promise.all(before.map(state));
    expect(states.map(({ status }) => status)).toEqual(Array(10).fill('completed'));
  });

  test('10. meltdown: expiring a checkout while the provider is silent answers 503 and frees nothing', async () => {
    const event = await office.event({ capacity: 1 });
    const { checkout } = await office.pressFor(event);
    office.standIn.misbehave(() => 'error before');
    const path = `/checkouts/${checkout.checkout_id}/expire`;
    const refused = await office.call('POST', path);
    expect(refused).toMatchObject({
      status: 503,
      code: 'payment_service_unavailable',
      message: 'The payment service is not responding',
    });
    expect(refused.headers['retry-after']).toBe('10');
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    office.standIn.behave();
    expect(await office.call('POST', path)).toMatchObject({ status: 200, data: { status: 'expired' } });
  });

  describe('11. a refund that is reported as done while no money moved', () => {
    const refundOf = async (orderId: string) =>
      (await office.call<{ refunds: { status: string; failure_reason: string | null }[] }>('GET', `/orders/${orderId}`))
        .data.refunds;

    async function refunded() {
      const { orderId, payment } = await office.buyFor(await office.event({ price: 200 }), { quantity: 2 });
      await office.call('POST', `/orders/${orderId}/refund`);
      return { orderId, payment };
    }

    test('is pending and then succeeded as the provider reports it', async () => {
      const { orderId } = await refunded();
      expect(await countPendingRefunds(office.db)).toBe(1);
      await office.sendRefunds();
      expect(await refundOf(orderId)).toMatchObject([{ status: 'pending' }]);
      expect(await countPendingRefunds(office.db)).toBe(0);
      office.wait(900);
      await office.sendRefunds();
      expect(await refundOf(orderId)).toMatchObject([{ status: 'pending' }]);
      office.standIn.settleRefunds('succeeded');
      await office.standIn.deliver();
      await office.sendRefunds();
      expect(await refundOf(orderId)).toMatchObject([{ status: 'succeeded' }]);
    });

    test('that failed at the provider is requested again', async () => {
      const { orderId, payment } = await refunded();
      await office.sendRefunds();
      office.standIn.settleRefunds('failed');
      await office.standIn.deliver();
      await office.sendRefunds();
      expect(await refundOf(orderId)).toMatchObject([{ status: 'pending', failure_reason: expect.any(String) }]);
      office.standIn.refunds('succeeded');
      office.wait(30);
      await office.sendRefunds();
      expect(await refundOf(orderId)).toMatchObject([{ status: 'succeeded', failure_reason: null }]);
      expect(payment.refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    });

    test('that is refused repeatedly ends as failed, with a reason for the organizer', async () => {
      const { orderId, payment } = await refunded();
      office.standIn.refunds('refused');
      for (let tries = 0; tries < 14; tries++) {
        await office.sendRefunds();
        office.wait(30_720);
      }
      expect(await refundOf(orderId)).toMatchObject([
        { status: 'failed', failure_reason: expect.stringMatching(/balance/i) },
      ]);
      // A person paid it back by hand, at the provider.
      payment.refunds.push({ id: 'by-hand', refundId: '', amountCentavos: 40_000, status: 'succeeded' });
    });

    test.each(['cut after', 'error after', 'hang after'] as const)(
      'whose answer got lost (%s) is found, and not sent twice',
      async (fault) => {
        const { orderId, payment } = await refunded();
        office.standIn.failOnce('refund', fault);
        await office.sendRefunds();
        expect(await refundOf(orderId)).toMatchObject([{ status: 'pending', failure_reason: expect.any(String) }]);
        office.standIn.behave();
        office.wait(30);
        await office.sendRefunds();
        expect(await refundOf(orderId)).toMatchObject([{ status: 'pending', failure_reason: null }]);
        expect(payment.refunds).toHaveLength(1);
      },
    );

    test('whose last answer got lost is not given up, but found', async () => {
      const { orderId, payment } = await refunded();
      office.standIn.misbehave((call) => (call === 'refund' ? 'error before' : undefined));
      for (let tries = 0; tries < 13; tries++) {
        await office.sendRefunds();
        office.wait(30_720);
      }
      office.standIn.failOnce('refund', 'error after');
      await office.sendRefunds();
      expect(await refundOf(orderId)).toMatchObject([{ status: 'pending', failure_reason: expect.any(String) }]);
      office.standIn.behave();
      office.wait(30_720);
      await office.sendRefunds();
      expect(await refundOf(orderId)).toMatchObject([{ status: 'pending', failure_reason: null }]);
      expect(payment.refunds).toHaveLength(1);
    });

    test.each(['cut before', 'locked out'] as const)(
      'that cannot be read (%s) is not requested again',
      async (fault) => {
        const { orderId, payment } = await refunded();
        await office.sendRefunds();
        office.standIn.misbehave((call) => (fault === 'locked out' || call === 'read refund' ? fault : undefined));
        for (let looks = 0; looks < 30; looks++) {
          office.wait(900);
          await office.sendRefunds();
        }
        expect(await refundOf(orderId)).toMatchObject([{ status: 'pending', failure_reason: null }]);
        office.standIn.behave();
        expect(payment.refunds).toHaveLength(1);
        expect(office.standIn.calls.filter((call) => call === 'refund')).toHaveLength(1);
        // Ever more rarely, and three times each.
        expect(office.standIn.calls.filter((call) => call === 'read refund').length).toBeLessThan(30);
        office.standIn.settleRefunds('succeeded');
        await office.standIn.deliver();
        await office.sendRefunds();
        expect(await refundOf(orderId)).toMatchObject([{ status: 'succeeded' }]);
      },
    );
  });

  test('12. a refund that frees the place twice: five simultaneous refunds, and one more, free it once', async () => {
    const event = await office.event({ capacity: 2, price: 100 });
    const { ticketId, payment } = await office.buyFor(event, { quantity: 2 });
    const answers = await many(5, () => office.call('POST', `/tickets/${ticketId}/refund`));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    await Promise.all([office.sendRefunds(), office.sendRefunds()]);
    office.standIn.settleRefunds('succeeded');
    await office.standIn.deliver((due) => [...due, ...due]);
    await Promise.all([office.sendRefunds(), office.sendRefunds()]);
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
    expect(payment.refunds).toMatchObject([{ amountCentavos: 10_000, status: 'succeeded' }]);
  });
});
