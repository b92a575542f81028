import type { Attribution } from '../checkouts/checkout.ts';
import { MOST_PER_SHOP_ORDER } from '../checkouts/order-limits.ts';
import { holdRefusals } from '../checkouts/refusals.ts';
import { releaseOverdueHolds } from '../checkouts/release-holds.ts';
import { changePlaces } from '../events/change-places.ts';
import { defaultTier } from '../events/event.ts';
import { SELLABLE_STATUSES } from '../events/event-status.ts';
import { movePlaces, type Places, savePlaces, type TierPlaces } from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import { saleHasEnded, saleStartsLater } from '../events/tier-sale.ts';
import { recordLoneMail } from '../mail/record-mail.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Language } from '../values/language.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { type Entry, entryNotified, isListOpen, isSoldOutByHand, MOST_WAITING_PER_TIER } from './entry.ts';
import { countPlacesForAll, freeRooms, largestParty } from './free-rooms.ts';
import { countWaiting, findLiveStatus, insertEntry } from './queries.ts';
import { joinRefusals } from './refusals.ts';

export interface Join {
  organizationId: Uuid;
  eventId: Uuid;
  /** null: the default tier of the event */
  tierId: Uuid | null;
  quantity: number;
  customer: Entry['customer'];
  /** Language of the e-mails; null: English. */
  language: Language | null;
  /** Where the browser goes after an offer was paid. */
  successUrl: string;
  cancelUrl: string | null;
  /** With the attribution: kept for the order that comes of an offer. */
  channel: Entry['channel'];
  attribution: Attribution;
  now: Date;
}

/** An entry that was made, and its place in the line, from 1. */
export interface Joined {
  entry: Entry;
  position: number;
}

/**
 * Puts a person on the waiting list of a sold-out tier. From then on places that come back are owed to the list before
 * other buyers can get them. On a seated event the entry waits for seats in any section with this price. Overdue holds
 * are released before the tier counts as sold out. A mail with the place and the link to leave is recorded with the
 * entry. In a race with a buyer who ends a hold, the transaction that locks the event first wins: the person joins and
 * is next, or gets 409 because a place is free.
 * @throws Refusal 404 for an unknown event or tier; 409 when the event or tier is not on sale or not sold out, the
 * party is too large, the address is already on the list, or the list is full or closed
 */
export async function joinWaitingList(db: Database, join: Join): Promise<Joined> {
  const { organizationId, eventId, quantity, customer, now } = join;
  return changePlaces(db, { organizationId, eventId }, async (tx, places) => {
    const tier = waitableTier(places, join);
    requireAllowed(places, quantity);
    const left = isSoldOutByHand(places) ? 0 : await countLeft(tx, places, tier, now);
    if (left > 0) throw joinRefusals.tier_not_sold_out({ left });
    const max = largestParty(await freeRooms(tx, places, tier));
    if (quantity > max) throw joinRefusals.larger_than_tier({ max });
    const [status, waiting] = await Promise.all([
      findLiveStatus(tx, { organizationId, tierId: tier.id, email: customer.email, now }),
      countWaiting(tx, organizationId, tier.id),
    ]);
    if (status) throw joinRefusals.already_on_waiting_list({ status });
    if (waiting >= MOST_WAITING_PER_TIER) throw joinRefusals.waiting_list_full({ max: MOST_WAITING_PER_TIER });
    const entry = entryOf(join, places, tier);
    const position = waiting + 1;
    insertEntry(tx, entry);
    movePlaces(places, tier.id, { waiting: quantity });
    savePlaces(tx, places, now);
    recordNotification(tx, { organizationId, type: 'waiting_list.joined', data: entryNotified(entry), now });
    const details = { entry_id: entry.id, position };
    recordLoneMail(tx, { organizationId, kind: 'waiting_list_joined', recipient: customer.email, details, now });
    return { entry, position };
  });
}

/** @throws Refusal 409 when the party is larger than an order of this event may be */
function requireAllowed({ maxPerOrder, maxPerBuyer }: Places, quantity: number) {
  const setByEvent = Math.min(maxPerOrder ?? Infinity, maxPerBuyer ?? Infinity);
  if (quantity > setByEvent) throw holdRefusals.max_per_order({ max: setByEvent, set_by: 'event' });
  // As in the shop: entries come from strangers.
  if (maxPerOrder === null && quantity > MOST_PER_SHOP_ORDER)
    throw holdRefusals.max_per_order({ max: MOST_PER_SHOP_ORDER, set_by: 'service' });
}

/** @throws Refusal 404, 409 */
function waitableTier(places: Places, { tierId, now }: Join): TierPlaces {
  const tier = tierId === null ? defaultTier(places.tiers) : places.tiers.find(({ id }) => id === tierId);
  if (!tier && tierId !== null) throw eventRefusals.tier_not_found();
  const { status } = places;
  if (status !== 'sold_out' && !SELLABLE_STATUSES.includes(status)) throw holdRefusals.event_not_on_sale({ status });
  if (!tier) throw holdRefusals.no_tier_on_sale({ of: 'event' });
  if (!tier.isActive) throw holdRefusals.tier_not_on_sale();
  if (saleStartsLater(tier, now))
    throw holdRefusals.tier_sales_not_started({ starts_at: tier.salesStartDatetime.toISOString() });
  if (places.salesEnd <= now) throw holdRefusals.sales_ended();
  if (saleHasEnded(tier, now)) throw holdRefusals.tier_sales_ended();
  if (!isListOpen(places, tier, now)) throw joinRefusals.waiting_list_closed();
  return tier;
}

async function countLeft(tx: Tx, places: Places, tier: TierPlaces, now: Date): Promise<number> {
  const left = await countPlacesForAll(tx, places, tier);
  if (left > 0 || places.held === 0) return left;
  await releaseOverdueHolds(tx, places, now);
  return countPlacesForAll(tx, places, tier);
}

const entryOf = (join: Join, { eventId }: Places, tier: TierPlaces) => ({
  organizationId: join.organizationId,
  id: newId(join.now),
  eventId,
  tierId: tier.id,
  quantity: join.quantity,
  customer: join.customer,
  language: join.language,
  successUrl: join.successUrl,
  cancelUrl: join.cancelUrl,
  channel: join.channel,
  ...join.attribution,
  status: 'waiting' as const,
  checkoutId: null,
  askedAt: join.now,
  offerEndsAt: null,
});
