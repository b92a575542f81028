import { call, requestUntilAnswered } from './client.ts';
import type { EventOnSale } from './program.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

interface PaidOrder {
  orderId: string;
  ticketIds: string[];
}

/**
 * Moves some tickets of a paid order to another tier at the window: reads the difference, and changes the order if it
 * is still that. @throws Violation when the difference is another one than the agreed one
 */
export async function changePaidOrder(world: World, event: EventOnSale, { orderId, ticketIds }: PaidOrder) {
  const { dice, history, confirmed } = world;
  const { tierId } = dice.pick(event.offers);
  const moved = ticketIds.slice(0, dice.between(1, ticketIds.length));
  const wanted = {
    tickets: moved.map((id) => ({ ticket_id: id, tier_id: tierId })),
    payment_method: dice.pick(['CASH', 'EXTERNAL']),
    give_back: dice.pick(['as_paid', 'by_hand']),
  };
  const path = `/orders/${orderId}/changes`;
  const shown = await requestUntilAnswered(world, () => call(world, 'POST', path, { ...wanted, preview: true }));
  if (shown?.status !== 200) return;
  const { difference } = shown.data;
  const key = `change ${dice.between(1, 1_000_000_000)}`;
  const change = () => requestUntilAnswered(world, () => call(world, 'POST', path, { ...wanted, difference }, key));
  for (const answer of await Promise.all(dice.chance(0.2) ? [change(), change()] : [change()])) {
    history.note(`order ${orderId}: ${moved.length} tickets for ${difference} → ${answer?.status} ${answer?.code}`);
    if (answer?.status !== 201) continue;
    if (answer.data.difference !== difference)
      throw new Violation('a buyer paid another difference than was shown', { difference, answer: answer.data });
    confirmed.paidChange(key, answer.data.id);
  }
}
