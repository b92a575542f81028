import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EventOnSale, useBoxOffice } from '../fixtures/box-office.ts';
import { rows, seat } from '../fixtures/hall.ts';

/**
 * Number of walks with seats and without, on each database. For more:
 * `GENERATED_CHANGES=200 npx vitest run generated-changes`.
 */
const WALKS = Number(process.env.GENERATED_CHANGES ?? 4);
/** With it the first walk finds that a change of a checkout forgets to free seats. */
const SEED = 2;
const STEPS = 60;

const office = await useBoxOffice();

/** Numbers from which a step takes its choices: each is the remainder by what there is to choose from. */
type Dice = number[];
interface Walk {
  event: EventOnSale;
  tiers: string[];
  items: (dice: Dice) => object[];
  orders: string[];
  checkouts: string[];
  reservations: string[];
}

const kinds = {
  async sell({ event, items, orders }, dice) {
    const sale = { event_id: event.id, items: items(dice), payment_method: 'CASH', customer: customerOf(dice) };
    const order = await ask<{ id: string }>('POST', '/orders', sale);
    if (order) orders.push(order.id);
  },
  async hold({ event, items, checkouts }, dice) {
    const wanted = { event_id: event.id, items: items(dice), customer: customerOf(dice), success_url: SUCCESS_URL };
    const checkout = await ask<{ checkout_id: string }>('POST', '/checkouts', wanted);
    if (checkout) checkouts.push(checkout.checkout_id);
  },
  async changeCheckout({ items, checkouts }, dice) {
    const id = oneOf(checkouts, dice[5]);
    if (id) await ask('PUT', `/checkouts/${id}`, { items: items(dice) });
  },
  async endCheckout({ checkouts }, dice) {
    const id = oneOf(checkouts, dice[5]);
    if (id) await ask('POST', `/checkouts/${id}/expire`);
  },
  async keep({ event, items, reservations }, dice) {
    const kept = { event_id: event.id, items: items(dice), name: 'Mrs. Santos', email: customerOf(dice).email };
    const reservation = await ask<{ id: string }>('POST', '/reservations', kept);
    if (reservation) reservations.push(reservation.id);
  },
  async pickUp({ items, orders, reservations }, dice) {
    const id = oneOf(reservations, dice[5]);
    const part = (dice[4] ?? 0) % 2 ? { items: items(dice).slice(0, 1) } : {};
    const order =
      id && (await ask<{ id: string }>('POST', `/reservations/${id}/pick-up`, { ...part, payment_method: 'CASH' }));
    if (order) orders.push(order.id);
  },
  async letGo({ reservations }, dice) {
    const id = oneOf(reservations, dice[5]);
    if (id) await ask('POST', `/reservations/${id}/let-go`);
  },
  async moveTickets({ tiers: [regular, vip], orders }, dice) {
    const seats = (await ticketsOf(orders, dice)).filter(({ tier_id: id }) => id === regular || id === vip);
    const tickets = seats
      .slice(0, 1 + ((dice[0] ?? 0) % 3))
      .map(({ id, tier_id: tier }) => ({ ticket_id: id, tier_id: tier === regular ? vip : regular }));
    const path = `/orders/${oneOf(orders, dice[5])}/changes`;
    if (tickets.length > 0) await ask('POST', path, { tickets, payment_method: 'CASH' });
  },
  async refund({ orders }, dice) {
    const [ticket] = await ticketsOf(orders, dice);
    if (ticket) await ask('POST', `/tickets/${ticket.id}/refund`);
  },
  async waitInLine({ event, tiers }, dice) {
    const entry = { tier_id: oneOf(tiers, dice[1]), quantity: 1 + ((dice[2] ?? 0) % 3), success_url: SUCCESS_URL };
    await ask('POST', `/events/${event.id}/waiting-list`, { ...entry, customer: customerOf(dice) });
  },
  async offer() {
    await office.offerPlaces();
    await office.sweep();
  },
  async changeTier({ tiers }, dice) {
    const change = (dice[2] ?? 0) % 2 ? { is_active: (dice[3] ?? 0) % 3 > 0 } : { price: 50 * ((dice[3] ?? 0) % 8) };
    await ask('PUT', `/tiers/${oneOf(tiers, dice[1])}`, change);
  },
  async pass(_, dice) {
    office.wait((dice[0] ?? 0) % 5 === 0 ? 600 : 1);
  },
} satisfies Record<string, (walk: Walk, dice: Dice) => Promise<void>>;

const SUCCESS_URL = 'https://shop.example/done';
const oneOf = <Of>(list: Of[], roll = 0): Of | undefined => list[roll % Math.max(1, list.length)];
const customerOf = (dice: Dice) => ({ name: 'Ana Reyes', email: `ana${(dice[4] ?? 0) % 6}@example.com` });

/** @returns undefined when it is refused, which is as good as a success; never a 5xx */
async function ask<Data>(method: 'POST' | 'PUT', path: string, body?: object): Promise<Data | undefined> {
  const { status, data, body: text } = await office.call<Data>(method, path, body);
  expect(status, `${method} ${path} ${JSON.stringify(body)}: ${text}`).toBeLessThan(500);
  return status < 300 ? data : undefined;
}

async function ticketsOf(orders: string[], dice: Dice) {
  const id = oneOf(orders, dice[5]);
  if (!id) return [];
  const { data } = await office.call<{ tickets: { id: string; tier_id: string; status: string }[] }>(
    'GET',
    `/orders/${id}`,
  );
  return data.tickets.filter(({ status }) => status === 'valid');
}

/** An event of 14 places, two tiers and parking, which has no place. */
async function begin(isSeated: boolean): Promise<Walk> {
  const event = await office.event({ price: 100, capacity: 14 });
  const vip = await office.tier(event, { name: 'VIP', price: 250, quantity_total: 8 });
  const parking = await office.tier(event, { name: 'Parking', price: 50, quantity_total: 4, admission: false });
  const plan = [
    { label: 'Lower', tier_ids: [event.tierId, vip], rows: rows(['A', 4], ['B', 4]) },
    { label: 'Upper', tier_ids: [event.tierId], rows: rows(['A', 6]) },
  ];
  const sections = isSeated ? (await seat(office, event, plan)).sections.map(({ id }) => id) : [];
  const tiers = [event.tierId, vip, parking];
  const item = (tier = 0, section = 0, quantity = 0) => {
    if (tier % 4 === 3) return { tier_id: parking, quantity: 1 + (quantity % 2) };
    const tierId = oneOf(section % 3 === 2 && isSeated ? [event.tierId] : [event.tierId, vip], tier);
    const of = isSeated ? { section_id: sections[section % 3 === 2 ? 1 : 0] } : {};
    return { tier_id: tierId, ...of, quantity: 1 + (quantity % 3) };
  };
  const items = ([a, b, c, d]: Dice) => (d && d % 3 === 0 ? [item(a, b, c), item(b, c, a)] : [item(a, b, c)]);
  return { event, tiers, items, orders: [], checkouts: [], reservations: [] };
}

const step = fc.tuple(
  fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
  fc.array(fc.nat(1_000), { minLength: 6, maxLength: 6 }),
);
const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' });

test.each(['with seats', 'without seats'])(
  `whatever is sold, kept, moved and given back %s: no invariant breaks`,
  async (how) => {
    const walks = fc.asyncProperty(steps, async (taken) => {
      const walk = await begin(how === 'with seats');
      for (const [kind, dice] of taken) await kinds[kind](walk, dice);
      await office.expectConsistency();
    });
    await fc.assert(walks, { seed: SEED, numRuns: WALKS, endOnFailure: true });
  },
);
