import { afterEach, describe, expect, test } from 'vitest';
import type { Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

/** A decision that does not check that the request is pending. */
const DECIDE_WITHOUT_CONDITION: Sabotage = [
  [`and id = $4 and status = 'pending' returning 1`, 'and id = $4 returning 1'],
];

/** A withdrawal that does not check that the request is pending. */
const WITHDRAW_WITHOUT_CONDITION: Sabotage = [
  [`and order_id = $3 and status = 'pending' returning ticket_ids`, 'and order_id = $3 returning ticket_ids'],
];

/** As if a check-in came between the reading of a ticket and its refund. */
const READ_AS_VALID: Sabotage = [
  ['select t.id, t.ticket_number, t.status, t', `select t.id, t.ticket_number, 'valid' as status, t`],
];
const REFUND_WITHOUT_CONDITION: Sabotage = [
  ['and t.order_id = $2 and t.status = any($3::text[])', 'and t.order_id = $2 and $3::text[] is not null'],
];

describe('simultaneous refunds that a buyer asks for', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function bought(allowed: string, quantity = 1) {
    const event = await office.event({ price: 100, refund_rule: { allowed, fee_percent: 10 } });
    const order = await office.buy(event, { quantity });
    const url = String((await office.call('GET', `/orders/${order.orderId}`)).data.tickets_url);
    const confirm = async () => office.browser.submit(await office.browser.open(`${url}/refund`));
    return { ...order, event, url, confirm };
  }
  const press = async (confirm: () => ReturnType<BoxOffice['browser']['open']>, times: number) => {
    const pages = await Promise.all(Array.from({ length: times }, confirm));
    const answers = await Promise.all(pages.map((page) => office.browser.submit(page)));
    return answers.map(({ url }) => url.includes('done='));
  };

  test('ten presses refund once', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { event, confirm } = await bought('automatic', 2);
    expect((await press(confirm, 10)).filter((done) => done)).toHaveLength(1);
    expect(await office.refunds()).toMatchObject([{ amountCentavos: 18_000 }]);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    await office.expectConsistency();
  });

  test('ten presses make one request', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { confirm } = await bought('request');
    expect((await press(confirm, 10)).filter((done) => done)).toHaveLength(1);
    expect(await office.count('refund_requests')).toBe(1);
  });

  const decideTenTimes = async () => {
    const { confirm } = await bought('request', 2);
    await press(confirm, 1);
    const { data } = await office.call<{ refund_requests: { id: string }[] }>('GET', '/refund-requests');
    const verbs = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'approve' : 'decline'));
    const answers = await Promise.all(
      verbs.map((verb) => office.call('POST', `/refund-requests/${data.refund_requests[0]?.id}/${verb}`)),
    );
    return answers.filter(({ status }) => status === 200).length;
  };

  test('of ten decisions one succeeds', async () => {
    office = await openBoxOffice({ instances: 2 });
    expect(await decideTenTimes()).toBe(1);
    await office.expectConsistency();
  });

  control('without the condition several decisions succeed', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: DECIDE_WITHOUT_CONDITION });
    expect(await decideTenTimes()).toBeGreaterThan(1);
    expect(office.sabotageUsed()).toBe(true);
  });

  /** @returns how many of two acts at once succeeded, for each round */
  async function countSuccesses(rounds: number, act: () => Promise<boolean[]>) {
    const successes: number[] = [];
    for (let round = 0; round < rounds; round++) successes.push((await act()).filter(Boolean).length);
    return successes;
  }

  /** An approval and a withdrawal of the same request. */
  const withdrawWhileDeciding = (rounds: number) =>
    countSuccesses(rounds, async () => {
      const { orderId, url, confirm } = await bought('request');
      await press(confirm, 1);
      const { data } = await office.call<{ refund_requests: { id: string }[] }>(
        'GET',
        `/refund-requests?order_id=${orderId}`,
      );
      const page = await office.browser.open(`${url}/refund/withdraw`);
      const [withdrawal, approval] = await Promise.all([
        office.browser.submit(page, { press: 'Withdraw the request' }),
        office.call('POST', `/refund-requests/${data.refund_requests[0]?.id}/approve`),
      ]);
      return [withdrawal.url.includes('done=withdrawn'), approval.status === 200];
    });

  test('of an approval and a withdrawal of the same request one succeeds', async () => {
    office = await openBoxOffice({ instances: 2 });
    expect(await withdrawWhileDeciding(6)).toEqual(Array(6).fill(1));
    await office.expectConsistency();
  });

  control('without the condition a request is withdrawn whose tickets are refunded', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: WITHDRAW_WITHOUT_CONDITION });
    expect(await withdrawWhileDeciding(6)).toContain(2);
    expect(office.sabotageUsed()).toBe(true);
  });

  /** A check-in and a refund of the same ticket. */
  const race = (rounds: number) =>
    countSuccesses(rounds, async () => {
      const { ticketId, confirm } = await bought('automatic');
      const page = await confirm();
      const [refund, scan] = await Promise.all([
        office.browser.submit(page),
        office.call('POST', `/tickets/${ticketId}/check-in`),
      ]);
      return [refund.url.includes('done=refunded'), scan.status === 200];
    });

  test('of a check-in and a refund of the same ticket one succeeds', async () => {
    office = await openBoxOffice({ instances: 2 });
    expect(await race(6)).toEqual(Array(6).fill(1));
    await office.expectConsistency();
  });

  test('the condition of the update decides, also when the ticket was still valid when it was read', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: READ_AS_VALID });
    expect(await race(6)).toEqual(Array(6).fill(1));
    await office.expectConsistency();
  });

  control('without the condition both succeed', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: [...READ_AS_VALID, ...REFUND_WITHOUT_CONDITION] });
    expect(await race(6)).toContain(2);
    expect(office.sabotageUsed()).toBe(true);
  });
});
