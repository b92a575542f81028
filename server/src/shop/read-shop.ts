import { type Checkout, placesOf } from '../checkouts/checkout.ts';
import { listOverduePlaces } from '../checkouts/hold-queries.ts';
import { readSections } from '../checkouts/read-sections.ts';
import { salesEnd } from '../events/event.ts';
import { type EventCounts, placesForAll } from '../events/places.ts';
import { tierBefore } from '../events/tier-order.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { listHeldSeats } from '../seating/claim-queries.ts';
import { listPlanSections } from '../seating/queries.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import { afterTier, offersOfTiers } from './offers-of-tiers.ts';
import { findEventAt, findShopOwner, listComing, listOtherDates, listPast, listTiersOnSale } from './queries.ts';
import { type SectionSeats, sectionSeats } from './section-seats.ts';
import { type Asked, sharedRead } from './shared-read.ts';
import type { Offer, Shop, ShopEvent } from './shop-event.ts';
import { MOST_LISTED, MOST_OFFERS, MOST_PAGES } from './shop-limits.ts';

const sharedShop = sharedRead('reads of shops', async (db, { slugs, now }): Promise<Shop | undefined> => {
  const [slug = '', number] = slugs;
  const page = Number(number);
  const owner = await findShopOwner(db, slug);
  if (!owner) return undefined;
  const { organizationId } = owner;
  const [found, past] = await Promise.all([
    listComing(db, organizationId, { page, now }),
    page === 1 ? listPast(db, organizationId, now) : [],
  ]);
  const hasMore = found.length > MOST_LISTED && page < MOST_PAGES;
  return { ...owner, page, coming: found.slice(0, MOST_LISTED), hasMore, past };
});

const sharedEvent = sharedRead('reads of shop events', (db, asked) => readEvent(db, asked, null));

async function readEvent(db: Database, asked: Asked, own: Checkout | null): Promise<ShopEvent | undefined> {
  const [organizationSlug = '', slug = ''] = asked.slugs;
  const found = await findEventAt(db, organizationSlug, slug);
  if (!found) return undefined;
  const { salesEndDatetime, capacity, sold, held, blocked, seriesId, ...event } = found;
  const { organizationId, id, seated } = event;
  const sale = { event: { seated, capacity, sold, held, blocked }, own, now: asked.now };
  const [ofTiers, ofSections] = await Promise.all([
    offersWithoutSection(db, organizationId, id, sale),
    seated ? offersOfSections(db, organizationId, id, asked.now) : null,
  ]);
  const offers = [...shownOffers(ofSections?.offers ?? [], MOST_OFFERS - ofTiers.length), ...ofTiers];
  const otherDates = seriesId ? await listOtherDates(db, { organizationId, seriesId, id }, asked.now) : [];
  return {
    ...event,
    otherDates,
    salesEnd: salesEnd(found),
    selectionMode: ofSections?.selectionMode ?? null,
    offers: offers.filter(({ hidden }) => !hidden),
    hiddenOffers: offers.filter(({ hidden }) => hidden),
    own,
  };
}

/** What is sold without a section: on a seated event add-ons alone. The places of `own` count as free. */
async function offersWithoutSection(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  { event, own, now }: { event: EventCounts; own: Checkout | null; now: Date },
): Promise<Offer[]> {
  const tiers = await listTiersOnSale(db, organizationId, [eventId], MOST_OFFERS);
  const addOns = tiers.filter(({ admission }) => !admission);
  const offered = event.seated ? addOns : tiers;
  // While there are free places, overdue holds are not read: an on-sale then costs no further statement.
  const isShort = offered.some((tier) => tier.held > 0 && placesForAll({ ...event, tiers }, tier) === 0);
  const overdue = isShort ? await listOverduePlaces(db, organizationId, eventId, now) : [];
  const lines = [...(own?.lines ?? []), ...overdue];
  const heldOf = (tierId: Uuid) => placesOf(lines.filter((line) => line.tierId === tierId));
  const admissions = placesOf(lines) - sumOf(addOns, ({ id }) => heldOf(id));
  const offers = offersOfTiers(
    tiers.map((tier) => ({ ...tier, held: tier.held - heldOf(tier.id) })),
    { event: { ...event, held: event.held - admissions }, now },
  );
  return offers.filter(({ admission }) => !(event.seated && admission));
}

async function offersOfSections(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  now: Date,
): Promise<Pick<ShopEvent, 'selectionMode' | 'offers'>> {
  const { sale, sections } = await readSections(db, organizationId, eventId, now);
  const offers = sections.flatMap(({ id, label, prices }) =>
    prices
      .filter(({ tier }) => tier.isActive)
      .map(
        ({ tier, available, size }): Offer => ({
          key: `${id}_${tier.id}`,
          tierId: tier.id,
          sectionId: id,
          section: label,
          name: tier.name,
          priceCentavos: tier.priceCentavos,
          minimumPriceCentavos: tier.minimumPriceCentavos,
          free: available,
          size,
          isGone: available === 0,
          admission: true,
          hidden: tier.hidden,
          salesStartDatetime: tier.salesStartDatetime,
          salesEndDatetime: tier.salesEndDatetime,
          after: afterTier(tierBefore(sale, tier, now)),
        }),
      ),
  );
  return { selectionMode: sale.selectionMode, offers };
}

/** In a hall of more sections than a page has lines for, what is gone makes room for what can be bought. */
function shownOffers(offers: Offer[], most: number): Offer[] {
  if (offers.length <= most) return offers;
  const inOrder = offers.toSorted((one, other) => Number(one.isGone) - Number(other.isGone));
  const shown = new Set(inOrder.slice(0, most));
  return offers.filter((offer) => shown.has(offer));
}

const sharedSection = sharedRead(
  'reads of seats',
  async (db, { slugs: [organizationId = '', eventId = '', id = ''] }) => {
    const [section] = await listPlanSections(db, organizationId, eventId, [id]);
    return section;
  },
);

/** The seats of a section of an event. @returns undefined when the event has no such section */
export async function readSectionSeats(
  db: Database,
  event: ShopEvent,
  sectionId: Uuid,
  now: Date,
): Promise<SectionSeats | undefined> {
  const { organizationId, id, own } = event;
  const section = await sharedSection(db, { slugs: [organizationId, id, sectionId], now });
  const ownSeats = own ? await listHeldSeats(db, organizationId, own.id) : [];
  return section && sectionSeats(event, section, { ownSeats, now });
}

/** @returns undefined when no organization has or had this slug */
export const readShop = (db: Database, slug: string, { page, now }: { page: number; now: Date }) =>
  sharedShop(db, { slugs: [slug, `${page}`], now });

/**
 * The event at an address for all buyers, or for the one who has the hold `own`: its places are free for that buyer.
 * @returns undefined when no event but a draft has or had this address
 */
export const readShopEvent = (db: Database, asked: Asked, own: Checkout | null = null) =>
  own ? readEvent(db, asked, own) : sharedEvent(db, asked);
