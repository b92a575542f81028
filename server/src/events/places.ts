import assert from 'node:assert';
import type { Tx } from '../platform/database/database.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { salesEnd } from './event.ts';
import {
  addToCounters,
  type CounterChange,
  lockCounters,
  type PlacesRow,
  saveSeatSizes,
  saveStatusSetByService,
  type TierPlacesRow,
} from './places-queries.ts';
import { eventRefusals } from './refusals.ts';
import { followAvailability, sharesSeats, togetherOf } from './sold-out.ts';
import { eventName, soldOutEventsOf } from './sold-out-events.ts';

/**
 * The places of one event while its row is locked: read once, changed in memory, and written back by `savePlaces` in
 * one statement. Every change of a counter, tier or status of an event requires this lock, so nothing here is stale. On
 * a seated event the counters do not tell which seats are free: see `seating/`.
 */
export interface Places extends Omit<PlacesRow, 'startDatetime' | 'salesEndDatetime'> {
  organizationId: Uuid;
  eventId: Uuid;
  salesEnd: Date;
  tiers: TierPlaces[];
}

export interface TierPlaces extends TierPlacesRow {
  /** Changes that are not written yet. */
  change: CounterChange;
}

/** Locks an event for any change. @throws Refusal 404 when the organization has no such event */
export async function lockPlaces(tx: Tx, organizationId: Uuid, eventId: Uuid): Promise<Places> {
  forgetSoldOutOnCommit(tx, organizationId, eventId);
  return lockPlacesToSell(tx, organizationId, eventId);
}

const forgetSoldOutOnCommit = (tx: Tx, organizationId: Uuid, eventId: Uuid) =>
  tx.onCommit(() => soldOutEventsOf(tx).changed(eventName(organizationId, eventId)));

/**
 * Locks an event to hold and sell its places and to end holds, but for no other change.
 * @throws Refusal 404 as above
 */
export async function lockPlacesToSell(tx: Tx, organizationId: Uuid, eventId: Uuid): Promise<Places> {
  const { event, tiers } = await lockCounters(tx, organizationId, eventId);
  if (!event) throw eventRefusals.event_not_found();
  const { startDatetime, salesEndDatetime, ...counters } = event;
  return {
    ...counters,
    organizationId,
    eventId,
    salesEnd: salesEnd({ startDatetime, salesEndDatetime }),
    tiers: tiers.map((tier) => ({ ...tier, change: unchanged() })),
  };
}

/** What the free places of a tier are counted from. */
export type TierCounts = Pick<
  TierPlaces,
  'quantityTotal' | 'sold' | 'held' | 'blocked' | 'takenByOthers' | 'waiting' | 'isActive' | 'admission'
>;
export type EventCounts = Pick<Places, 'seated' | 'capacity' | 'sold' | 'held' | 'blocked'>;

const unchanged = (): CounterChange => ({ sold: 0, held: 0, takenByOthers: 0, waiting: 0, offered: 0 });

/** How many places of the whole event are neither sold, held nor blocked. */
export const freePlacesOfEvent = ({ capacity, sold, held, blocked }: EventCounts): number =>
  capacity - sold - held - blocked;

const freePlacesOfTier = ({ quantityTotal, sold, held, blocked, takenByOthers }: TierCounts): number =>
  quantityTotal - sold - held - blocked - takenByOthers;

/**
 * How many places of a tier are neither sold, held nor blocked. The free places of the event limit it, too, unless the
 * tier is an add-on. Offers to the waiting list are made from these places.
 */
export const freePlaces = (places: Places, tier: TierPlaces): number =>
  Math.min(tier.admission ? freePlacesOfEvent(places) : Infinity, freePlacesOfTier(tier));

/** How many places of the event the lines take: add-ons take none. */
export const admissionsOf = (places: Places, lines: { tierId: Uuid; quantity: number }[]): number =>
  sumOf(lines, ({ tierId, quantity }) => (tierOf(places, tierId).admission ? quantity : 0));

export function tierOf({ eventId, tiers }: Places, tierId: Uuid): TierPlaces {
  const tier = tiers.find(({ id }) => id === tierId);
  assert(tier, `tier ${tierId} is not of event ${eventId}`);
  return tier;
}

/** The tiers whose waiting lists are owed places of the event: that of a tier that is not sold gets no offers. */
export const waitedFor = <Tier extends Pick<TierPlaces, 'waiting' | 'isActive' | 'admission'>>(tiers: Tier[]): Tier[] =>
  tiers.filter(({ waiting, isActive, admission }) => waiting > 0 && isActive && admission);

/**
 * Places of the event that are owed to the waiting lists of its tiers. A tier whose places are all taken is owed
 * nothing. Which seats are owed is decided in each section, too.
 */
function owedPlaces(places: EventCounts & { tiers: TierCounts[] }): number {
  const owed = waitedFor(places.tiers).map((tier) => Math.min(tier.waiting, freePlacesOfTier(tier)));
  return togetherOf(places, owed);
}

/**
 * How many places of the whole event a new buyer can get: free places that are not owed to a waiting list. A buyer who
 * changes an order can have `own` more, because places held for that buyer are not owed to the list.
 */
export const placesForAllOfEvent = (places: EventCounts & { tiers: TierCounts[] }, own = 0): number =>
  own + Math.max(0, freePlacesOfEvent(places) - owedPlaces(places));

/**
 * How many places of a tier a new buyer can get. `own`: places held for a buyer who changes an order, in any tier and
 * in this one.
 */
export function placesForAll(
  places: EventCounts & { tiers: TierCounts[] },
  tier: TierCounts,
  own = { ofEvent: 0, ofTier: 0 },
): number {
  if (!tier.admission) return own.ofTier + Math.max(0, freePlacesOfTier(tier) - tier.waiting);
  // No more is owed than the event has free, so that an order can go back to a tier that many wait for.
  const owed = Math.min(tier.waiting, freePlacesOfEvent(places));
  return Math.min(placesForAllOfEvent(places, own.ofEvent), own.ofTier + Math.max(0, freePlacesOfTier(tier) - owed));
}

/**
 * Changes the counters of a tier, and of the event if it admits. Where tiers share seats, those that the tier takes or
 * gives back count in all of them by `moveSeats`, which is called beside this.
 */
export function movePlaces(places: Places, tierId: Uuid, moved: Partial<Omit<CounterChange, 'takenByOthers'>>) {
  const tier = tierOf(places, tierId);
  const { sold = 0, held = 0, waiting = 0, offered = 0 } = moved;
  if (tier.admission) {
    places.sold += sold;
    places.held += held;
    if (sharesSeats(places)) moveTakenByOthers(tier, -(sold + held));
  }
  for (const counters of [tier, tier.change]) {
    counters.sold += sold;
    counters.held += held;
    counters.waiting += waiting;
    counters.offered += offered;
  }
}

/** Seats that were taken, or became free if the number is negative, in each tier that prices them. */
export function moveSeats(places: Places, tierIds: Iterable<Uuid>, count: number) {
  if (sharesSeats(places)) for (const tierId of tierIds) moveTakenByOthers(tierOf(places, tierId), count);
}

function moveTakenByOthers(tier: TierPlaces, by: number) {
  tier.takenByOthers += by;
  tier.change.takenByOthers += by;
}

/**
 * Writes the changes of `movePlaces` and `moveSeats`. The caller updates the status, once the sizes have changed, too.
 */
export function saveCounters(tx: Tx, places: Places) {
  const changes = places.tiers
    .filter(({ change }) => Object.values(change).some((by) => by !== 0))
    .map(({ id, admission, change }) => ({ tierId: id, admission, ...change }));
  // An offer only turns waiting into held places, and frees none for other buyers.
  if (changes.some(({ sold, held, waiting }) => sold + held + waiting < 0))
    forgetSoldOutOnCommit(tx, places.organizationId, places.eventId);
  if (changes.length > 0) addToCounters(tx, places.organizationId, places.eventId, changes);
  for (const tier of places.tiers) tier.change = unchanged();
}

/**
 * Writes the changes of `movePlaces` and `moveSeats`, and updates the status: sold out when no place is left, active
 * again otherwise.
 */
export function savePlaces(tx: Tx, places: Places, now: Date) {
  saveCounters(tx, places);
  if (!followAvailability(places)) return;
  saveStatusSetByService(tx, places.organizationId, places.eventId, { ...places, now });
  recordNotification(tx, {
    organizationId: places.organizationId,
    type: 'event.updated',
    data: { event_id: places.eventId, status: places.status, changed: ['status'] },
    now,
  });
}

/** The numbers of seats of an event. The sizes include blocked seats. */
export interface SeatSizes {
  capacity: number;
  blocked: number;
  /** By tier. A missing tier prices no seat. */
  tiers: Map<Uuid, { quantityTotal: number; blocked: number }>;
}

/**
 * Applies a changed seating plan, or changed blocks, as `sizeToSeats`. Records `event.updated`. Call it after
 * `savePlaces`.
 */
export async function resizeToSeats(tx: Tx, places: Places, sizes: SeatSizes, now: Date) {
  const statusChanged = await sizeToSeats(tx, places, sizes, now);
  recordNotification(tx, {
    organizationId: places.organizationId,
    type: 'event.updated',
    data: {
      event_id: places.eventId,
      status: places.status,
      changed: statusChanged ? ['seating_plan', 'status'] : ['seating_plan'],
    },
    now,
  });
}

/**
 * The event becomes seated with its number of seats as the capacity, and each tier gets the number of seats that it
 * prices. Add-ons keep their size.
 * @returns whether the status changed
 */
export async function sizeToSeats(tx: Tx, places: Places, sizes: SeatSizes, now: Date): Promise<boolean> {
  places.seated = true;
  places.capacity = sizes.capacity;
  places.blocked = sizes.blocked;
  const seated = places.tiers.filter(({ admission }) => admission);
  for (const tier of seated) Object.assign(tier, sizes.tiers.get(tier.id) ?? { quantityTotal: 0, blocked: 0 });
  const statusChanged = followAvailability(places);
  await saveSeatSizes(tx, places, now);
  return statusChanged;
}
