import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { completePastEvents } from '../../src/events/complete-past-events.ts';
import { sales } from '../../src/sales/cancel-sales.ts';
import type { ReceivedRequest } from '../fixtures/receiver.ts';
import {
  ALL_TYPES,
  type Endpoint,
  isSignedWith,
  openWebhookOffice,
  type WebhookOffice,
} from '../fixtures/webhook-office.ts';

let hooks: WebhookOffice;
let endpoint: Endpoint;
beforeAll(async () => {
  hooks = await openWebhookOffice();
  endpoint = await hooks.endpoint({ events: ALL_TYPES });
});
afterAll(() => hooks.close());
afterEach(() => hooks.office.expectConsistency());

/** The notifications that the endpoint gets because of `happening`. */
async function notificationsOf(happening: () => Promise<unknown>): Promise<ReceivedRequest['json'][]> {
  await hooks.deliver();
  const before = hooks.receiver.received.length;
  await happening();
  await hooks.deliver();
  const received = hooks.receiver.received.slice(before);
  for (const one of received) expect(isSignedWith(endpoint.secret, one)).toBe(true);
  return received.map(({ json }) => json).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const office = () => hooks.office;
const customer = { name: 'Ana Reyes' };

describe('notifications are sent', () => {
  test('ticket.purchased for every ticket when it is paid, with what that ticket cost', async () => {
    const event = await office().event({ price: 12.34 });
    let ticketIds: string[] = [];
    const received = await notificationsOf(async () => {
      ticketIds = (await office().buy(event, { quantity: 3 }, 'GCASH')).ticketIds;
    });
    expect(received).toHaveLength(3);
    for (const body of received) {
      expect(Object.keys(body)).toEqual(['id', 'type', 'created_at', 'data']);
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'ticket.purchased',
        created_at: office().now().toISOString(),
        data: { ticket_id: expect.any(String), event_id: event.id, customer, amount: 12.34 },
      });
    }
    expect(received.map(({ data }) => data.ticket_id).toSorted()).toEqual(ticketIds.toSorted());
  });

  test('ticket.purchased for free tickets, with the amount 0', async () => {
    const event = await office().event({ price: 0 });
    const received = await notificationsOf(() => office().buy(event));
    expect(received).toMatchObject([{ type: 'ticket.purchased', data: { amount: 0 } }]);
  });

  test('ticket.refunded when one ticket is refunded', async () => {
    const event = await office().event({ price: 500 });
    const { ticketId } = await office().buy(event);
    const received = await notificationsOf(() => office().call('POST', `/tickets/${ticketId}/refund`));
    expect(received.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'ticket.refunded', data: { ticket_id: ticketId, event_id: event.id, customer, amount: 500 } },
    ]);
  });

  test('ticket.refunded for each ticket of an order that is refunded', async () => {
    const { orderId } = await office().buy(await office().event(), { quantity: 2 });
    const received = await notificationsOf(() => office().call('POST', `/orders/${orderId}/refund`));
    expect(received.map(({ type }) => type)).toEqual(['ticket.refunded', 'ticket.refunded']);
  });

  test('ticket.checked_in by id and by code, but not when it is undone or refused', async () => {
    const event = await office().event();
    const { ticketId } = await office().buy(event);
    const received = await notificationsOf(() => office().call('POST', `/tickets/${ticketId}/check-in`));
    const checkedIn = () => ({
      type: 'ticket.checked_in',
      data: { ticket_id: ticketId, event_id: event.id, customer, checked_in_at: office().now().toISOString() },
    });
    expect(received.map(({ type, data }) => ({ type, data }))).toEqual([checkedIn()]);
    expect(await notificationsOf(() => office().call('POST', `/tickets/${ticketId}/check-in`))).toEqual([]);
    expect(await notificationsOf(() => office().call('POST', `/tickets/${ticketId}/undo-check-in`))).toEqual([]);
    const { ticket_number: code } = (await office().call('GET', `/tickets/${ticketId}`)).data;
    office().wait(1);
    const again = await notificationsOf(() => office().call('POST', '/tickets/check-in', { code }));
    expect(again.map(({ type, data }) => ({ type, data }))).toEqual([checkedIn()]);
  });

  test('event.updated on a PUT that changes something, and not on one that does not', async () => {
    const { id } = await office().event();
    const put = (fields: object) => notificationsOf(() => office().call('PUT', `/events/${id}`, fields));
    expect(await put({ title: 'Day Market', city: 'Cebu' })).toMatchObject([
      {
        type: 'event.updated',
        data: { event_id: id, status: 'active', changed: ['title', 'city', 'latitude', 'longitude'] },
      },
    ]);
    expect(await put({ title: 'Day Market', status: 'active' })).toEqual([]);
    expect(await put({ status: 'paused' })).toMatchObject([{ data: { status: 'paused', changed: ['status'] } }]);
    expect(await put({ status: 'draft' })).toEqual([]);
  });

  test('event.updated when a tier is added, changed and deleted', async () => {
    const { id } = await office().event();
    const tier = { name: 'VIP', price: 100, quantity_total: 5 };
    const changed = [{ type: 'event.updated', data: { event_id: id, status: 'active', changed: ['ticket_tiers'] } }];
    let tierId = '';
    const added = await notificationsOf(async () => {
      tierId = (await office().call<{ id: string }>('POST', `/events/${id}/tiers`, tier)).data.id;
    });
    expect(added).toMatchObject(changed);
    expect(await notificationsOf(() => office().call('PUT', `/tiers/${tierId}`, { price: 200 }))).toMatchObject(
      changed,
    );
    expect(await notificationsOf(() => office().call('PUT', `/tiers/${tierId}`, { price: 200 }))).toEqual([]);
    expect(await notificationsOf(() => office().call('DELETE', `/tiers/${tierId}`))).toMatchObject(changed);
  });

  test('event.updated when the service sets sold_out, and when it sets active again', async () => {
    const event = await office().event({ capacity: 1 });
    let ticketId = '';
    const sold = await notificationsOf(async () => {
      ticketId = (await office().buy(event)).ticketId;
    });
    expect(sold.filter(({ type }) => type === 'event.updated')).toMatchObject([
      { data: { event_id: event.id, status: 'sold_out', changed: ['status'] } },
    ]);
    const back = await notificationsOf(() => office().call('POST', `/tickets/${ticketId}/refund`));
    expect(back.filter(({ type }) => type === 'event.updated')).toMatchObject([
      { data: { event_id: event.id, status: 'active', changed: ['status'] } },
    ]);
  });

  test('event.updated when the service completes an event', async () => {
    const start = new Date(office().now().getTime() + 3_600_000).toISOString();
    const event = await office().event({ start_datetime: start });
    await office().event();
    office().wait(25 * 3_600);
    const received = await notificationsOf(() => completePastEvents(office().db, sales, office().now()));
    expect(received.filter(({ data }) => data.event_id === event.id)).toMatchObject([
      { type: 'event.updated', data: { status: 'completed', changed: ['status'] } },
    ]);
  });

  test('only event.updated when an event with tickets is cancelled', async () => {
    const event = await office().event({ capacity: 2 });
    await office().buy(event, { quantity: 2 });
    const received = await notificationsOf(() => office().cancelEvent(event));
    expect(received.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'event.updated', data: { event_id: event.id, status: 'cancelled', changed: ['status'] } },
    ]);
  });

  test('none for a new event, and none for an unpaid checkout', async () => {
    const body = { title: 'New', start_datetime: '2027-06-01T10:00:00Z', capacity: 1 };
    expect(await notificationsOf(() => office().call('POST', '/events', body))).toEqual([]);
    const event = await office().event();
    expect(await notificationsOf(() => office().checkout(event))).toEqual([]);
  });

  test('to every endpoint with the types it subscribed to, under one id', async () => {
    const refunds = await hooks.endpoint({ events: ['ticket.refunded'] });
    const all = await hooks.endpoint();
    const { ticketId } = await office().buy(await office().event());
    await office().call('POST', `/tickets/${ticketId}/refund`);
    await hooks.deliver();
    const [refund] = hooks.receiver.at(refunds.path);
    expect(hooks.receiver.at(refunds.path)).toHaveLength(1);
    expect(refund?.json.type).toBe('ticket.refunded');
    const same = hooks.receiver.at(all.path).find(({ json }) => json.id === refund?.json.id);
    expect(same?.body).toEqual(refund?.body);
    expect(hooks.receiver.at(all.path).map(({ json }) => json.type)).toContain('ticket.purchased');
  });
});
