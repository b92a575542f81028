import { afterwards } from './afterwards.ts';
import { askForPlaces, type Hold, readCheckout, SUCCESS_URL } from './ask-for-places.ts';
import { buyInShop } from './buy-in-shop.ts';
import { changeOrder } from './change-order.ts';
import { type Answer, call, type NO_ANSWER, send, submit } from './client.ts';
import { PUBLIC_URL } from './instance.ts';
import { PROVIDER_URL } from './lossy-provider.ts';
import type { PageContent } from './page-forms.ts';
import { pressPay } from './pay-on-page.ts';
import type { EventOnSale } from './program.ts';
import type { Session } from './provider-ledger.ts';
import { open, shopperOf } from './shopper.ts';
import { Violation } from './violation.ts';
import { waitInLine } from './wait-in-line.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What part of the buyers comes through the shop, and what part waits when nothing is left. */
const IN_SHOP = 0.45;
const WAITING = 0.6;

const COURSES = { pay: 78, leave: 7, expire: 10, cancel: 5 };
const OUTCOMES = { pay: 78, fail: 8, leave: 14 };
const TRANSFERS = { pay: 30, promise: 62, fail: 4, leave: 4 };
const METHODS = { CARD: 20, GCASH: 45, MAYA: 10, BANK_TRANSFER: 25 };
/** How long people take on a page. The longest exceed the hold, and some sessions. */
const THINK_MS = { least: 2_000, most: 45 * MINUTE_MS };

/** When others act on the same checkout: at the same moment, or much later. */
const MEANWHILE_MS = [
  { least: 1, most: 1_000 },
  { least: 100, most: MINUTE_MS },
  { least: MINUTE_MS, most: 20 * MINUTE_MS },
];
const LATE_MS = { least: MINUTE_MS, most: 80 * HOUR_MS };

/** One buyer, from the first request to the last read of the tickets. */
export async function visit(world: World, number: number, event: EventOnSale): Promise<void> {
  const { dice, timeline } = world;
  const name = `buyer ${number}`;
  const ask = async (attempt: string): Promise<{ hold?: Hold | undefined; page?: PageContent }> =>
    dice.chance(IN_SHOP)
      ? buyInShop(world, shopperOf(number, attempt), event)
      : { hold: await askForPlaces(world, attempt, event) };
  let asked = await ask(name);
  for (let again = dice.between(0, 3); !asked.hold && again > 0; again--) {
    // Another buyer may have released places.
    await timeline.pause(dice.spread(MINUTE_MS, 2 * HOUR_MS));
    asked = await ask(`${name} (${again} to go)`);
  }
  const waits = !asked.hold && dice.chance(WAITING);
  const hold = waits ? await waitInLine(world, shopperOf(number, name), event, asked.page) : asked.hold;
  if (!hold) return;
  const course = dice.weighted(COURSES);
  if (course === 'leave') return;
  await timeline.pause(dice.spread(100, 4 * MINUTE_MS));
  if (dice.chance(0.3)) await send(world, { method: 'GET', url: hold.path });
  if (dice.chance(0.15)) await enterCode(world, hold, event);
  if (dice.chance(0.2)) await changeOrder(world, hold, event);
  const steps = [];
  // The program expires it, perhaps while the buyer is paying.
  if (course === 'expire')
    steps.push(end(world, hold, () => call(world, 'POST', `/checkouts/${hold.checkoutId}/expire`)));
  if (course === 'cancel') steps.push(end(world, hold, () => submit(world, `${hold.path}/cancel`, {})));
  // In another tab, perhaps while the buyer is paying.
  if (dice.chance(0.1)) steps.push(meanwhile(world).then(() => changeOrder(world, hold, event)));
  if (course === 'pay' || dice.chance(0.5)) {
    steps.push(payAndComeBack(world, hold));
    // The buyer pays on the page in another tab, too.
    if (dice.chance(0.07)) steps.push(payAndComeBack(world, hold));
  }
  await Promise.all(steps);
  await afterwards(world, hold, event);
}

async function enterCode(world: World, hold: Hold, event: EventOnSale) {
  const code = event.codes.length > 0 ? world.dice.pick(event.codes) : 'NO-SUCH-CODE';
  await submit(world, `${hold.path}/promo`, { promo_code: code });
}

async function meanwhile({ dice, timeline }: World) {
  const { least, most } = dice.pick(MEANWHILE_MS);
  await timeline.pause(dice.spread(least, most));
}

/** The program ends the hold, or the buyer cancels on the page. */
async function end(world: World, { name, checkoutId }: Hold, ask: () => Promise<Answer | typeof NO_ANSWER>) {
  await meanwhile(world);
  const promised = world.confirmed.holds.get(checkoutId);
  if (promised) promised.expiryAsked = true;
  world.history.note(`${name}: end → ${(await ask())?.status}`);
}

/** Presses Pay, again after a failure, and acts at the provider like a buyer. */
async function payAndComeBack(world: World, hold: Hold): Promise<void> {
  const { dice, timeline, history, provider } = world;
  for (let presses = dice.between(1, 3); presses > 0; presses--) {
    const method = dice.weighted(METHODS);
    const answer = await pressPay(world, hold, method);
    recordSuccess(world, hold, answer?.location);
    history.note(`${hold.name}: pay by ${method} → ${answer?.status} ${placeOf(answer?.location)}`);
    if (isSuccess(answer?.location)) return;
    if (answer?.location.startsWith(PROVIDER_URL)) {
      const session = provider.get(answer.location.slice(PROVIDER_URL.length));
      if (await atTheProvider(world, hold, session)) return;
    } else await readCheckout(world, hold);
    await timeline.pause(dice.spread(1_000, 3 * MINUTE_MS));
  }
}

/** @returns whether the buyer has finished at the provider */
async function atTheProvider(world: World, hold: Hold, session: Session): Promise<boolean> {
  const { dice, timeline, history, provider } = world;
  const did = (what: string) => history.note(`${hold.name}: ${what} at ${session.id}`);
  await timeline.pause(dice.spread(THINK_MS.least, THINK_MS.most));
  const outcome =
    session.method === 'BANK_TRANSFER' ? dice.weighted(TRANSFERS) : dice.weighted<'pay' | 'fail' | 'leave'>(OUTCOMES);
  switch (outcome) {
    case 'leave':
      return true;
    case 'fail':
      provider.fail(session.id);
      did('failed');
      await tell(world, hold, session);
      return false;
    case 'pay':
      did(provider.pay(session.id) ? 'paid' : 'came too late');
      await tell(world, hold, session);
      return session.status === 'paid';
    case 'promise': {
      did(provider.promise(session.id) ? 'promised a transfer' : 'came too late');
      await tell(world, hold, session);
      await timeline.pause(dice.spread(MINUTE_MS, 100 * HOUR_MS));
      if (dice.chance(0.1)) provider.fail(session.id);
      else did(provider.pay(session.id) ? 'transferred' : 'transferred too late');
      await tell(world, hold, session);
      return true;
    }
  }
}

/**
 * The buyer returns, or the provider notifies us: not at all (then the reconciler finds it), or several times, at once
 * or days later, in any order. Both make the server read the session at the provider.
 */
async function tell(world: World, hold: Hold, session: Session): Promise<void> {
  const { dice, timeline, history } = world;
  const times = Number(dice.weighted({ 0: 30, 1: 45, 2: 15, 3: 10 }));
  const returns = Array.from({ length: times }, () =>
    timeline.spawn(`the return of ${hold.name}`, async () => {
      const { least, most } = dice.chance(0.15) ? LATE_MS : dice.pick(MEANWHILE_MS);
      await timeline.pause(dice.spread(least, most));
      const answer = await send(world, { method: 'GET', url: session.returnUrl.slice(PUBLIC_URL.length) });
      recordSuccess(world, hold, answer?.location);
      history.note(`${hold.name}: back from ${session.id} → ${answer?.status} ${placeOf(answer?.location)}`);
      await openTickets(world, hold, answer?.location);
    }),
  );
  // Late ones arrive on their own.
  await Promise.race([Promise.all(returns), timeline.pause(2 * MINUTE_MS)]);
}

/** A buyer of the shop is sent to the page with the tickets. @throws Violation when it is not there */
async function openTickets(world: World, { shopper, name }: Hold, location = '') {
  if (!shopper || !location.startsWith(`${PUBLIC_URL}/o/`)) return;
  const page = await open(world, shopper, location.slice(PUBLIC_URL.length));
  if (page && page.status < 500 && page.status !== 200)
    throw new Violation('a paid order has no page', { name, status: page.status });
}

const placeOf = (location = ''): string =>
  location
    .replace(/[?].*/, '')
    .replace(/cs_[\w-]+/, 'the page')
    .replace(/\/o\/.*/, '/o/…');

/** The organizer's page, or that of the shop. */
const isSuccess = (location = '') => location.startsWith(SUCCESS_URL) || /\/shop\/[^?]+\/thanks\?/.test(location);

/** A redirect to the organizer's page confirms the payment. */
function recordSuccess({ confirmed }: World, { checkoutId }: Hold, location = '') {
  if (!isSuccess(location)) return;
  const orderId = new URL(location).searchParams.get('order_id') ?? '';
  if (!/^[0-9a-f-]{36}$/.test(orderId)) throw new Violation('a payment was confirmed without an order', { location });
  confirmed.order(checkoutId, orderId);
}
