import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { completePastEvents } from '../../src/events/complete-past-events.ts';
import { sales } from '../../src/sales/sales-for-events.ts';
import { cancelSubscription } from '../../src/subscriptions/cancel-subscription.ts';
import { expireLapsedSubscriptions } from '../../src/subscriptions/expire-lapsed-subscriptions.ts';
import { offerPlaces } from '../../src/waiting-list/offer-places.ts';
import { HOLD_SECONDS } from '../fixtures/box-office.ts';
import { addFan, addPlan } from '../fixtures/fans.ts';
import type { ReceivedRequest } from '../fixtures/receiver.ts';
import { openLine } from '../fixtures/waiting-line.ts';
import {
  ALL_TYPES,
  type Endpoint,
  isSignedWith,
  openWebhookOffice,
  type WebhookOffice,
  WIDER_TYPES,
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

describe('notifications of the whole are sent', () => {
  let thin: Endpoint;
  let line: ReturnType<typeof openLine>;
  beforeAll(async () => {
    line = openLine(office());
    await hooks.change(endpoint, { events: WIDER_TYPES });
    thin = await hooks.endpoint({ events: WIDER_TYPES, payload: 'thin' });
  });

  /** The data that both endpoints get, by type. */
  async function told(happening: () => Promise<unknown>) {
    await hooks.deliver();
    const before = hooks.receiver.received.length;
    await happening();
    await hooks.deliver();
    const received = hooks.receiver.received.slice(before);
    const dataAt = ({ path, secret }: Endpoint) => {
      const here = received.filter((one) => one.path === path);
      expect(here.every((one) => isSignedWith(secret, one))).toBe(true);
      expect(new Set(here.map(({ json }) => json.type)).size).toBe(here.length);
      return Object.fromEntries(here.map(({ json }) => [json.type, json.data]));
    };
    return { full: dataAt(endpoint), thin: dataAt(thin) };
  }

  test('order.refunded with the tickets, what is given back and the status', async () => {
    const event = await office().event({ price: 500 });
    const { orderId, ticketIds } = await office().buy(event, { quantity: 2 });
    const [first, second] = ticketIds;
    const some = await told(() => office().call('POST', `/orders/${orderId}/refund`, { ticket_ids: [first] }));
    const ids = { order_id: orderId, event_id: event.id };
    expect(some.full).toEqual({
      'order.refunded': { ...ids, ticket_ids: [first], amount: 500, status: 'partially_refunded' },
    });
    expect(some.thin).toEqual({ 'order.refunded': { ...ids, ticket_ids: [first] } });
    const rest = await told(() => office().call('POST', `/tickets/${second}/refund`));
    expect(rest.full).toMatchObject({ 'order.refunded': { ticket_ids: [second], status: 'refunded' } });
  });

  test('order.changed with the tickets and the difference', async () => {
    const event = await office().event({ price: 500 });
    const tier = { name: 'VIP', price: 800, quantity_total: 5 };
    const { data: vip } = await office().call<{ id: string }>('POST', `/events/${event.id}/tiers`, tier);
    const { orderId, ticketId } = await office().buy(event);
    const move = { tickets: [{ ticket_id: ticketId, tier_id: vip.id }], payment_method: 'CASH' };
    const { full } = await told(() => office().call('POST', `/orders/${orderId}/changes`, move));
    expect(full).toEqual({
      'order.changed': { order_id: orderId, event_id: event.id, ticket_ids: [ticketId], difference: 300 },
    });
  });

  test('checkout.expired when its time is over, and when it is ended; not when it is released or paid', async () => {
    // The holds of other tests end before.
    office().wait(HOLD_SECONDS);
    await office().sweep();
    const event = await office().event();
    const first = await office().checkout(event, { quantity: 2 });
    const ended = await told(() => office().call('POST', `/checkouts/${first.checkout_id}/expire`));
    const expired = { checkout_id: first.checkout_id, event_id: event.id, quantity: 2 };
    expect(ended).toEqual({
      full: { 'checkout.expired': expired },
      thin: { 'checkout.expired': { checkout_id: first.checkout_id, event_id: event.id } },
    });
    expect((await told(() => office().call('POST', `/checkouts/${first.checkout_id}/expire`))).full).toEqual({});
    const second = await office().checkout(event);
    const third = await office().checkout(event);
    const released = await told(() => office().call('POST', `/checkouts/${third.checkout_id}/release`));
    expect(released.full).toEqual({});
    office().wait(HOLD_SECONDS);
    const over = await told(() => office().sweep());
    expect(over.full).toEqual({ 'checkout.expired': { ...expired, checkout_id: second.checkout_id, quantity: 1 } });
  });

  test('waiting_list.joined, offered and left', async () => {
    const event = await line.soldOut();
    let entry = { id: '', tier_id: '' };
    const joined = await told(async () => {
      entry = await line.join(event);
    });
    const data = { entry_id: entry.id, event_id: event.id, tier_id: entry.tier_id, quantity: 1 };
    expect(joined.full).toEqual({ 'waiting_list.joined': data });
    await office().call('POST', `/tickets/${event.ticketId}/refund`);
    const offered = await told(() => offerPlaces(office().db, office().now()));
    expect(offered.full).toEqual({
      'waiting_list.offered': { ...data, checkout_id: expect.stringMatching(/^cs_/), expires_at: expect.any(String) },
    });
    const left = await told(() => office().call('DELETE', `/waiting-list-entries/${entry.id}`));
    expect(left.full).toEqual({
      'checkout.expired': expect.objectContaining({ event_id: event.id }),
      'waiting_list.left': data,
    });
  });

  test('waiting_list.left, without the person, when they are erased', async () => {
    const event = await line.soldOut();
    const email = 'forget.me@example.com';
    const entry = await line.join(event, { email });
    const erased = await told(() => office().callAsOwner('POST', '/buyers/erase', { email }));
    expect(await line.statuses(event)).toEqual(['left']);
    expect(erased.full).toEqual({
      'waiting_list.left': { entry_id: entry.id, event_id: event.id, tier_id: entry.tier_id, quantity: 1 },
    });
  });

  test('waiting_list.left when the tier became too small for a party', async () => {
    const event = await line.soldOut(3);
    const entry = await line.join(event, { quantity: 3 });
    await line.refund(event.ticketIds.slice(0, 2));
    await office().call('PUT', `/tiers/${event.tierId}`, { quantity_total: 2 });
    const ended = await told(() => offerPlaces(office().db, office().now()));
    expect(await line.statuses(event)).toEqual(['ended']);
    expect(ended.full).toEqual({
      'waiting_list.left': { entry_id: entry.id, event_id: event.id, tier_id: entry.tier_id, quantity: 3 },
    });
  });

  test('waiting_list.left when a person has as many tickets as the event allows meanwhile', async () => {
    const event = await line.soldOut(2, { max_per_buyer: 1 });
    const { data } = await office().call<{ customer: { email: string } }>('GET', `/orders/${event.orderId}`);
    const entry = await line.join(event, { email: data.customer.email });
    await line.refund(event.ticketIds.slice(1));
    const ended = await told(() => offerPlaces(office().db, office().now()));
    expect(await line.statuses(event)).toEqual(['ended']);
    expect(ended.full).toEqual({
      'waiting_list.left': { entry_id: entry.id, event_id: event.id, tier_id: entry.tier_id, quantity: 1 },
    });
  });

  test('subscription.expired, and subscription.cancelled', async () => {
    const plan = await addPlan(office().service.ours);
    const [lapsing, kept] = [
      await addFan(office().service, plan, { endsInSeconds: 60 }),
      await addFan(office().service, plan),
    ];
    office().wait(60);
    const expired = await told(() => expireLapsedSubscriptions(office().db, office().now()));
    const now = office().now();
    expect(expired).toEqual({
      full: {
        'subscription.expired': { subscription_id: lapsing, tier_id: plan.id, current_period_end: now.toISOString() },
      },
      thin: { 'subscription.expired': { subscription_id: lapsing, tier_id: plan.id } },
    });
    const actor = OPERATOR;
    const { organizationId, db } = office();
    const cancelled = await told(() => cancelSubscription(db, { organizationId, actor, subscriptionId: kept, now }));
    expect(cancelled.full).toMatchObject({ 'subscription.cancelled': { subscription_id: kept } });
  });

  test('a thin one has the ids alone, under the same id, and its delivery shows what was sent', async () => {
    await hooks.change(thin, { events: ALL_TYPES });
    const event = await office().event();
    await hooks.deliver();
    office().wait(1);
    const { ticketId } = await office().buy(event);
    await hooks.deliver();
    const sent = hooks.receiver.at(thin.path).at(-1);
    expect(sent?.json).toEqual({
      ...{ id: expect.any(String), type: 'ticket.purchased', created_at: office().now().toISOString() },
      data: { ticket_id: ticketId, event_id: expect.any(String) },
    });
    const { id } = await hooks.delivery(thin);
    const { data } = await office().call<{ body: string }>('GET', `/webhook-deliveries/${id}`);
    expect(data.body).toBe(sent?.body.toString());
  });
});
