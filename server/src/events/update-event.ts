import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import type { EventFacts } from '../mail/mail.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { ticketsReturned } from '../platform/metrics/service-metrics.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { descriptions } from './description.ts';
import { defaultTier, type Event } from './event.ts';
import { checkTimes, coordinatesSent } from './event-rules.ts';
import { EVENT_TRANSITIONS } from './event-status.ts';
import { loggedEvent } from './logged.ts';
import { followAvailability, lockPlaces, type Places, type Sales, savePlaces } from './places.ts';
import { getEvent, saveEvent, saveTier } from './queries.ts';
import { eventRefusals } from './refusals.ts';
import { EventChanges, type EventFields, eventJson } from './schemas.ts';

interface Update {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  fields: EventFields;
  now: Date;
}

/**
 * A place is looked up before the event is locked. So often it is looked up again because the place in the database
 * changed
 * meanwhile; each look-up may take seconds, and two organizers who write at once are met by one.
 */
const MOST_LOOKUPS = 5;

/**
 * Changes the fields that were sent, under the event's lock, and records one `event.updated` that names what changed;
 * nothing when nothing did. Cancelling also ends every hold and cancels the valid tickets.
 * @throws Refusal 404; 400 for times or coordinates that do not fit together; 409 for a status that cannot follow, or a
 * capacity below what is sold and held, any other capacity on a seated event, or a place that others kept changing
 */
export async function updateEvent(db: Database, geocoder: Geocoder, sales: Sales, update: Update): Promise<Event> {
  for (let lookups = 0; lookups < MOST_LOOKUPS; lookups++) {
    const updated = await updateWherePlaceStays(db, geocoder, sales, update);
    if (updated) return updated;
  }
  throw eventRefusals.place_changed_meanwhile();
}

/** @returns undefined when the place changed between the look-up and the lock */
async function updateWherePlaceStays(
  db: Database,
  geocoder: Geocoder,
  sales: Sales,
  update: Update,
): Promise<Event | undefined> {
  const { organizationId, actor, eventId, now } = update;
  const stored = await getEvent(db, organizationId, eventId);
  // Found before the transaction: a lookup may take seconds, and nothing waits for the network under a lock.
  const place = placeAfter(stored, update.fields);
  const looked = placeChanges(stored, update.fields) ? { place, found: await geocoder.find(place) } : undefined;

  let returned = 0;
  const updated = await db.transaction(async (tx) => {
    const places = await lockPlaces(tx, organizationId, eventId);
    const before = await getEvent(tx, organizationId, eventId);
    const moves = placeChanges(before, update.fields);
    // Another request moved the event meanwhile, so these coordinates belong to neither place.
    if (moves && !isDeepStrictEqual(placeAfter(before, update.fields), looked?.place)) return undefined;
    const wanted = applied(before, update.fields, now);
    if (moves && !wanted.coordinatesGiven) {
      wanted.latitude = looked?.found?.latitude ?? null;
      wanted.longitude = looked?.found?.longitude ?? null;
    }
    checkTimes(wanted);
    checkTransition(before, wanted);
    if (before.seated && wanted.capacity !== before.capacity) throw eventRefusals.capacity_set_by_seats();
    if (wanted.capacity < before.capacity) await checkCapacity(tx, sales, places, wanted.capacity, now);
    if (wanted.status === 'cancelled' && before.status !== 'cancelled') {
      places.status = 'cancelled';
      await sales.cancelSales(tx, places, now);
      savePlaces(tx, places, now);
    }
    takeCounts(wanted, places);
    returned = before.sold - wanted.sold;
    sizeAndPriceDefaultTier(wanted, before, update.fields);
    followAvailability(wanted);
    const after = await save(tx, sales, organizationId, before, wanted);
    const change = { action: 'event.updated', before: loggedEvent(before), after: loggedEvent(after) } as const;
    recordDifference(tx, { organizationId, actor, subjectId: eventId, ...change, now });
    return after;
  });
  ticketsReturned.inc(returned);
  return updated;
}

const placeChanges = (stored: Event, { venueName, address, city }: EventFields) =>
  (venueName !== undefined && venueName !== stored.venueName) ||
  (address !== undefined && address !== stored.address) ||
  (city !== undefined && city !== stored.city);

const placeAfter = (stored: Event, { venueName, address, city }: EventFields) => ({
  venueName: venueName === undefined ? stored.venueName : venueName,
  address: address === undefined ? stored.address : address,
  city: city === undefined ? stored.city : city,
});

/** Cancelling changed the counts after they were read. */
function takeCounts(event: Event, places: Places) {
  event.sold = places.sold;
  for (const tier of event.tiers) tier.sold = places.tiers.find(({ id }) => id === tier.id)?.sold ?? tier.sold;
}

/**
 * The event as the request wants it. What the service decides (status by availability, found coordinates) comes after.
 */
function applied(event: Event, fields: EventFields, now: Date): Event {
  const { ticketPriceCentavos: _tierPrice, ...sent } = fields;
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const after: Event = {
    ...event,
    // A null where there is none becomes the column's default when it is written.
    ...(given as Partial<Event>),
    ...descriptions(fields),
    tiers: event.tiers.map((tier) => ({ ...tier })),
    updatedAt: now,
  };
  if (after.status !== event.status) after.soldOutByService = false;
  const coordinates = coordinatesSent(fields, event);
  if (coordinates) Object.assign(after, coordinates, { coordinatesGiven: coordinates.latitude !== null });
  return after;
}

function checkTransition(before: Event, after: Event) {
  if (after.status === before.status) return;
  const possible = EVENT_TRANSITIONS[before.status];
  if (possible.includes(after.status)) return;
  throw eventRefusals.invalid_status_change({
    from: before.status,
    to: after.status,
    possible: possible.filter((status) => status !== before.status),
  });
}

async function checkCapacity(tx: Tx, sales: Sales, places: Places, capacity: number, now: Date) {
  if (places.sold + places.held > capacity) {
    await sales.releaseOverdueHolds(tx, places, now);
    savePlaces(tx, places, now);
  }
  if (places.sold + places.held > capacity)
    throw eventRefusals.capacity_too_small({ sold: places.sold, held: places.held });
}

/**
 * The capacity is also the size of the only tier; the ticket price is the default tier's, for purchases from now on.
 */
function sizeAndPriceDefaultTier(after: Event, before: Event, { ticketPriceCentavos }: EventFields) {
  const [only, ...others] = after.tiers;
  if (only && others.length === 0 && after.capacity !== before.capacity) only.quantityTotal = after.capacity;
  if (ticketPriceCentavos === undefined) return;
  const priced = defaultTier(after.tiers) ?? only;
  if (!priced) throw eventRefusals.no_tier_to_price();
  priced.priceCentavos = ticketPriceCentavos ?? 0;
}

/** @returns the event as it is stored then */
async function save(tx: Tx, sales: Sales, organizationId: Uuid, before: Event, wanted: Event): Promise<Event> {
  const { id, tiers, sold: _sold, blocked: _blocked, seated: _seated, createdAt: _createdAt, ...changes } = wanted;
  await saveEvent(tx, organizationId, id, changes);
  for (const tier of tiers) await saveTier(tx, organizationId, tier);
  const after = await getEvent(tx, organizationId, id);
  const changed = changedFields(before, after);
  if (changed.length === 0) {
    await saveEvent(tx, organizationId, id, { updatedAt: before.updatedAt });
    return { ...after, updatedAt: before.updatedAt };
  }
  // A buyer of a cancelled event is told that, and nothing else.
  if (after.status !== 'cancelled' && changed.some((name) => MAILED_CHANGES.has(name)))
    sales.announceChange(tx, {
      organizationId,
      eventId: id,
      before: {
        start_datetime: before.startDatetime.toISOString(),
        venue_name: before.venueName,
        address: before.address,
        city: before.city,
      },
      now: after.updatedAt,
    });
  recordNotification(tx, {
    organizationId,
    type: 'event.updated',
    data: { event_id: id, status: after.status, changed },
    now: after.updatedAt,
  });
  return after;
}

/** Buyers who do not know of these changes come to the wrong place or on the wrong day. */
const MAILED_CHANGES: ReadonlySet<string> = new Set<keyof EventFacts>([
  'start_datetime',
  'venue_name',
  'address',
  'city',
]);

/**
 * Under their wire names, consequences included: a new venue may move the coordinates, a new capacity end "sold out".
 */
function changedFields(before: Event, after: Event): string[] {
  const old: Record<string, unknown> = {
    ...eventJson(before),
    sales_end_datetime: before.salesEndDatetime?.toISOString(),
  };
  const young: Record<string, unknown> = {
    ...eventJson(after),
    sales_end_datetime: after.salesEndDatetime?.toISOString(),
  };
  return Object.keys(EventChanges.properties).filter((name) => old[name] !== young[name]);
}
