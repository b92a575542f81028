import { get, post, request } from './api.mjs';
import { Failure, print, printJson } from './command-line.mjs';
import { accessOf } from './profiles.mjs';

const DAY_MS = 86_400_000;
const CUSTOMER = { name: 'Test Buyer', email: 'buyer@example.com' };
const SUCCESS_URL = 'https://example.com/';

export async function trigger({ argument: type, json, ...values }) {
  const access = accessOf(values);
  const steps = STEPS[type];
  if (!steps) throw new Failure(`${type} cannot be triggered: the API creates no subscriptions`);
  const { name, mode } = await get(access, '/organization');
  if (mode !== 'test') throw new Failure(`${name} is live: use a key of its test organization`);
  const made = {};
  for (const step of steps) await step(access, made);
  if (json) printJson({ type, ...made });
  else
    print(
      `${type}: ${Object.entries(made)
        .map(([what, id]) => `${what} ${id}`)
        .join('  ')}`,
    );
}

/** One place, so that it is sold out at once; not in the list of the shop. */
async function event(access, made) {
  const start_datetime = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const fields = { title: 'takilya trigger', start_datetime, capacity: 1, ticket_price: 0 };
  made.event_id = (await post(access, '/events', fields)).id;
  await request(access, 'PUT', `/events/${made.event_id}`, { body: { status: 'active', listed: false } });
}

async function otherTier(access, made) {
  await request(access, 'PUT', `/events/${made.event_id}`, { body: { capacity: 2 } });
  const tier = { name: 'Front row', price: 0, quantity_total: 1 };
  made.tier_id = (await post(access, `/events/${made.event_id}/tiers`, tier)).id;
}

async function order(access, made) {
  const sale = { event_id: made.event_id, items: [{ quantity: 1 }], customer: CUSTOMER, payment_method: 'COMP' };
  made.order_id = (await post(access, '/orders', sale)).id;
  made.ticket_id = (await get(access, `/orders/${made.order_id}`)).tickets[0].id;
}

const checkIn = (access, { ticket_id }) => post(access, `/tickets/${ticket_id}/check-in`);
const refund = (access, { order_id }) => post(access, `/orders/${order_id}/refund`);
const move = (access, { order_id, ticket_id, tier_id }) =>
  post(access, `/orders/${order_id}/changes`, { tickets: [{ ticket_id, tier_id }] });

async function expiredCheckout(access, made) {
  const hold = { event_id: made.event_id, quantity: 1, customer: CUSTOMER, success_url: SUCCESS_URL };
  made.checkout_id = (await post(access, '/checkouts', hold)).checkout_id;
  await post(access, `/checkouts/${made.checkout_id}/expire`);
}

async function join(access, made) {
  const wanted = { quantity: 1, customer: { ...CUSTOMER, email: 'next@example.com' }, success_url: SUCCESS_URL };
  made.entry_id = (await post(access, `/events/${made.event_id}/waiting-list`, wanted)).id;
}

const leave = (access, { entry_id }) => request(access, 'DELETE', `/waiting-list-entries/${entry_id}`);

/**
 * What has to happen for a notification, in order: all of it really happens, with the API, so that your program can
 * read what the notification is about. `made` collects the ids.
 */
const STEPS = {
  'event.updated': [event],
  'ticket.purchased': [event, order],
  'ticket.checked_in': [event, order, checkIn],
  'ticket.refunded': [event, order, refund],
  'order.refunded': [event, order, refund],
  'ticket.changed': [event, otherTier, order, move],
  'order.changed': [event, otherTier, order, move],
  'checkout.expired': [event, expiredCheckout],
  'waiting_list.joined': [event, order, join],
  'waiting_list.offered': [event, order, join, refund],
  'waiting_list.left': [event, order, join, leave],
};
