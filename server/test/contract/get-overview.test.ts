import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, CUSTOMER, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';

interface Overview {
  today: Record<string, unknown>;
  events: { id: string; tickets_sold: number; checked_in: number }[];
  set_up: Record<string, boolean>;
  needs_attention: { kind: string; count: number; id: string | null; name: string | null; since: string | null }[];
}

describe('GET /overview', () => {
  let office: BoxOffice;
  let later: EventOnSale;
  let sooner: EventOnSale;
  const read = async () => (await office.call<Overview>('GET', '/overview')).data;
  const kinds = async () => (await read()).needs_attention.map(({ kind }) => kind);

  // 12:00 in Manila.
  beforeAll(async () => {
    office = await openBoxOffice({ spoilt: true });
    later = await office.event({ title: 'Later', price: 100, start_datetime: '2027-03-05T12:00:00Z' });
    sooner = await office.event({ title: 'Sooner', price: 0, start_datetime: '2027-03-04T12:00:00Z' });
  });
  afterAll(() => office.close());

  test('answers zeros and empty lists for a new organization', async () => {
    const { key } = office.others;
    const headers = { authorization: `Bearer ${key}` };
    const { data } = await office.call<Overview>('GET', '/overview', undefined, headers);
    expect(data).toEqual({
      today: { at: '2027-01-31T16:00:00.000Z', orders: 0, tickets: 0, revenue: 0, refunds: 0 },
      events: [],
      needs_attention: [],
      set_up: { brand: false, payment_account: false, event: false, published: false, sold: false },
    });
  });

  test('ticks the first steps of a new organization as they are done', async () => {
    const headers = { authorization: `Bearer ${office.others.key}` };
    const setUp = async () => (await office.call<Overview>('GET', '/overview', undefined, headers)).data.set_up;
    const draft = { title: 'First', start_datetime: '2027-03-05T12:00:00Z', capacity: 10 };
    const { data: event } = await office.call<{ id: string }>('POST', '/events', draft, headers);
    expect(await setUp()).toMatchObject({ event: true, published: false });
    await office.call('PUT', `/events/${event.id}`, { status: 'active' }, headers);
    expect(await setUp()).toMatchObject({ event: true, published: true, sold: false, brand: false });
    await office.call('PUT', `/events/${event.id}`, { status: 'cancelled' }, headers);
    expect((await read()).set_up).toMatchObject({ event: true, published: true });
  });

  test('answers today’s sales in the organization’s time zone, and published events with their check-ins', async () => {
    const { ticketIds } = await office.buy(later, { quantity: 3 });
    await office.call('POST', `/tickets/${ticketIds[0]}/check-in`);
    await office.call('POST', `/tickets/${ticketIds[1]}/refund`);
    const { today, events } = await read();
    expect((await read()).set_up).toMatchObject({ published: true, sold: true, payment_account: false });
    expect(today).toEqual({ at: '2027-01-31T16:00:00.000Z', orders: 1, tickets: 2, revenue: 200, refunds: 100 });
    expect(events).toEqual([
      expect.objectContaining({ id: sooner.id, tickets_sold: 0, checked_in: 0 }),
      {
        id: later.id,
        title: 'Later',
        status: 'active',
        start_datetime: '2027-03-05T12:00:00.000Z',
        seated: false,
        capacity: 100,
        tickets_sold: 2,
        checked_in: 1,
      },
    ]);
    office.wait(12 * 3_600);
    expect((await read()).today).toMatchObject({ at: '2027-02-01T16:00:00.000Z', orders: 0 });
  });

  test('leaves out drafts and past events', async () => {
    const { data: draft } = await office.call('POST', '/events', {
      title: 'Draft',
      start_datetime: '2027-09-01T12:00:00Z',
      capacity: 1,
    });
    const cancelled = await office.event();
    await office.cancelEvent(cancelled);
    const ids = (await read()).events.map(({ id }) => id);
    expect(ids).not.toContain(draft.id);
    expect(ids).not.toContain(cancelled.id);
  });

  test('lists the most urgent first: no account, failed refunds and e-mails, webhooks, drafts that start soon', async () => {
    expect(await kinds()).toEqual(['no_payment_account']);
    const { data: draft } = await office.call('POST', '/events', {
      title: 'Forgotten',
      start_datetime: '2027-02-10T12:00:00Z',
      capacity: 1,
    });
    await office.call('POST', '/webhooks', { url: 'https://hooks.example/a', events: ['ticket.refunded'] });
    await office.call('POST', '/webhooks', { url: 'https://hooks.example/b', events: ['ticket.refunded'] });
    // States that only providers, mail servers and receivers cause.
    const now = office.now();
    await office.db.query(sql`
      update webhooks set is_active = false, disabled_reason = 'gone', updated_at = ${now} where url like '%/a'`);
    await office.db.query(sql`update webhooks set failing_since = ${now} where url like '%/b'`);
    await office.db.query(sql`update refunds set status = 'failed', updated_at = ${now}`);
    await office.db.query(sql`
      update mails set status = 'failed', next_attempt_at = null
       where (organization_id, id) in (select organization_id, id from mails limit 1)`);
    const { needs_attention } = await read();
    expect(needs_attention.map(({ kind, name }) => [kind, name])).toEqual([
      ['no_payment_account', null],
      ['refunds_failed', expect.any(String)],
      ['mails_failed', null],
      ['webhook_disabled', 'https://hooks.example/a'],
      ['webhook_failing', 'https://hooks.example/b'],
      ['draft_starts_soon', 'Forgotten'],
    ]);
    expect(needs_attention.at(-1)).toEqual({
      ...{ kind: 'draft_starts_soon', count: 1, id: draft.id, name: 'Forgotten' },
      since: '2027-02-10T12:00:00.000Z',
    });
    // Both lead to the order whose buyer waits.
    const { id, name } = needs_attention[1] ?? {};
    expect((await office.call('GET', `/orders/${id}`)).data).toMatchObject({ order_number: name });
    expect(needs_attention[2]).toMatchObject({ count: 1, id });
    // E-mails that are not of one order lead to none.
    await office.db.query(sql`
      update mails set status = 'failed', next_attempt_at = null, kind = 'invitation', order_id = null, ticket_id = null
       where (organization_id, id) in (select organization_id, id from mails where status <> 'failed' limit 1)`);
    expect((await read()).needs_attention[2]).toMatchObject({ count: 2, id: null });
  });

  test('names the buyer of a failed refund of money that bought nothing', async () => {
    // As if the payment had come too late.
    await office.db.query(sql`
      update payments set order_id = null where id in (select payment_id from refunds where status = 'failed')`);
    expect((await read()).needs_attention[1]).toMatchObject({
      kind: 'refunds_failed',
      count: 1,
      id: null,
      name: CUSTOMER.email,
    });
  });

  test('leaves out failures older than a month, and lists an account in test mode', async () => {
    await office.db.query(sql`
      insert into payment_accounts (organization_id, provider, live, channels, sealed_secrets, in_use, created_at, updated_at)
      values (${office.organizationId}, 'paymongo', false, '{}', '', true, ${office.now()}, ${office.now()})`);
    office.wait(31 * 86_400);
    expect(await kinds()).toEqual(['payments_in_test_mode', 'webhook_disabled', 'webhook_failing']);
  });
});
