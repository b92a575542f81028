import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import type { EventFacts } from '../mail/mail.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { ticketsReturned } from '../platform/metrics/service-metrics.ts';
import type { Clock } from '../values/clock.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { descriptions } from './description.ts';
import { defaultTier, type Event } from './event.ts';
import { checkRefundRule, checkTimes, coordinatesSent } from './event-rules.ts';
import { takeSlug } from './event-slugs.ts';
import { EVENT_TRANSITIONS } from './event-status.ts';
import { loggedEvent } from './logged.ts';
import { changeNamedTiers, type NamedTierChange } from './named-tiers.ts';
import { lockPlaces, type Places, saveCounters, savePlaces } from './places.ts';
import { changeDoorList, getEvent, saveEvent, saveTier } from './queries.ts';
import { eventRefusals } from './refusals.ts';
import type { Sales } from './sales.ts';
import { EventChanges, type EventFields, eventFieldsJson } from './schemas.ts';
import { followAvailability } from './sold-out.ts';

interface Update {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  fields: EventFields;
  /** A draft is published as well. */
  publishes?: boolean;
  /** Changes of the tiers with these names. */
  tiers?: NamedTierChange[];
  now: Date;
  /** Says when a cancellation is over, which may take minutes. */
  clock: Clock;
}

/**
 * Coordinates are looked up before the event is locked, and again if another request changed the location meanwhile.
 * This limits the look-ups, each of which may take seconds. One retry is enough for two organizers who write at once.
 */
const MAX_LOOKUPS = 5;

/**
 * Changes the fields that were sent, under the event's lock, and records one `event.updated` with the names of the
 * changed fields, or nothing if none changed. Cancelling also ends every hold and cancels the valid tickets.
 * @throws Refusal 404; 400 for inconsistent times or coordinates, or an incomplete refund rule; 409 for an impossible
 * status change, a capacity below the sold and held places, any other capacity on a seated event, a slug of another
 * event, or a location that other requests kept changing
 */
export async function updateEvent(db: Database, geocoder: Geocoder, sales: Sales, update: Update): Promise<Event> {
  for (let lookups = 0; lookups < MAX_LOOKUPS; lookups++) {
    const updated = await updateUnlessMoved(db, geocoder, sales, update);
    if (updated) return updated;
  }
  throw eventRefusals.place_changed_meanwhile();
}

/** @returns undefined when another request changed the location between the look-up and the lock */
async function updateUnlessMoved(
  db: Database,
  geocoder: Geocoder,
  sales: Sales,
  update: Update,
): Promise<Event | undefined> {
  const { organizationId, actor, eventId, now } = update;
  const stored = await getEvent(db, organizationId, eventId);
  // Before the transaction, because a look-up may take seconds and a lock must not wait for the network.
  const location = locationAfter(stored, update.fields);
  const lookup = moves(stored, update.fields) ? { location, found: await geocoder.find(location) } : undefined;

  let returned = 0;
  const updated = await db.transaction(async (tx) => {
    const places = await lockPlaces(tx, organizationId, eventId);
    const before = await getEvent(tx, organizationId, eventId);
    const fields = publishedIf(update.publishes && before.status === 'draft', update.fields);
    const isMoved = moves(before, fields);
    // Another request moved the event meanwhile, so the coordinates belong to a location that the event never has.
    if (isMoved && !isDeepStrictEqual(locationAfter(before, fields), lookup?.location)) return undefined;
    const wanted = applied(before, fields, now);
    if (isMoved && !wanted.coordinatesGiven) {
      wanted.latitude = lookup?.found?.latitude ?? null;
      wanted.longitude = lookup?.found?.longitude ?? null;
    }
    checkTimes(wanted);
    checkRefundRule(fields, before);
    checkTransition(before, wanted);
    if (before.seated && wanted.capacity !== before.capacity) throw eventRefusals.capacity_set_by_seats();
    if (wanted.capacity < before.capacity) await checkCapacity(tx, sales, places, wanted.capacity, now);
    const isCancelled = wanted.status === 'cancelled' && before.status !== 'cancelled';
    if (isCancelled) {
      places.status = 'cancelled';
      await sales.cancelSales(tx, places, now);
      savePlaces(tx, places, now);
    }
    if (wanted.status === 'completed' && before.status !== 'completed')
      sales.endReservations(tx, organizationId, [eventId], now);
    returned = before.sold - places.sold;
    if (wanted.maxPerBuyer !== null && before.maxPerBuyer === null)
      await sales.countBuyerPlaces(tx, { organizationId, eventId });
    sizeAndPriceDefaultTier(wanted, before, fields);
    followPlaces(wanted, places);
    if (wanted.slug !== before.slug) await takeSlug(tx, { organizationId, eventId }, wanted.slug);
    const after = await save(tx, sales, organizationId, before, wanted);
    // The tickets have the time of the request, and doors have asked for later changes meanwhile.
    if (isCancelled) changeDoorList(tx, organizationId, eventId, update.clock.now());
    const change = { action: 'event.updated', before: loggedEvent(before), after: loggedEvent(after) } as const;
    recordDifference(tx, { organizationId, actor, subjectId: eventId, ...change, now });
    if (!update.tiers) return after;
    await changeNamedTiers(tx, sales, { ...update, tiers: update.tiers });
    return getEvent(tx, organizationId, eventId);
  });
  ticketsReturned.inc(returned);
  return updated;
}

const publishedIf = (isPublished: boolean | undefined, fields: EventFields): EventFields =>
  isPublished ? { ...fields, status: 'active' } : fields;

const moves = (stored: Event, { venueName, address, city }: EventFields) =>
  (venueName !== undefined && venueName !== stored.venueName) ||
  (address !== undefined && address !== stored.address) ||
  (city !== undefined && city !== stored.city);

const locationAfter = (stored: Event, { venueName, address, city }: EventFields) => ({
  venueName: venueName === undefined ? stored.venueName : venueName,
  address: address === undefined ? stored.address : address,
  city: city === undefined ? stored.city : city,
});

/**
 * The status follows the counts under the lock, which cancelling and ending holds changed, in the sizes that were sent.
 */
function followPlaces(event: Event, places: Places) {
  const { status, soldOutByService, capacity } = event;
  const sizes = new Map(event.tiers.map(({ id, quantityTotal }) => [id, quantityTotal]));
  const tiers = places.tiers.map((tier) => ({ ...tier, quantityTotal: sizes.get(tier.id) ?? tier.quantityTotal }));
  const after = { ...places, status, soldOutByService, capacity, tiers };
  followAvailability(after);
  Object.assign(event, { status: after.status, soldOutByService: after.soldOutByService });
}

/**
 * The event with the sent fields. The caller then sets what the service decides: sold out or not, found coordinates.
 */
function applied(event: Event, fields: EventFields, now: Date): Event {
  const { ticketPriceCentavos: _tierPrice, ...others } = fields;
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const after: Event = {
    ...event,
    // A null in a column without nulls is written as the column's default.
    ...(given as Partial<Event>),
    ...descriptions(fields),
    tiers: event.tiers.map((tier) => ({ ...tier })),
    updatedAt: now,
  };
  if (after.status !== event.status) after.soldOutByService = false;
  if (fields.listed !== undefined) after.unlistedByService = false;
  if (endsUnseen(event, after) && fields.listed == null)
    Object.assign(after, { listed: false, unlistedByService: event.listed });
  const coordinates = coordinatesSent(fields, event);
  if (coordinates) Object.assign(after, coordinates, { coordinatesGiven: coordinates.latitude !== null });
  return after;
}

/** A hidden event that ends stays unlisted, so that its end does not reveal it. */
const endsUnseen = (before: Event, after: Event) =>
  before.status === 'hidden' && (after.status === 'completed' || after.status === 'cancelled');

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
    saveCounters(tx, places);
  }
  if (places.sold + places.held > capacity)
    throw eventRefusals.capacity_too_small({ sold: places.sold, held: places.held });
}

/**
 * The capacity is also the size of the only tier that admits; the ticket price becomes the default tier's, for later
 * purchases.
 */
function sizeAndPriceDefaultTier(after: Event, before: Event, { ticketPriceCentavos }: EventFields) {
  const [only, ...others] = after.tiers.filter(({ admission }) => admission);
  if (only && others.length === 0 && after.capacity !== before.capacity) only.quantityTotal = after.capacity;
  if (ticketPriceCentavos === undefined) return;
  const priced = defaultTier(after.tiers) ?? only;
  if (!priced) throw eventRefusals.no_tier_to_price();
  priced.priceCentavos = ticketPriceCentavos ?? 0;
  if (priced.minimumPriceCentavos !== null && priced.priceCentavos < priced.minimumPriceCentavos)
    throw eventRefusals.price_below_minimum({ field: 'ticket_price' });
}

/** @returns the event as stored */
async function save(tx: Tx, sales: Sales, organizationId: Uuid, before: Event, wanted: Event): Promise<Event> {
  const {
    id,
    tiers,
    seriesName: _series,
    sold: _sold,
    blocked: _blocked,
    seated: _seated,
    createdAt: _made,
    ...changes
  } = wanted;
  await saveEvent(tx, organizationId, id, changes);
  for (const tier of tiers) await saveTier(tx, organizationId, tier);
  const after = await getEvent(tx, organizationId, id);
  const changed = changedFields(before, after);
  if (changed.length === 0) {
    await saveEvent(tx, organizationId, id, { updatedAt: before.updatedAt });
    return { ...after, updatedAt: before.updatedAt };
  }
  // Buyers of a cancelled event get only the e-mail about the cancellation.
  if (after.status !== 'cancelled' && changed.some((name) => MAILED_CHANGES.has(name)))
    await sales.announceChange(tx, {
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
  if (changed.some((name) => ON_PASSES.has(name)))
    sales.changePasses(tx, { organizationId, eventId: id, now: after.updatedAt });
  recordNotification(tx, {
    organizationId,
    type: 'event.updated',
    data: { event_id: id, status: after.status, changed },
    now: after.updatedAt,
  });
  return after;
}

/** Changes that attendees get an e-mail about: without it they would come to the wrong place or at the wrong time. */
const MAILED_CHANGES: ReadonlySet<string> = new Set<keyof EventFacts>([
  'start_datetime',
  'venue_name',
  'address',
  'city',
]);

/** Changes that are on the passes in wallets. */
const ON_PASSES: ReadonlySet<string> = new Set(['title', ...MAILED_CHANGES]);

/** Wire names of the changed fields, indirect changes included: a new venue may change the coordinates, for example. */
function changedFields(before: Event, after: Event): string[] {
  const old: Record<string, unknown> = {
    ...eventFieldsJson(before),
    sales_end_datetime: before.salesEndDatetime?.toISOString(),
  };
  const current: Record<string, unknown> = {
    ...eventFieldsJson(after),
    sales_end_datetime: after.salesEndDatetime?.toISOString(),
  };
  return Object.keys(EventChanges.properties).filter((name) => !isDeepStrictEqual(old[name], current[name]));
}
