import { checkoutCode, placesOf } from '../checkouts/checkout.ts';
import type { CheckoutRequest } from '../checkouts/checkout-request.ts';
import { holdTogether } from '../checkouts/create-checkouts.ts';
import { holdRefusals } from '../checkouts/refusals.ts';
import { SELLABLE_STATUSES } from '../events/event-status.ts';
import {
  freePlacesOfEvent,
  lockPlacesToSell,
  type Places,
  savePlaces,
  type TierPlaces,
  tierOf,
} from '../events/places.ts';
import { saleStartsLater } from '../events/tier-sale.ts';
import { recordCheckoutMails } from '../mail/record-mail.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { placesHeld } from '../platform/metrics/service-metrics.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import { throwErrors } from '../platform/work/throw-errors.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { afterPasses, chooseEntries, type Turn, type Waiting } from './choose-entries.ts';
import { endWaitingLists } from './end-waiting-list.ts';
import { entryNotified, isListOpen, isSoldOutByHand, offerSeconds } from './entry.ts';
import { freeRooms, largestParty } from './free-rooms.ts';
import {
  endLargerThan,
  type InLine,
  listEventsToServe,
  listInLine,
  markEnded,
  markOffered,
  saveTurn,
} from './offer-queries.ts';
import { takeOffList } from './take-off-list.ts';

const EVENTS_PER_PAGE = 100;

/**
 * Offers free places to the waiting lists, and ends the lists of events whose sales end. Nothing depends on when this
 * runs, because free places are owed to the list until it does. Safe in several instances at once: the event's lock
 * lets one decide after the other.
 * @returns the number of offers
 * @throws all errors, after all other events were handled
 */
export async function offerPlaces(db: Database, now: Date): Promise<number> {
  const errors: unknown[] = [];
  let offers = 0;
  for (let after: { organizationId: Uuid; eventId: Uuid } | undefined; ; ) {
    const events = await listEventsToServe(db, { now, after, most: EVENTS_PER_PAGE });
    for (const event of events)
      await db
        .transaction((tx) => serveEvent(tx, { ...event, now }))
        .then(({ made, quantity }) => {
          offers += made;
          placesHeld.inc(quantity);
        })
        .catch((error) => errors.push(error));
    after = events.at(-1);
    if (events.length < EVENTS_PER_PAGE) break;
  }
  throwErrors(errors);
  return offers;
}

interface Serve {
  organizationId: Uuid;
  eventId: Uuid;
  now: Date;
}

/** An entry whose turn it is, and the hold that it asks for. */
interface Offer extends Turn<InLine> {
  request: CheckoutRequest;
}

/**
 * The offers of a tier, and the first in line who gets none. `kept`: free places of the event that wait for that one.
 */
interface OffersOfTier {
  tierId: Uuid;
  offers: Offer[];
  first: Waiting | null;
  kept: number;
}

/**
 * The offers of one event, in one transaction: checkout, entry and mail of an offer are committed together or not at
 * all.
 */
async function serveEvent(tx: Tx, { organizationId, eventId, now }: Serve) {
  const places = await lockPlacesToSell(tx, organizationId, eventId);
  const awaited = places.tiers.filter(({ waiting }) => waiting > 0);
  const isOver = places.status === 'cancelled' || places.status === 'completed';
  const closed = awaited.filter((tier) => isOver || !isListOpen(places, tier, now));
  endWaitingLists(tx, places, closed);
  const tiers: OffersOfTier[] = [];
  for (const tier of awaited) if (isServed(places, tier, now)) tiers.push(await offersOf(tx, places, tier, now));
  savePlaces(tx, places, now);
  const made = await makeOffers(tx, besideKept(places, tiers), { organizationId, eventId, now });
  for (const { first, offers } of tiers) if (first) savePasses(tx, organizationId, first, passesOf(offers, made), now);
  return { made: made.length, quantity: placesOf(made) };
}

/**
 * The offers of all tiers, longest waiting first, without those that would take places of the event which are kept for
 * an earlier entry of another tier.
 */
function besideKept(places: Places, tiers: OffersOfTier[]): Offer[] {
  const inOrder = tiers.flatMap(({ offers }) => offers).toSorted((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
  let free = freePlacesOfEvent(places);
  return inOrder.filter(({ entry: { id, tierId, quantity } }) => {
    if (!tierOf(places, tierId).admission) return true;
    const before = tiers.filter(({ first, ...of }) => first !== null && first.id < id && of.tierId !== tierId);
    const isLeft = quantity <= free - sumOf(before, ({ kept }) => kept);
    if (isLeft) free -= quantity;
    return isLeft;
  });
}

const passesOf = (offers: Offer[], made: InLine[]): number =>
  offers.filter(({ entry, passesFirst }) => passesFirst && made.includes(entry)).length;

function savePasses(tx: Tx, organizationId: Uuid, first: Waiting, passes: number, now: Date) {
  const after = afterPasses(first, passes, now);
  if (after.passedOver !== first.passedOver || after.keptSince !== first.keptSince) saveTurn(tx, organizationId, after);
}

/** Whether the tier is on sale and waited for, as in `listEventsToServe`. */
const isServed = (places: Places, tier: TierPlaces, now: Date): boolean =>
  tier.waiting > 0 &&
  tier.isActive &&
  !saleStartsLater(tier, now) &&
  (SELLABLE_STATUSES.includes(places.status) || (places.status === 'sold_out' && !isSoldOutByHand(places)));

async function offersOf(tx: Tx, places: Places, tier: TierPlaces, now: Date): Promise<OffersOfTier> {
  const { organizationId, eventId } = places;
  const rooms = await freeRooms(tx, places, tier);
  const largest = Math.max(0, ...rooms.map(({ free }) => free));
  if (largest === 0) return { tierId: tier.id, offers: [], first: null, kept: 0 };
  // The tier became smaller since they asked.
  const tooLarge = await endLargerThan(tx, { organizationId, tierId: tier.id, most: largestParty(rooms) });
  takeOffList(tx, places, tooLarge, now);
  const line = await listInLine(tx, { organizationId, tierId: tier.id, largest });
  const { turns, first, isKept } = chooseEntries(line, rooms, now);
  const holdSeconds = offerSeconds(places, tier, now);
  const where = { organizationId, eventId, holdSeconds, now };
  const offers = turns.map((turn) => ({
    ...turn,
    request: requestOf(turn.entry, { ...where, sectionId: turn.sectionId }),
  }));
  // Seats have their tiers, and add-ons take no place of the event.
  const isOfEvent = isKept && !places.seated && tier.admission;
  return { tierId: tier.id, offers, first, kept: isOfEvent ? Math.min(first?.quantity ?? 0, largest) : 0 };
}

const requestOf = (entry: InLine, where: Serve & { sectionId: Uuid | null; holdSeconds: number }): CheckoutRequest => ({
  organizationId: where.organizationId,
  eventId: where.eventId,
  lines: [{ tierId: entry.tierId, sectionId: where.sectionId, quantity: entry.quantity }],
  isItemized: false,
  promoCode: null,
  customer: { name: entry.customerName, email: entry.customerEmail, phone: entry.customerPhone },
  language: entry.language,
  buyerReference: null,
  attendees: [],
  successUrl: entry.successUrl,
  cancelUrl: entry.cancelUrl,
  holdSeconds: where.holdSeconds,
  channel: entry.channel,
  attribution: { source: entry.source, medium: entry.medium, campaign: entry.campaign, ref: entry.ref },
  isOffer: true,
  now: where.now,
});

/**
 * Holds the places like any buyer's, in this order: tiers may share the last places of the event. An entry that finds
 * too few waits on; one that may not buy at all is ended.
 * @returns the entries that got an offer
 */
async function makeOffers(tx: Tx, inOrder: Offer[], { organizationId, eventId, now }: Serve): Promise<InLine[]> {
  const [first, ...others] = inOrder.map(({ request }) => request);
  if (!first) return [];
  const { outcomes } = await holdTogether(tx, [first, ...others]);
  const made = inOrder.flatMap(({ entry }, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'fulfilled'
      ? [{ entry, checkoutId: outcome.value.id, endsAt: outcome.value.expiresAt }]
      : [];
  });
  markOffered(
    tx,
    organizationId,
    made.map(({ entry, checkoutId }) => ({ entryId: entry.id, checkoutId })),
  );
  const kind = 'waiting_list_offer';
  recordCheckoutMails(
    tx,
    organizationId,
    made.map(({ entry, checkoutId }) => ({ kind, recipient: entry.customerEmail, checkoutId, details: {} })),
    now,
  );
  recordNotifications(
    tx,
    organizationId,
    made.map(({ entry, checkoutId, endsAt }) => ({
      type: 'waiting_list.offered',
      data: {
        ...entryNotified({ ...entry, eventId }),
        checkout_id: checkoutCode({ organizationId, id: checkoutId }),
        expires_at: endsAt.toISOString(),
      },
    })),
    now,
  );
  const refused = inOrder.filter((_, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'rejected' && !isShort(outcome.reason);
  });
  if (refused.length > 0) await endRefused(tx, refused, { organizationId, eventId, now });
  return made.map(({ entry }) => entry);
}

/** @throws anything but a Refusal */
function isShort(reason: unknown): boolean {
  if (!(reason instanceof Refusal)) throw reason;
  return holdRefusals.sold_out.is(reason) || holdRefusals.not_enough_left.is(reason);
}

/** Entries of buyers who meanwhile have as many tickets as the event allows, or ask for more than it now allows. */
async function endRefused(tx: Tx, refused: Offer[], { organizationId, eventId, now }: Serve) {
  // The holds changed the counters.
  const places = await lockPlacesToSell(tx, organizationId, eventId);
  const entries = refused.map(({ entry }) => entry);
  for (const [tierId, ofTier] of Map.groupBy(entries, (entry) => entry.tierId))
    markEnded(tx, { organizationId, tierId, ids: ofTier.map(({ id }) => id) });
  takeOffList(tx, places, entries, now);
  savePlaces(tx, places, now);
}
