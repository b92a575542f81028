import { call, requestUntilAnswered } from './client.ts';
import type { EventOnSale } from './program.ts';
import type { World } from './world.ts';

const LONGEST_STAY_MS = 7_200_000;

/** Lets a ticket in and out at a check-in list, a few times. A scanner repeats a scan until it gets an answer. */
export async function scanAtList(world: World, event: EventOnSale, ticketId: string): Promise<void> {
  const { dice, timeline, history, confirmed } = world;
  const ticket = await requestUntilAnswered(world, () => call(world, 'GET', `/tickets/${ticketId}`));
  if (ticket?.status !== 200) return;
  for (let left = dice.between(1, 4); left > 0; left--) {
    const scan = {
      code: ticket.data.ticket_number,
      list_id: event.listId,
      // Some forget to scan an exit.
      direction: dice.chance(0.5) ? 'in' : 'out',
      device_nonce: `scan ${dice.between(1, 1_000_000_000)}`,
    };
    const answer = await requestUntilAnswered(world, () => call(world, 'POST', '/tickets/check-in', scan));
    history.note(`ticket ${ticketId}: ${scan.direction} at a list → ${answer?.status} ${answer?.code}`);
    if (answer?.status === 200) confirmed.passages.add(answer.data.passage_id);
    await timeline.pause(dice.between(1, LONGEST_STAY_MS));
  }
}
