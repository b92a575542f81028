import { holdRefusals } from '../server/src/checkouts/refusals.ts';
import { type Answer, call, type NO_ANSWER, requestUntilAnswered } from './client.ts';
import { countFree } from './count-free.ts';
import { type EventOnSale, LARGEST_PARTY, type Offer } from './program.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

export const SUCCESS_URL = 'https://shop.example/thanks';

export interface Hold {
  /** The buyer's name in the history. */
  name: string;
  checkoutId: string;
  /** Address of the hosted page. */
  path: string;
}

/** Mostly couples. */
const PARTIES = [1, 1, 2, 2, 2, 2, 3, 4, 4, LARGEST_PARTY];

/**
 * Creates a checkout with an Idempotency-Key, with impatient repeats. @returns the hold, if the buyer got an answer
 * with one
 */
export async function askForPlaces(world: World, name: string, event: EventOnSale): Promise<Hold | undefined> {
  const { dice, history, confirmed } = world;
  const offer = dice.pick(event.offers);
  const quantity = dice.pick(PARTIES);
  const body = {
    event_id: event.id,
    ...(offer.sectionId || dice.chance(0.8) ? { tier_id: offer.tierId } : {}),
    ...(offer.sectionId ? { section_id: offer.sectionId } : {}),
    ...(event.codes.length > 0 && dice.chance(0.3) ? { promo_code: dice.pick(event.codes) } : {}),
    quantity,
    customer: { name, email: 'buyer@example.com' },
    success_url: SUCCESS_URL,
  };
  const key = name;
  const ask = () => requestUntilAnswered(world, () => askOnce(world, event, { ...offer, quantity }, { body, key }));
  // A double click: two requests with one key at once.
  const answers = await Promise.all(dice.chance(0.06) ? [ask(), ask()] : [ask()]);
  let hold: Hold | undefined;
  for (const answer of answers) {
    history.note(`${name}: ${quantity} of event ${event.number} → ${answer?.status} ${answer?.code ?? 'unheard'}`);
    if (answer?.status !== 201) continue;
    const { checkout_id: checkoutId, checkout_url, expires_at, assigned_seats = [] } = answer.data;
    hold = { name, checkoutId, path: new URL(checkout_url).pathname };
    if (offer.sectionId && assigned_seats.length !== quantity)
      throw new Violation('a party did not get one seat per person', { quantity, assigned_seats });
    confirmed.hold(key, {
      checkoutId,
      eventNumber: event.number,
      quantity,
      expiresAtMs: Date.parse(expires_at),
      expiryAsked: false,
    });
  }
  return hold;
}

const NOTHING_LEFT = [holdRefusals.sold_out.code, holdRefusals.not_enough_left.code];

/** @throws Violation when a request without concurrent ones was refused although enough places were free */
async function askOnce(
  world: World,
  event: EventOnSale,
  wish: Offer & { quantity: number },
  { body, key }: { body: object & { tier_id?: string }; key: string },
): Promise<Answer | typeof NO_ANSWER> {
  const { requests, timeline } = world;
  const startedBefore = requests.started;
  const isAlone = requests.underWay === 0 && body.tier_id !== undefined;
  const free = isAlone ? await countFree(world.db, event.id, wish, timeline.clock.now()) : 0;
  const answer = await call(world, 'POST', '/checkouts', body, key);
  const stayedAlone = isAlone && requests.started <= startedBefore + 1;
  if (stayedAlone && answer && NOTHING_LEFT.includes(answer.code)) {
    world.confirmed.soldOutAlone++;
    if (free >= wish.quantity)
      throw new Violation('a buyer was told that nothing is left although enough was free', {
        event: event.number,
        wish,
        free,
        code: answer.code,
      });
  }
  return answer;
}

/** Reads a checkout. @throws Violation when its hold ended before its time without a request */
export async function readCheckout(world: World, { checkoutId }: Hold): Promise<Answer | typeof NO_ANSWER> {
  const { timeline, confirmed } = world;
  const answer = await requestUntilAnswered(world, () => call(world, 'GET', `/checkouts/${checkoutId}`));
  const hold = confirmed.holds.get(checkoutId);
  const isEarly = hold && timeline.clock.now().getTime() < hold.expiresAtMs;
  if (answer?.data?.status === 'expired' && isEarly && !hold.expiryAsked)
    throw new Violation('a hold ended before its time', hold);
  return answer;
}
