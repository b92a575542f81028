import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { openMember } from '../fixtures/members.ts';

const PERSON = { name: 'Dalisay Quizon', email: 'dalisay@example.com', phone: '+63 917 123 4567' };
const OTHER = { name: 'Ben Cruz', email: 'ben@example.com', phone: '+63 917 765 4321' };

interface Purchase {
  role: string;
  checkout_id: string | null;
  customer: object | null;
  order: { id: string } | null;
  tickets: { id: string; attendee: object | null }[];
  mails: { recipient: string }[];
}
interface Exported {
  purchases: Purchase[];
  subscriptions: object[];
  next: string | null;
}

describe('POST /buyers/export', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await openBoxOffice();
  });
  afterAll(() => office.close());

  const read = (email: string, after?: string) =>
    office.call<Exported>('POST', '/buyers/export', { email, ...(after ? { after } : {}) });

  test('has every purchase with its order, tickets, payment, refund, mails, consent, notifications and log', async () => {
    const event = await office.event({ consent_text: 'I agree to the house rules.' });
    const checkout = await office.checkout(event, { customer: PERSON, quantity: 2, attendees: [OTHER] });
    const page = await office.browser.open(checkout.checkout_url);
    const consent = page.forms[0]?.fields.find(({ name }) => name === 'consent')?.value ?? '';
    const provider = await office.browser.submit(page, { fields: { consent } });
    await office.browser.submit(provider, { press: 'authorize' });
    const { order_id, ticket_ids } = await office.stateOf(checkout.checkout_id);
    office.wait(1);
    await office.call('POST', `/tickets/${ticket_ids[1]}/refund`);
    await office.sendRefunds();

    const { status, body, data } = await read('DALISAY@example.com');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      purchases: [
        {
          checkout_id: checkout.checkout_id,
          role: 'buyer',
          status: 'completed',
          event: { id: event.id, title: event.title },
          customer: PERSON,
          attendees: [{ name: OTHER.name, email: OTHER.email }],
          consent: { text: 'I agree to the house rules.' },
          order: { id: order_id, total_amount: 1_000, refunded_amount: 500, status: 'partially_refunded' },
          payments: [{ provider: 'sandbox', amount: 1_000 }],
          refunds: [{ amount: 500, status: 'succeeded' }],
          notifications: [
            { type: 'ticket.purchased', data: { customer: { name: PERSON.name } } },
            { type: 'ticket.purchased' },
            { type: 'ticket.refunded' },
          ],
        },
      ],
      subscriptions: [],
      unsubscribed_at: null,
      next: null,
    });
    expect(data.purchases[0]?.tickets.map(({ id }) => id).toSorted()).toEqual(ticket_ids.toSorted());
    expect(data.purchases[0]?.mails.map(({ recipient }) => recipient)).toEqual([PERSON.email, PERSON.email]);
    expect(data.purchases[0]).toMatchObject({ audit_log: [{ action: 'order.refunded' }] });
    // Neither links nor codes, which would admit.
    expect(body).not.toMatch(/ticket_url|"code"|provider_url/);
  });

  test('shows a guest only their own ticket and mails, and nothing of the buyer', async () => {
    const guest = { name: 'Carla', email: 'Carla@example.com' };
    const event = await office.event({ price: 100 });
    const bought = await office.buy(event, { customer: OTHER, quantity: 3, attendees: [guest, PERSON] });
    const { data, body } = await read('carla@example.com');
    expect(data.purchases).toMatchObject([
      {
        checkout_id: null,
        role: 'guest',
        customer: null,
        order: null,
        attendees: [guest],
        tickets: [{ attendee: guest }],
      },
    ]);
    expect(bought.ticketIds).toContain(data.purchases[0]?.tickets[0]?.id);
    expect(data.purchases[0]?.mails).toMatchObject([{ recipient: guest.email }]);
    for (const text of [OTHER.name, OTHER.email, OTHER.phone, PERSON.email]) expect(body).not.toContain(text);
  });

  test('has the places of the person on waiting lists', async () => {
    const event = await office.event({ capacity: 2 });
    await office.checkout(event, { customer: OTHER, quantity: 2 });
    const customer = { ...PERSON, email: 'waits@example.com' };
    const person = { quantity: 2, customer, language: 'fil', success_url: 'https://shop.example/thanks' };
    await office.call('POST', `/events/${event.id}/waiting-list`, person);
    office.wait(1);
    expect((await read('WAITS@example.com')).data).toMatchObject({
      purchases: [],
      waiting_list_entries: [{ ...person, event_id: event.id, status: 'waiting', cancel_url: null }],
    });
  });

  test('is empty for a person of whom nothing is held, and in another organization', async () => {
    const nothing = { purchases: [], subscriptions: [], next: null };
    expect((await read('nobody@example.com')).data).toMatchObject(nothing);
    const { body } = await office.others.post<Exported>('/buyers/export', { email: PERSON.email });
    expect(body.data).toMatchObject(nothing);
  });

  test('is recorded in the audit log without the person', async () => {
    const { data } = await office.call<{ changes: { after: object }[] }>('GET', '/audit-log?action=buyer.exported');
    expect(data.changes.map(({ after }) => after)).toEqual([
      { purchases: 0, subscriptions: 0, waiting_list_entries: 1 },
      { purchases: 1, subscriptions: 0, waiting_list_entries: 0 },
      { purchases: 1, subscriptions: 0, waiting_list_entries: 0 },
    ]);
  });

  test('comes in pages that together have every purchase once', async () => {
    const event = await office.event({ capacity: 1_000 });
    for (let i = 0; i < 103; i++) await office.checkout(event, { customer: { ...OTHER, email: 'bot@example.com' } });
    const first = (await read('bot@example.com')).data;
    expect(first.purchases).toHaveLength(100);
    const second = (await read('bot@example.com', first.next ?? '')).data;
    expect(second).toMatchObject({ purchases: [{}, {}, {}], next: null });
    const ids = [...first.purchases, ...second.purchases].map(({ checkout_id }) => checkout_id);
    expect(new Set(ids).size).toBe(103);
  });

  test('needs a manager: a viewer, a door and a key to sell get 403', async () => {
    await openMember(office.service);
    for (const role of ['viewer', 'door'] as const) {
      const member = await openMember(office.service, { role });
      expect(await member.post('/buyers/export', { email: PERSON.email })).toMatchObject({ status: 403 });
    }
    const manager = await openMember(office.service, { role: 'manager' });
    expect(await manager.post('/buyers/export', { email: PERSON.email })).toMatchObject({ status: 200 });
  });
});
