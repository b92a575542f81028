import sql, { raw, type Sql } from 'sql-template-tag';
import type { Event } from '../events/event.ts';
import { isEventOver } from '../events/queries.ts';
import { eventsTable, ticketTiersTable } from '../events/tables.ts';
import { type OrganizerColumns, organizerColumns, organizerOf } from '../organizations/organizer-queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { columns, type RowOf } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { OtherDate, ShopEvent, ShopListing, ShopOwner, ShopSeries } from './shop-event.ts';
import { MOST_IN_SITEMAP, MOST_LISTED, MOST_OTHER_DATES, MOST_PAST } from './shop-limits.ts';

type OwnerRow = OrganizerColumns & { organizationId: Uuid; organizationSlug: string; timeZone: string };

const ownerColumns = sql`n.organization_id, n.slug as organization_slug, n.time_zone, ${organizerColumns}`;

const ownerOf = (row: OwnerRow): ShopOwner => ({
  organizationId: row.organizationId,
  organizationSlug: row.organizationSlug,
  organizer: organizerOf(row),
  timeZone: row.timeZone,
});

/** The organization that has or had this slug. */
export async function findShopOwner(db: Queryable, slug: string): Promise<ShopOwner | undefined> {
  const [row] = await db.query<OwnerRow>(sql`
    select ${ownerColumns} from organization_slugs s join organizations n on n.organization_id = s.organization_id
     where s.slug = ${slug}`);
  return row && ownerOf(row);
}

/**
 * Entries of the list. Prices are those of tickets that can be bought, or will be. `dates` are the events that one
 * stands for: more than itself, if it is the next date of a series.
 */
const listed = (organizationId: Uuid, now: Date, which: Sql, dates: Sql) => sql`
  select e.slug, e.title, e.start_datetime, e.venue_name, e.city, e.cover_image_url,
         case when e.status = 'completed' then e.status when d.sold_out then 'sold_out' else 'active' end as status,
         e.series_id, s.name as series_name, s.slug as series_slug, d.dates, price.least as from_centavos,
         coalesce(price.is_chosen or price.least < price.most, false) as has_prices
    from (${which}) e
    left join event_series s on s.organization_id = ${organizationId} and s.id = e.series_id
    cross join lateral (
      select array_agg(d.id) as ids, count(*) as dates, bool_and(d.status = 'sold_out') as sold_out
        from (${dates}) d) d
    cross join lateral (
      select min(coalesce(t.minimum_price_centavos, t.price_centavos)) as least, max(t.price_centavos) as most,
             bool_or(t.minimum_price_centavos is not null) as is_chosen from ticket_tiers t
       where t.organization_id = ${organizationId} and t.event_id = any(d.ids) and t.is_active and t.admission
          and not t.hidden and t.quantity_total > t.sold + t.blocked and coalesce(t.sales_end_datetime > ${now}, true)) price
   order by e.start_datetime, e.id`;

/** Condition: the event can be bought or is sold out, and it is listed. */
const isComing = (now: Date, event = raw('e')) =>
  sql`${event}.status in ('active', 'sold_out') and ${event}.listed and not ${isEventOver(now, event)}`;

const others = raw('o');

/**
 * Events that can be bought or are sold out, the next one first, with one more than the page lists. A series is its
 * next date.
 */
export const listComing = (db: Queryable, organizationId: Uuid, { page, now }: { page: number; now: Date }) =>
  db.query<ShopListing>(
    listed(
      organizationId,
      now,
      sql`
      (select e.* from events e
        where e.organization_id = ${organizationId} and ${isComing(now)} and e.series_id is null
        order by e.start_datetime, e.id limit ${page * MOST_LISTED + 1})
      union all
      (select distinct on (e.series_id) e.* from events e
        where e.organization_id = ${organizationId} and ${isComing(now)} and e.series_id is not null
        order by e.series_id, e.start_datetime, e.id)
      order by start_datetime, id limit ${MOST_LISTED + 1} offset ${(page - 1) * MOST_LISTED}`,
      sql`
      select e.id, e.status
       union select o.id, o.status from events o
              where o.organization_id = ${organizationId} and o.series_id = e.series_id and ${isComing(now, others)}`,
    ),
  );

/**
 * Events that are over, the last one first. A series is its last date, and not among them while one is to come. That
 * date is looked up, because a show may have thousands.
 */
export async function listPast(db: Queryable, organizationId: Uuid, now: Date) {
  const isPast = sql`e.organization_id = ${organizationId} and e.status = 'completed' and e.listed`;
  const lastFirst = sql`e.start_datetime desc, e.id desc`;
  const events = await db.query<ShopListing>(
    listed(
      organizationId,
      now,
      sql`
      (select e.* from events e where ${isPast} and e.series_id is null order by ${lastFirst} limit ${MOST_PAST})
      union all
      select e.* from event_series s cross join lateral (
        select e.* from events e where ${isPast} and e.series_id = s.id order by ${lastFirst} limit 1) e
       where s.organization_id = ${organizationId}
         and not exists (
           select 1 from events o
            where o.organization_id = ${organizationId} and o.series_id = s.id and ${isComing(now, others)})
       order by start_datetime desc, id desc limit ${MOST_PAST}`,
      sql`select e.id, e.status`,
    ),
  );
  return events.toReversed();
}

/** A series that has or had a listed date. */
export async function findSeriesAt(db: Queryable, organizationSlug: string, slug: string) {
  const [row] = await db.query<OwnerRow & Pick<ShopSeries, 'id' | 'name' | 'slug'>>(sql`
    select ${ownerColumns}, s.id, s.name, s.slug
      from organization_slugs os
      join organizations n on n.organization_id = os.organization_id
      join event_series s on s.organization_id = os.organization_id and s.slug = ${slug}
     where os.slug = ${organizationSlug} and exists (
       select 1 from events e
        where e.organization_id = s.organization_id and e.series_id = s.id and e.status not in ('draft', 'hidden')
          and e.listed)`);
  return row && { ...ownerOf(row), id: row.id, name: row.name, slug: row.slug };
}

// biome-ignore format: several a line
const dateColumns = columns(
  eventsTable,
  [
    'id', 'slug', 'title', 'status', 'startDatetime', 'endDatetime', 'salesEndDatetime', 'venueName',
    'address', 'city', 'latitude', 'longitude', 'coverImageUrl', 'description', 'descriptionHtml',
    'seated', 'capacity', 'sold', 'held', 'blocked',
  ],
  'e',
);

/** Dates of a series that are coming, the next one first. */
export const listComingDates = (db: Queryable, organizationId: Uuid, seriesId: Uuid, now: Date, most: number) =>
  db.query<RowOf<typeof dateColumns>>(sql`
    select ${dateColumns} from events e
     where e.organization_id = ${organizationId} and e.series_id = ${seriesId} and ${isComing(now)}
     order by e.start_datetime, e.id limit ${most}`);

/** Where the page of an event leads to, besides itself. */
export const listOtherDates = (db: Queryable, event: { organizationId: Uuid; seriesId: Uuid; id: Uuid }, now: Date) =>
  db.query<OtherDate>(sql`
    select e.slug, e.status, e.start_datetime from events e
     where e.organization_id = ${event.organizationId} and e.series_id = ${event.seriesId} and e.id <> ${event.id}
       and ${isComing(now)}
     order by e.start_datetime, e.id limit ${MOST_OTHER_DATES}`);

// biome-ignore format: several a line
const eventColumns = columns(
  eventsTable,
  [
    'id', 'slug', 'title', 'status', 'listed', 'startDatetime', 'endDatetime', 'salesEndDatetime',
    'venueName', 'address', 'city', 'latitude', 'longitude', 'coverImageUrl', 'description',
    'descriptionHtml', 'eventType', 'seated', 'maxPerOrder', 'maxPerBuyer', 'capacity', 'sold',
    'held', 'blocked', 'waitingRoomEnabled', 'seriesId',
  ],
  'e',
);

/** The event that has or had this address, drafts excepted. */
export async function findEventAt(db: Queryable, organizationSlug: string, slug: string) {
  const [row] = await db.query<OwnerRow & RowOf<typeof eventColumns> & Pick<ShopEvent, 'series'>>(sql`
    select ${ownerColumns}, ${eventColumns}, (
           select json_build_object('name', s.name, 'slug', s.slug) from event_series s
            where s.organization_id = e.organization_id and s.id = e.series_id) as series
      from organization_slugs os
      join organizations n on n.organization_id = os.organization_id
      join event_slugs es on es.organization_id = os.organization_id and es.slug = ${slug}
      join events e on e.organization_id = es.organization_id and e.id = es.event_id
     where os.slug = ${organizationSlug} and e.status <> 'draft'`);
  if (!row) return undefined;
  return { ...row, ...ownerOf(row) };
}

// biome-ignore format: several a line
const tierColumns = columns(ticketTiersTable, [
  'id', 'eventId', 'name', 'priceCentavos', 'quantityTotal', 'sold', 'held', 'blocked', 'takenByOthers', 'waiting',
  'offered',
  'minimumPriceCentavos', 'isActive', 'admission', 'hidden', 'followsTierId', 'salesStartDatetime',
  'salesEndDatetime',
]);

export type TierOnSale = RowOf<typeof tierColumns>;

/** Active tiers that have places at all, add-ons last. */
export const listTiersOnSale = (db: Queryable, organizationId: Uuid, eventIds: Uuid[], most: number) =>
  db.query<TierOnSale>(sql`
    select ${tierColumns} from ticket_tiers
     where organization_id = ${organizationId} and event_id = any(${eventIds}::uuid[]) and is_active
       and quantity_total > 0
     order by admission desc, sort_order, created_at, id limit ${most}`);

/** Pages that search engines may read, the next events first. */
export const listAddresses = (db: Queryable, now: Date) =>
  db.query<{ organizationSlug: string; slug: string; updatedAt: Date; status: Event['status'] }>(sql`
    select n.slug as organization_slug, e.slug, e.updated_at, e.status from events e
      join organizations n on n.organization_id = e.organization_id
     where n.test_of is null and ${isComing(now)}
     order by e.start_datetime, e.id limit ${MOST_IN_SITEMAP}`);

/** Pages of series with a date to come. */
export const listSeriesAddresses = (db: Queryable, now: Date) =>
  db.query<{ organizationSlug: string; slug: string }>(sql`
    select n.slug as organization_slug, s.slug from event_series s
      join organizations n on n.organization_id = s.organization_id
     where n.test_of is null and exists (
       select 1 from events e where e.organization_id = s.organization_id and e.series_id = s.id and ${isComing(now)})
     order by s.id desc limit ${MOST_IN_SITEMAP}`);
