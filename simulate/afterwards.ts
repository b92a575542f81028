import { type Hold, readCheckout } from './ask-for-places.ts';
import { changePaidOrder } from './change-paid-order.ts';
import { type Answer, call, type NO_ANSWER, requestUntilAnswered } from './client.ts';
import type { EventOnSale } from './program.ts';
import { scanAtList } from './scan-at-list.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = { least: 1_000, most: 24 * HOUR_MS };

/**
 * After the sale: reads the checkout; scans tickets, undoes check-ins, requests refunds, or changes the order at the
 * window.
 */
export async function afterwards(world: World, hold: Hold, event: EventOnSale): Promise<void> {
  const { dice, timeline, confirmed, history } = world;
  const { name, checkoutId } = hold;
  const state = await readCheckout(world, hold);
  if (state?.data?.status !== 'completed') return;
  const { order_id: orderId, ticket_ids: ticketIds } = state.data;
  confirmed.order(checkoutId, orderId);
  confirmed.tickets.set(checkoutId, ticketIds);
  const happenings: Promise<unknown>[] = [];
  const soon = () => timeline.pause(dice.spread(SOON_MS.least, SOON_MS.most));
  const later = (what: string, act: () => Promise<Answer | typeof NO_ANSWER>) => {
    happenings.push(
      soon().then(async () => {
        history.note(`${name}: ${what} → ${(await act())?.status}`);
      }),
    );
  };
  for (const ticketId of ticketIds) {
    if (dice.chance(0.3)) later('check-in', () => checkIn(world, ticketId));
    if (dice.chance(0.05)) later('another check-in', () => checkIn(world, ticketId));
    if (dice.chance(0.05)) later('undo', () => undo(world, ticketId));
    if (dice.chance(0.05)) later('refund of a ticket', () => refund(world, `/tickets/${ticketId}/refund`, [ticketId]));
  }
  if (world.afterSales) {
    if (dice.chance(0.4)) happenings.push(soon().then(() => changePaidOrder(world, event, { orderId, ticketIds })));
    if (dice.chance(0.25)) happenings.push(soon().then(() => scanAtList(world, event, dice.pick<string>(ticketIds))));
  }
  const some = ticketIds.slice(0, dice.between(1, ticketIds.length));
  if (dice.chance(0.06)) later('refund of the order', () => refund(world, `/orders/${orderId}/refund`, []));
  if (dice.chance(0.06))
    later('refund of some tickets', () => refund(world, `/orders/${orderId}/refund`, some, { ticket_ids: some }));
  await Promise.all(happenings);
}

/** A scanner repeats a scan until it gets an answer. Every scan has its own nonce. */
async function checkIn(world: World, ticketId: string): Promise<Answer | typeof NO_ANSWER> {
  const { dice, confirmed } = world;
  const ticket = await requestUntilAnswered(world, () => call(world, 'GET', `/tickets/${ticketId}`));
  if (ticket?.status !== 200) return ticket;
  const scan = { code: ticket.data.ticket_number, device_nonce: `scan ${dice.between(1, 1_000_000_000)}` };
  const answer = await requestUntilAnswered(world, () => call(world, 'POST', '/tickets/check-in', scan));
  if (answer?.status === 200) confirmed.admitted(ticketId);
  return answer;
}

function undo(world: World, ticketId: string): Promise<Answer | typeof NO_ANSWER> {
  world.confirmed.undoAsked(ticketId);
  return call(world, 'POST', `/tickets/${ticketId}/undo-check-in`);
}

/**
 * With an Idempotency-Key, and sometimes twice at once. `ticketIds` are the tickets that a success has certainly
 * refunded.
 */
async function refund(
  world: World,
  path: string,
  ticketIds: string[],
  body?: object,
): Promise<Answer | typeof NO_ANSWER> {
  const { dice, confirmed } = world;
  const key = `refund ${dice.between(1, 1_000_000_000)}`;
  const ask = () => requestUntilAnswered(world, () => call(world, 'POST', path, body, key));
  const answers = await Promise.all(dice.chance(0.1) ? [ask(), ask()] : [ask()]);
  for (const answer of answers) if (answer?.status === 200) for (const id of ticketIds) confirmed.refunded.add(id);
  return answers[0] ?? null;
}
