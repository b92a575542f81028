import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

describe('POST /checkouts/{id}/release', () => {
  const release = (checkoutId: string) => office.call('POST', `/checkouts/${checkoutId}/release`);

  /** A buyer whose bank transfer is on its way. */
  async function transferring(capacity = 2) {
    const event = await office.event({ capacity });
    const checkout = await office.checkout(event, { quantity: capacity });
    const page = await office.pay(checkout, 'BANK_TRANSFER');
    const waiting = await office.browser.submit(page, { press: 'pending' });
    return {
      event,
      checkout,
      settle: async () => office.browser.submit(await office.browser.open(page.url), { press: 'settle' }),
      waiting,
    };
  }

  test('frees the places of an open checkout at once', async () => {
    const event = await office.event({ capacity: 2 });
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    expect(await release(checkout_id)).toMatchObject({ status: 200, data: { checkout_id, status: 'cancelled' } });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    expect(await office.askCheckout(event, { quantity: 2 })).toMatchObject({ status: 201 });
  });

  test('frees places that a bank transfer would keep for a day, and refunds the money that still arrives', async () => {
    const { event, checkout, settle } = await transferring();
    expect(await office.askCheckout(event)).toMatchObject({ status: 409 });
    expect(await release(checkout.checkout_id)).toMatchObject({ status: 200, data: { status: 'cancelled' } });
    const bought = await office.buy(event, { quantity: 2 });
    const refunds = await office.count('refunds');
    await settle();
    office.wait(60);
    await office.followPayments();
    expect(await office.count('refunds')).toBe(refunds + 1);
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'cancelled', order_id: null });
    expect(await office.counters(event)).toEqual({ sold: bought.ticketIds.length, held: 0 });
  });

  test('refunds money that arrives after the release, even if the places are free', async () => {
    const { event, checkout, settle } = await transferring();
    await release(checkout.checkout_id);
    await settle();
    office.wait(60);
    await office.followPayments();
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    const page = await office.browser.open(checkout.checkout_url);
    expect(page.text).toContain('The organizer ended your reservation');
    expect(page.text).toMatch(/The organizer ended the reservation before the payment arrived\..*full refund/);
  });

  test('answers 409 if the money arrived first: exactly one of the two wins', async () => {
    const { checkoutId } = await office.buy(await office.event());
    expect(await release(checkoutId)).toMatchObject({ status: 409, code: 'checkout_not_open' });
    for (let round = 0; round < 5; round++) {
      const { event, checkout, settle } = await transferring();
      const [released] = await Promise.all([release(checkout.checkout_id), settle()]);
      office.wait(60);
      await office.followPayments();
      const state = await office.stateOf(checkout.checkout_id);
      expect(state.status).toBe(released.status === 200 ? 'cancelled' : 'completed');
      expect(await office.counters(event)).toEqual({ sold: released.status === 200 ? 0 : 2, held: 0 });
      await office.expectConsistency();
    }
  });

  test('does not change a checkout that holds no places', async () => {
    const { checkout } = await transferring();
    await release(checkout.checkout_id);
    expect(await release(checkout.checkout_id)).toMatchObject({ status: 200, data: { status: 'cancelled' } });
    const over = await office.checkout(await office.event());
    office.wait(901);
    expect(await release(over.checkout_id)).toMatchObject({ status: 200, data: { status: 'expired' } });
  });

  test('is recorded in the audit log once', async () => {
    const { checkout } = await transferring();
    await Promise.all([release(checkout.checkout_id), release(checkout.checkout_id)]);
    const log = await office.call<{ changes: object[] }>('GET', '/audit-log?action=checkout.released&per_page=1');
    expect(log.data.changes[0]).toMatchObject({
      before: { status: 'processing' },
      after: { status: 'cancelled', quantity: 2 },
    });
  });

  test('answers 404 to an unknown checkout and 400 to a malformed id', async () => {
    expect(await release(`cs_${'A'.repeat(43)}`)).toMatchObject({ status: 404, code: 'checkout_not_found' });
    expect(await release('cs_short')).toMatchObject({ status: 400, code: 'invalid_checkout_id' });
  });
});
