import { wish } from './ask-for-places.ts';
import { changePaidOrder } from './change-paid-order.ts';
import { call, requestUntilAnswered } from './client.ts';
import type { EventOnSale } from './program.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

const METHODS = { CASH: 60, COMP: 25, EXTERNAL: 15 };
/** Sales of one event: mostly few. */
const SALES = [0, 0, 1, 2, 4];

/** Sells at the door of an event while others buy online, and refunds some of it. */
export async function sellAtBoxOffice(world: World, event: EventOnSale): Promise<void> {
  const { dice, timeline } = world;
  for (let left = dice.pick(SALES); left > 0; left--) {
    const atMs = event.opensAtMs + dice.next() * (event.startsAtMs - event.opensAtMs);
    await timeline.pause(Math.max(1, atMs - timeline.clock.now().getTime()));
    await sellOnce(world, event, left);
  }
}

async function sellOnce(world: World, event: EventOnSale, left: number) {
  const { dice, history, confirmed } = world;
  const method = dice.weighted(METHODS);
  const wishes = wish(dice, event);
  const items = wishes.map(({ tierId, sectionId, quantity, chosen }) => ({
    tier_id: tierId,
    ...(sectionId ? { section_id: sectionId } : {}),
    ...(chosen ? { seat_ids: chosen } : { quantity }),
  }));
  const body = { event_id: event.id, items, customer: { email: 'window@example.com' }, payment_method: method };
  const key = `box office of event ${event.number}, ${left}`;
  const sell = () => requestUntilAnswered(world, () => call(world, 'POST', '/orders', body, key));
  // The window presses twice.
  const answers = await Promise.all(dice.chance(0.2) ? [sell(), sell()] : [sell()]);
  for (const answer of answers) {
    history.note(`${key}: ${method} → ${answer?.status} ${answer?.code ?? 'unheard'}`);
    if (answer?.status !== 201) continue;
    const { id, quantity, total_amount: total, tickets } = answer.data;
    if (method === 'COMP' && total !== 0) throw new Violation('tickets that are given away cost something', { total });
    if (tickets.length !== quantity) throw new Violation('an order of the box office lacks tickets', answer.data);
    const ticketIds = tickets.map((ticket: { id: string }) => ticket.id);
    confirmed.sale(key, id, ticketIds);
    if (world.afterSales && dice.chance(0.4)) await changePaidOrder(world, event, { orderId: id, ticketIds });
    if (dice.chance(0.15)) await giveBack(world, id);
  }
}

async function giveBack(world: World, orderId: string) {
  const { sold, refunded } = world.confirmed;
  const answer = await call(world, 'POST', `/orders/${orderId}/refund`);
  if (answer?.status === 200) for (const id of sold.get(orderId) ?? []) refunded.add(id);
}
