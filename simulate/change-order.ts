import { type Hold, NOTHING_LEFT, placesOf, readLines, wish } from './ask-for-places.ts';
import { changeOnPage } from './change-on-page.ts';
import { call, NO_ANSWER } from './client.ts';
import { type ConfirmedLine, sameLines } from './confirmed.ts';
import { type EventOnSale, LARGEST_PARTY } from './program.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** What part of the buyers from the shop change on the page; for the others a program does. */
const ON_PAGE = 0.8;

const KINDS = { fewer: 20, more: 20, others: 30, seats: 15, buyer: 15 };

/**
 * Changes an order before it is paid, as the page does. One at a time for each order, so that what was confirmed is
 * known. @throws Violation when the answer has other lines, or places that are given back are refused
 */
export async function changeOrder(world: World, hold: Hold, event: EventOnSale): Promise<void> {
  const { confirmed, dice, history } = world;
  const held = confirmed.holds.get(hold.checkoutId);
  if (!held) return;
  const { shopper } = hold;
  if (shopper && dice.chance(ON_PAGE)) return changeOnPage(world, { ...hold, shopper }, event, held);
  const [kind, lines] = wanted(world, event, held.lines);
  const items = lines.map(({ tierId, sectionId, quantity }) => ({ tier_id: tierId, section_id: sectionId, quantity }));
  const body = { items, ...(kind === 'seats' ? { other_seats: true } : {}), ...(kind === 'buyer' ? BUYER : {}) };
  held.perhaps.push(lines);
  const answer = await call(world, 'PUT', `/checkouts/${hold.checkoutId}`, body);
  history.note(`${hold.name}: ${kind} (${placesOf(lines)}) → ${answer?.status} ${answer?.code ?? 'unheard'}`);
  if (answer === NO_ANSWER || answer.status >= 500) return;
  held.perhaps.pop();
  if (answer.status === 200) {
    const after = readLines(answer.data.items);
    if (!sameLines(after, lines))
      throw new Violation('a changed order has other lines than were requested', { after, lines });
    held.lines = lines;
    held.perhaps = [];
    held.seats = JSON.stringify(answer.data.assigned_seats ?? []);
    confirmed.changes++;
  }
  if (kind === 'fewer' && NOTHING_LEFT.includes(answer.code) && held.perhaps.length === 0)
    throw new Violation('a buyer could not give places back', { held, lines, code: answer.code });
}

const BUYER = { customer: { name: 'Another buyer', email: 'another@example.com' } };

function wanted({ dice }: World, event: EventOnSale, held: ConfirmedLine[]): [keyof typeof KINDS, ConfirmedLine[]] {
  const kind = dice.weighted<keyof typeof KINDS>(KINDS);
  switch (kind) {
    case 'fewer':
      return [
        kind,
        held.slice(dice.below(held.length)).map((line) => ({ ...line, quantity: dice.between(1, line.quantity) })),
      ];
    case 'more':
      return [kind, held.map((line) => ({ ...line, quantity: dice.between(line.quantity, LARGEST_PARTY + 1) }))];
    case 'others':
      return [kind, wish(dice, event)];
    case 'seats':
      return [held.every(({ sectionId }) => sectionId !== null) ? kind : 'buyer', held];
    case 'buyer':
      return [kind, held];
  }
}
