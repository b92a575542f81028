import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';

describe('the money of a refund', () => {
  let office: BoxOffice;
  beforeEach(async () => {
    office = await openBoxOffice();
  });
  afterEach(async () => {
    office.failing.clear();
    await office.expectConsistency();
    await office.close();
  });

  async function refundedOrder(price = 40) {
    const { orderId, ticketId } = await office.buy(await office.event({ price }), { quantity: 2 });
    await office.call('POST', `/orders/${orderId}/refund`);
    return { orderId, ticketId };
  }

  test('is sent through the provider in the background, once', async () => {
    const { ticketId } = await refundedOrder();
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ status: 'refunded' });
    expect(await office.refunds()).toMatchObject([{ amountCentavos: 8_000, status: 'pending', tries: 0 }]);
    expect(await office.sendRefunds()).toBe(1);
    expect(await office.sendRefunds()).toBe(0);
    expect(await office.refunds()).toMatchObject([{ status: 'succeeded', tries: 1 }]);
    expect(await office.count('sandbox_refunds')).toBe(1);
  });

  test('is sent for each part of an order, together no more than was paid', async () => {
    const { orderId, ticketIds } = await office.buy(await office.event({ price: 33.33 }), { quantity: 3 });
    for (const id of ticketIds) await office.call('POST', `/tickets/${id}/refund`);
    expect(await office.sendRefunds()).toBe(3);
    expect((await office.refunds()).map(({ amountCentavos }) => amountCentavos)).toEqual([3_333, 3_333, 3_333]);
    expect((await office.call('GET', `/orders/${orderId}`)).data).toMatchObject({ refunded_amount: 99.99 });
  });

  test('is tried again after 30 s, 60 s and so on if the provider fails, and never earlier', async () => {
    await refundedOrder();
    office.failing.add('refund');
    for (const [tries, seconds] of [30, 60, 120, 240].entries()) {
      await office.sendRefunds();
      expect(await office.refunds()).toMatchObject([
        { status: 'pending', tries: tries + 1, failureReason: 'the line to the provider is cut (refund)' },
      ]);
      office.wait(seconds - 0.001);
      await office.sendRefunds();
      expect(await office.refunds()).toMatchObject([{ tries: tries + 1 }]);
      office.wait(0.001);
    }
    office.failing.clear();
    expect(await office.sendRefunds()).toBe(1);
    expect(await office.refunds()).toMatchObject([{ status: 'succeeded', failureReason: null, tries: 5 }]);
  });

  test('ends as failed when nobody answers for a month, with a warning; the ticket stays refunded', async () => {
    const { ticketId } = await refundedOrder();
    office.failing.add('refund');
    for (let day = 0; day <= 30; day++) {
      await office.sendRefunds();
      expect(await office.refunds()).toMatchObject([{ status: 'pending', tries: day + 1 }]);
      office.wait(86_400);
    }
    await office.sendRefunds();
    expect(await office.refunds()).toMatchObject([
      { status: 'failed', failureReason: expect.stringMatching(/^the line to the provider is cut.*look there before/) },
    ]);
    office.failing.clear();
    expect(await office.sendRefunds()).toBe(0);
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ status: 'refunded' });
  });

  test('is not delayed by another refund that the provider refuses', async () => {
    await refundedOrder();
    office.failing.add('refund');
    await office.sendRefunds();
    office.failing.clear();
    await refundedOrder();
    expect(await office.sendRefunds()).toBe(1);
  });

  test('is sent once if the answer of the provider got lost', async () => {
    await refundedOrder();
    const { provider } = office;
    const refund = provider.refund;
    provider.refund = async (request) => {
      await refund(request);
      throw new Error('the answer got lost');
    };
    await office.sendRefunds();
    provider.refund = refund;
    office.wait(30);
    expect(await office.sendRefunds()).toBe(1);
    expect(await office.count('sandbox_refunds')).toBe(1);
    expect(await office.refunds()).toMatchObject([{ status: 'succeeded', tries: 2 }]);
  });
});
