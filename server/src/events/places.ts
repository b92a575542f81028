import type { EventFacts } from '../mail/mail.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { type Event, salesEnd } from './event.ts';
import type { EventStatus } from './event-status.ts';
import { addToCounters, lockCounters, saveSeatSizes, saveStatusSetByService } from './places-queries.ts';
import { eventRefusals } from './refusals.ts';
import { eventName, soldOutEventsOf } from './sold-out-events.ts';

/**
 * The places of one event while its row is locked: read once, decided about in memory, written back by `savePlaces` in
 * one statement. Every change of a counter, a tier or the status of an event takes this lock, so nothing here is stale.
 */
export interface Places {
  organizationId: Uuid;
  eventId: Uuid;
  /** Then a counter alone says nothing about which seats are free: see `seating/`. */
  seated: boolean;
  status: EventStatus;
  soldOutByService: boolean;
  capacity: number;
  sold: number;
  held: number;
  blocked: number;
  salesEnd: Date;
  /** Most tickets of one order; null: the limit of every order. */
  maxPerOrder: number | null;
  attendeeDetails: Event['attendeeDetails'];
  tiers: TierPlaces[];
}

export interface TierPlaces {
  id: Uuid;
  priceCentavos: number;
  quantityTotal: number;
  sold: number;
  held: number;
  blocked: number;
  isActive: boolean;
  salesStart: Date | null;
  salesEnd: Date | null;
  /** Not yet written. */
  change: { sold: number; held: number };
}

/**
 * What `events` asks of the domains after it, which hold and sell places: given to the operations that change sizes and
 * states. All of it runs under the event's lock and changes `places` in memory only.
 */
export interface Sales {
  /** Ends the holds whose time is over and that no payment is under way for. */
  releaseOverdueHolds(tx: Tx, places: Places, now: Date): Promise<void>;
  /** The event is cancelled: ends every hold, cancels the valid tickets and has their money sent back. */
  cancelSales(tx: Tx, places: Places, now: Date): Promise<void>;
  /** The event moved to another place or time: records a mail to everyone who holds a valid ticket. */
  announceChange(tx: Tx, change: { organizationId: Uuid; eventId: Uuid; before: EventFacts; now: Date }): void;
  /** What names a tier: checkouts, ended ones too, and the seating plan. */
  findUsesOfTier(
    tx: Tx,
    tier: { organizationId: Uuid; eventId: Uuid; tierId: Uuid },
  ): Promise<{ checkouts: boolean; plan: boolean }>;
}

/** To change anything of an event. @throws Refusal 404 when the organization has no such event */
export async function lockPlaces(tx: Tx, organizationId: Uuid, eventId: Uuid): Promise<Places> {
  tellChanged(tx, organizationId, eventId);
  return lockPlacesToSell(tx, organizationId, eventId);
}

const tellChanged = (tx: Tx, organizationId: Uuid, eventId: Uuid) =>
  tx.onCommit(() => soldOutEventsOf(tx).changed(eventName(organizationId, eventId)));

/** To hold and to sell: what else happens on the way is that holds end. @throws Refusal 404 as above */
export async function lockPlacesToSell(tx: Tx, organizationId: Uuid, eventId: Uuid): Promise<Places> {
  const { event, tiers } = await lockCounters(tx, organizationId, eventId);
  if (!event) throw eventRefusals.event_not_found();
  return {
    organizationId,
    eventId,
    seated: event.seated,
    status: event.status,
    soldOutByService: event.soldOutByService,
    capacity: event.capacity,
    sold: event.sold,
    held: event.held,
    blocked: event.blocked,
    salesEnd: salesEnd({ salesEndDatetime: event.salesEndDatetime, startDatetime: event.startDatetime }),
    maxPerOrder: event.maxPerOrder,
    attendeeDetails: event.attendeeDetails,
    tiers: tiers.map((tier) => ({
      id: tier.id,
      priceCentavos: tier.priceCentavos,
      quantityTotal: tier.quantityTotal,
      sold: tier.sold,
      held: tier.held,
      blocked: tier.blocked,
      isActive: tier.isActive,
      salesStart: tier.salesStartDatetime,
      salesEnd: tier.salesEndDatetime,
      change: { sold: 0, held: 0 },
    })),
  };
}

/** What can still be sold: neither the tier nor the whole event ever goes past its size. */
export const freePlaces = (places: Places, tier: TierPlaces): number =>
  Math.min(
    places.capacity - places.sold - places.held - places.blocked,
    tier.quantityTotal - tier.sold - tier.held - tier.blocked,
  );

export function movePlaces(places: Places, tierId: Uuid, { sold = 0, held = 0 }: { sold?: number; held?: number }) {
  const tier = places.tiers.find(({ id }) => id === tierId);
  if (!tier) throw new Error(`tier ${tierId} is not of event ${places.eventId}`);
  places.sold += sold;
  places.held += held;
  tier.sold += sold;
  tier.held += held;
  tier.change.sold += sold;
  tier.change.held += held;
}

/**
 * Writes what `movePlaces` changed and lets the status follow: sold out when nothing is left, active again when a place
 * is.
 */
export function savePlaces(tx: Tx, places: Places, now: Date) {
  const changes = places.tiers
    .filter(({ change }) => change.sold !== 0 || change.held !== 0)
    .map(({ id, change }) => ({ tierId: id, ...change }));
  if (changes.some(({ sold, held }) => sold + held < 0)) tellChanged(tx, places.organizationId, places.eventId);
  if (changes.length > 0) addToCounters(tx, places.organizationId, places.eventId, changes);
  for (const tier of places.tiers) tier.change = { sold: 0, held: 0 };
  if (!followAvailability(places)) return;
  saveStatusSetByService(tx, places.organizationId, places.eventId, { ...places, now });
  recordNotification(tx, {
    organizationId: places.organizationId,
    type: 'event.updated',
    data: { event_id: places.eventId, status: places.status, changed: ['status'] },
    now,
  });
}

interface Availability {
  status: EventStatus;
  soldOutByService: boolean;
  capacity: number;
  sold: number;
  blocked: number;
  tiers: { isActive: boolean; sold: number; blocked: number; quantityTotal: number }[];
}

/**
 * Whether every place is sold, or kept back. Holds do not count: they may come back. An event without an active tier is
 * not sold out; a tier that prices no seat of the plan has nothing to sell and does not count.
 */
function isSoldOut({ capacity, sold, blocked, tiers }: Availability): boolean {
  const active = tiers.filter((tier) => tier.isActive && tier.quantityTotal > 0);
  return (
    sold + blocked >= capacity ||
    (active.length > 0 && active.every((tier) => tier.sold + tier.blocked >= tier.quantityTotal))
  );
}

/**
 * Sets the status that the places ask for, in memory. Only `active` becomes sold out by itself, and only a `sold_out`
 * that the service set is taken back. @returns whether the status changed
 */
export function followAvailability(places: Availability): boolean {
  if (places.status === 'active' && isSoldOut(places)) {
    places.status = 'sold_out';
    places.soldOutByService = true;
    return true;
  }
  if (places.status === 'sold_out' && places.soldOutByService && !isSoldOut(places)) {
    places.status = 'active';
    places.soldOutByService = false;
    return true;
  }
  return false;
}

/** What the seats of an event come to. Blocked ones are part of the sizes. */
export interface SeatSizes {
  capacity: number;
  blocked: number;
  /** By tier: a tier that is missing prices no seat. */
  tiers: Map<Uuid, { quantityTotal: number; blocked: number }>;
}

/**
 * The seating plan, or what is blocked in it, changed: the event is seated and as large as its seats, each tier as
 * large
 * as the seats it prices. Records `event.updated`. The caller saves nothing else of `places` after it.
 */
export async function resizeToSeats(tx: Tx, places: Places, sizes: SeatSizes, now: Date) {
  places.seated = true;
  places.capacity = sizes.capacity;
  places.blocked = sizes.blocked;
  for (const tier of places.tiers) Object.assign(tier, sizes.tiers.get(tier.id) ?? { quantityTotal: 0, blocked: 0 });
  const statusChanged = followAvailability(places);
  await saveSeatSizes(tx, places, now);
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
