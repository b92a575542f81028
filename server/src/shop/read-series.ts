import { salesEnd } from '../events/event.ts';
import { placesForAllOfEvent } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import { MOST_DATES } from '../series/dates.ts';
import { offersOfTiers } from './offers-of-tiers.ts';
import { findSeriesAt, listComingDates, listTiersOnSale } from './queries.ts';
import { sharedRead } from './shared-read.ts';
import type { ShopDate, ShopSeries } from './shop-event.ts';
import { MOST_OFFERS } from './shop-limits.ts';

const sharedSeries = sharedRead('reads of series', async (db, { slugs, now }): Promise<ShopSeries | undefined> => {
  const [organizationSlug = '', slug = ''] = slugs;
  const found = await findSeriesAt(db, organizationSlug, slug);
  if (!found) return undefined;
  const { organizationId, id } = found;
  const rows = await listComingDates(db, organizationId, id, now, MOST_DATES);
  const ids = rows.map((row) => row.id);
  const tiers = await listTiersOnSale(db, organizationId, ids, MOST_OFFERS * MOST_DATES);
  const tiersOf = Map.groupBy(tiers, ({ eventId }) => eventId);
  const dates = rows.map((row): ShopDate => {
    const { id, salesEndDatetime: _salesEnd, seated, capacity, sold, held, blocked, ...date } = row;
    const event = { seated, capacity, sold, held, blocked };
    const ofDate = tiersOf.get(id) ?? [];
    const offers = offersOfTiers(ofDate, { event, now }).filter(({ hidden }) => !hidden);
    return { ...date, salesEnd: salesEnd(row), free: placesForAllOfEvent({ ...event, tiers: ofDate }), offers };
  });
  return { ...found, dates };
});

/** @returns undefined when no series with a listed date has this address */
export const readSeries = (db: Database, organizationSlug: string, slug: string, now: Date) =>
  sharedSeries(db, { slugs: [organizationSlug, slug], now });
