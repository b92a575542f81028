import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { openMember } from '../fixtures/members.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

interface Totals {
  methods: { payment_method: string; total: number }[];
  cash: number;
  cash_owed: number;
}
interface Closing extends Totals {
  date: string;
  cashiers: (Totals & { cashier: { kind: string; id: string | null; name: string | null } })[];
}

const DAY_MS = 86_400_000;
/** Midnight in Manila is at 16:00 UTC. */
const MIDNIGHT_MS = 16 * 3_600_000;

describe('GET /box-office/closing', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await openBoxOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.close());

  type Cashier = Awaited<ReturnType<typeof cashier>>;
  const cashier = async () => {
    const member = await openMember(office.service);
    return { ...member, as: { kind: 'user', id: member.userId, name: member.name } };
  };
  const sell = async (event: { id: string }, { post }: Pick<Cashier, 'post'>, fields: object = {}) => {
    const { status, text, body } = await post<{ id: string; ticket_ids: string[] }>('/orders', {
      event_id: event.id,
      items: [{ quantity: 2 }],
      customer: { email: 'ana@example.com' },
      payment_method: 'CASH',
      ...fields,
    });
    if (status !== 201) throw new Error(text);
    return body.data;
  };
  const close = async (query = '') => (await office.call<Closing>('GET', `/box-office/closing${query}`)).data;
  /**
   * Waits for the next but one midnight, so that no other test's sales are in the closing. @returns the day that begins
   */
  function beginDay(): string {
    const sinceMidnight = (office.now().getTime() - MIDNIGHT_MS) % DAY_MS;
    office.wait((2 * DAY_MS - sinceMidnight) / 1_000);
    return new Date(office.now().getTime() + DAY_MS - MIDNIGHT_MS).toISOString().slice(0, 10);
  }

  test('adds up what each cashier sold and gave back, by method, and the cash in the drawer', async () => {
    const date = beginDay();
    const start = office.now();
    const [ana, ben] = [await cashier(), await cashier()];
    const event = await office.event({ price: 500 });
    const cash = await sell(event, ana);
    await sell(event, ana, { payment_method: 'EXTERNAL' });
    office.wait(1);
    await sell(event, ben, { payment_method: 'COMP' });
    await sell(event, ben, { items: [{ quantity: 1 }] });
    const [ticket] = cash.ticket_ids;
    await ben.post(`/tickets/${ticket}/refund`);
    const unchanged = { differences_paid: 0, differences_returned: 0 };
    const nothing = {
      ...{ orders: 0, tickets: 0, amount: 0, refunds: 0, refunded_tickets: 0, refunded_amount: 0 },
      ...unchanged,
    };
    const closing = await close();
    expect(closing).toEqual({
      date,
      time_zone: 'Asia/Manila',
      starts_at: start.toISOString(),
      ends_at: new Date(start.getTime() + DAY_MS).toISOString(),
      cashiers: [
        {
          cashier: ana.as,
          methods: [
            { ...nothing, payment_method: 'CASH', orders: 1, tickets: 2, amount: 1_000, total: 1_000 },
            { ...nothing, payment_method: 'EXTERNAL', orders: 1, tickets: 2, amount: 1_000, total: 1_000 },
          ],
          cash: 1_000,
          cash_owed: 0,
        },
        {
          cashier: ben.as,
          methods: [
            {
              ...{ payment_method: 'CASH', orders: 1, tickets: 1, amount: 500 },
              ...{ refunds: 1, refunded_tickets: 1, refunded_amount: 500, ...unchanged, total: 0 },
            },
            { ...nothing, payment_method: 'COMP', orders: 1, tickets: 2, total: 0 },
          ],
          cash: 0,
          cash_owed: 0,
        },
      ],
      methods: [
        {
          ...{ payment_method: 'CASH', orders: 2, tickets: 3, amount: 1_500 },
          ...{ refunds: 1, refunded_tickets: 1, refunded_amount: 500, ...unchanged, total: 1_000 },
        },
        { ...nothing, payment_method: 'COMP', orders: 1, tickets: 2, total: 0 },
        { ...nothing, payment_method: 'EXTERNAL', orders: 1, tickets: 2, amount: 1_000, total: 1_000 },
      ],
      cash: 1_000,
      cash_owed: 0,
    });
    expect(await close(`?event_id=${event.id}`)).toEqual(closing);
    const other = await office.event();
    expect(await close(`?event_id=${other.id}`)).toMatchObject({ cashiers: [], methods: [], cash: 0 });
  });

  test('counts a sale and its refund on their own days, which begin at midnight of the organization', async () => {
    const day = beginDay();
    const ana = await cashier();
    const event = await office.event({ price: 500, start_datetime: office.service.daysFromNow(30) });
    office.wait(DAY_MS / 1_000 - 0.001);
    const { id } = await sell(event, ana);
    office.wait(0.001);
    await ana.post(`/orders/${id}/refund`);
    expect(await close(`?date=${day}`)).toMatchObject({ cash: 1_000 });
    expect(await close()).toMatchObject({ cash: -1_000, methods: [{ orders: 0, refunds: 1, refunded_tickets: 2 }] });
  });

  test('names a key, and lists what a cancelled event gives back apart', async () => {
    beginDay();
    const event = await office.event({ price: 500 });
    const key = await office.service.newKey(office.organizationId, { scopes: ['box_office'] });
    await sell(event, office.service.clientWith({ authorization: `Bearer ${key}` }));
    await office.cancelEvent(event);
    const closing = await close();
    expect(closing.cashiers).toMatchObject([
      { cashier: { kind: 'key', name: expect.any(String) }, cash: 1_000, cash_owed: 0 },
      { cashier: { kind: 'system', id: null, name: null }, cash: 0, cash_owed: 1_000 },
    ]);
    expect(closing).toMatchObject({ cash: 1_000, cash_owed: 1_000 });
  });

  test('counts the refund of an order once, whose difference was paid with the same method', async () => {
    const ana = await cashier();
    const event = await office.event({ price: 500 });
    const { id, ticket_ids } = await sell(event, ana);
    const tickets = [{ ticket_id: ticket_ids[0], tier_id: await office.tier(event) }];
    await ana.post(`/orders/${id}/changes`, { tickets, payment_method: 'CASH' });
    await ana.post(`/orders/${id}/refund`);
    expect(await close(`?event_id=${event.id}`)).toMatchObject({
      methods: [{ differences_paid: 1_000, refunds: 1, refunded_tickets: 2, refunded_amount: 2_000 }],
    });
  });

  test('knows nothing of orders that a provider was paid for', async () => {
    beginDay();
    const event = await office.event({ price: 500 });
    await office.buy(event);
    expect(await close()).toMatchObject({ cashiers: [], methods: [], cash: 0 });
  });

  test.each([
    ['date', '?date=2027-02-30'],
    ['date', '?date=2027-03-01T00:00:00Z'],
    ['date', '?date=today'],
    ['event_id', '?event_id=x'],
  ])('answers 400 and names %s: %s', async (field, query) => {
    expect(await office.call('GET', `/box-office/closing${query}`)).toMatchObject({ status: 400, field });
  });

  test('answers 404 for an event that is unknown', async () => {
    const answer = await office.call('GET', `/box-office/closing?event_id=${UNKNOWN_ID}`);
    expect(answer).toMatchObject({ status: 404, code: 'event_not_found' });
  });
});
