import { holdRefusals } from '../server/src/checkouts/refusals.ts';
import { seatingRefusals } from '../server/src/seating/refusals.ts';
import { rowKey, seatId } from '../server/src/seating/seat-id.ts';
import { expectTurnsKept, findWaitingTiers } from './before-its-turn.ts';
import { type Answer, call, type NO_ANSWER, requestUntilAnswered } from './client.ts';
import { type ConfirmedLine, sameLines } from './confirmed.ts';
import { countFree } from './count-free.ts';
import type { Dice } from './dice.ts';
import { type EventOnSale, LARGEST_PARTY, type Offer } from './program.ts';
import type { Shopper } from './shopper.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

export const SUCCESS_URL = 'https://shop.example/thanks';

export interface Hold {
  /** The buyer's name in the history. */
  name: string;
  checkoutId: string;
  /** Address of the hosted page. */
  path: string;
  /** Set for a buyer who came through the shop, and goes on by its forms. */
  shopper?: Shopper;
}

/** What part of the buyers asks for several tiers or sections at once. */
const SEVERAL = 0.3;

/** A line of a request, perhaps with the seats that the buyer chose. */
type Wish = Pick<Offer, 'tierId' | 'sectionId'> & { quantity: number; chosen?: string[] };

/** What part of the buyers choose their seats where they need not. */
const CHOOSING = 0.5;

/** Mostly couples. */
const PARTIES = [1, 1, 2, 2, 2, 2, 3, 4, 4, LARGEST_PARTY];

/**
 * Creates a checkout with an Idempotency-Key, with impatient repeats. @returns the hold, if the buyer got an answer
 * with one
 */
export async function askForPlaces(world: World, name: string, event: EventOnSale): Promise<Hold | undefined> {
  const { dice, history, confirmed } = world;
  const wishes = wish(dice, event);
  const [first, ...others] = wishes;
  const places = wishes.map(({ tierId, sectionId, quantity, chosen }) => ({
    ...(sectionId || others.length > 0 || dice.chance(0.8) ? { tier_id: tierId } : {}),
    ...(sectionId ? { section_id: sectionId } : {}),
    ...(chosen ? { seat_ids: chosen } : {}),
    ...(chosen && dice.chance(0.5) ? {} : { quantity }),
  }));
  const quantity = placesOf(wishes);
  const body = {
    event_id: event.id,
    ...(others.length > 0 || dice.chance(0.1) ? { items: places } : places[0]),
    ...(event.codes.length > 0 && dice.chance(0.3) ? { promo_code: dice.pick(event.codes) } : {}),
    customer: { name, email: 'buyer@example.com' },
    success_url: SUCCESS_URL,
  };
  const key = name;
  const namesTiers = places.every(({ tier_id }) => tier_id !== undefined);
  const ask = () => requestUntilAnswered(world, () => askOnce(world, event, { wishes, namesTiers }, { body, key }));
  // A double click: two requests with one key at once.
  const answers = await Promise.all(dice.chance(0.06) ? [ask(), ask()] : [ask()]);
  let hold: Hold | undefined;
  for (const answer of answers) {
    history.note(`${name}: ${quantity} of event ${event.number} → ${answer?.status} ${answer?.code ?? 'unheard'}`);
    expectTakenOfWishes(answer, wishes);
    if (answer?.status !== 201) continue;
    const { checkout_id: checkoutId, checkout_url, expires_at, assigned_seats = [], items } = answer.data;
    hold = { name, checkoutId, path: new URL(checkout_url).pathname };
    if (first?.sectionId && assigned_seats.length !== quantity)
      throw new Violation('a party did not get one seat per person', { quantity, assigned_seats });
    expectChosen(event, wishes, assigned_seats);
    const lines = readLines(items);
    if (namesTiers && !sameLines(lines, wishes))
      throw new Violation('a checkout has other lines than were requested', { lines, wishes });
    confirmed.hold(key, {
      checkoutId,
      eventNumber: event.number,
      lines,
      perhaps: [],
      seats: JSON.stringify(assigned_seats),
      expiresAtMs: Date.parse(expires_at),
      expiryAsked: false,
    });
  }
  return hold;
}

/** The lines of an answer. */
export const readLines = (items: { tier_id: string; section_id: string | null; quantity: number }[]): ConfirmedLine[] =>
  items.map(({ tier_id, section_id, quantity }) => ({ tierId: tier_id, sectionId: section_id, quantity }));

/** One tier, or several different ones, some of them perhaps in one section. */
export function wish(dice: Dice, { offers }: EventOnSale): Wish[] {
  const count = offers.length > 1 && dice.chance(SEVERAL) ? dice.between(2, Math.min(3, offers.length)) : 1;
  const left = [...offers];
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    const [offer] = left.splice(dice.below(left.length), 1);
    if (!offer) throw new Error('the event has no more offers');
    const { seatIds = [], mustChoose, ...place } = offer;
    const quantity = dice.pick(PARTIES);
    if (seatIds.length === 0 || !(mustChoose || dice.chance(CHOOSING))) return { ...place, quantity };
    const chosen = seatsSideBySide(dice, seatIds, quantity).filter((id) => !taken.has(id));
    for (const id of chosen) taken.add(id);
    return chosen.length > 0 ? { ...place, quantity: chosen.length, chosen } : { ...place, quantity };
  });
}

/** At most `count` seats that begin anywhere, in any order. */
function seatsSideBySide(dice: Dice, seatIds: string[], count: number): string[] {
  const from = dice.below(seatIds.length);
  const seats = seatIds.slice(from, from + count);
  return dice.chance(0.2) ? seats.toReversed() : seats;
}

/** @throws Violation when a buyer got other seats than the chosen ones, or in another order */
function expectChosen(event: EventOnSale, wishes: Wish[], assigned: { section: string; row: string; seat: number }[]) {
  let position = 0;
  for (const { quantity, chosen } of wishes) {
    const got = assigned.slice(position, position + quantity);
    position += quantity;
    const ids = got.map(({ section, row, seat }) => seatId(rowKey(event.id, section, row), seat));
    if (chosen && ids.join() !== chosen.join())
      throw new Violation('a buyer got other seats than the chosen ones', { chosen, got });
  }
}

/** @throws Violation when the answer names a seat as gone that the buyer did not choose */
function expectTakenOfWishes(answer: Answer | typeof NO_ANSWER, wishes: Wish[]) {
  if (answer?.code !== seatingRefusals.seats_taken.code) return;
  const chosen = wishes.flatMap((line) => line.chosen ?? []);
  const gone = (answer.details?.seat_ids ?? []) as string[];
  if (gone.length === 0 || gone.some((id) => !chosen.includes(id)))
    throw new Violation('a buyer was told that seats are gone which were not chosen', { chosen, gone });
}

export const placesOf = (wishes: { quantity: number }[]) => wishes.reduce((sum, { quantity }) => sum + quantity, 0);

/** Refusals for lack of places. */
export const NOTHING_LEFT = [holdRefusals.sold_out.code, holdRefusals.not_enough_left.code];

/**
 * Each line of a request fits for certain if it finds enough places for all lines, because they may share them.
 * @throws Violation when a request without concurrent ones was refused although enough places were free, or got places
 * of a tier that is not on sale yet
 */
async function askOnce(
  world: World,
  event: EventOnSale,
  { wishes, namesTiers }: { wishes: Wish[]; namesTiers: boolean },
  { body, key }: { body: object; key: string },
): Promise<Answer | typeof NO_ANSWER> {
  const { requests, timeline } = world;
  const startedBefore = requests.started;
  const isAlone = requests.underWay === 0 && namesTiers;
  let free = isAlone ? Infinity : 0;
  if (isAlone)
    for (const line of wishes) free = Math.min(free, await countFree(world.db, event.id, line, timeline.clock.now()));
  const waiting = isAlone ? await findWaitingTiers(world.db, event, wishes) : [];
  const answer = await call(world, 'POST', '/checkouts', body, key);
  const stayedAlone = isAlone && requests.started <= startedBefore + 1;
  if (stayedAlone) expectTurnsKept(waiting, answer?.status);
  if (stayedAlone && answer && NOTHING_LEFT.includes(answer.code)) {
    world.confirmed.soldOutAlone++;
    if (free >= placesOf(wishes))
      throw new Violation('a buyer was told that nothing is left although enough was free', {
        event: event.number,
        wishes,
        free,
        code: answer.code,
      });
  }
  return answer;
}

/** Late money may get other seats, also after a request to end the hold, so only statuses before its end count. */
const LIVE = ['open', 'processing', 'completed'];

/** Reads a checkout. @throws Violation when its hold ended before its time without a request, or has other seats */
export async function readCheckout(world: World, { checkoutId }: Hold): Promise<Answer | typeof NO_ANSWER> {
  const { timeline, confirmed } = world;
  // A change that is under way, or was made meanwhile, may or may not be in the answer.
  const toldBefore = confirmed.holds.get(checkoutId)?.seats;
  const answer = await requestUntilAnswered(world, () => call(world, 'GET', `/checkouts/${checkoutId}`));
  const hold = confirmed.holds.get(checkoutId);
  const isEarly = hold && timeline.clock.now().getTime() < hold.expiresAtMs;
  if (answer?.data?.status === 'expired' && isEarly && !hold.expiryAsked)
    throw new Violation('a hold ended before its time', hold);
  const seats = JSON.stringify(answer?.data?.assigned_seats ?? []);
  const isSettled = hold?.perhaps.length === 0 && !hold.expiryAsked && hold.seats === toldBefore;
  if (isEarly && isSettled && LIVE.includes(answer?.data?.status) && seats !== hold.seats)
    throw new Violation('a checkout has other seats than its buyer was told', { hold, seats });
  return answer;
}
