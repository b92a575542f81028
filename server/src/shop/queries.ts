import sql, { type Sql } from 'sql-template-tag';
import type { Event } from '../events/event.ts';
import { isEventOver } from '../events/queries.ts';
import { eventsTable, ticketTiersTable } from '../events/tables.ts';
import { type OrganizerColumns, organizerColumns, organizerOf } from '../organizations/organizer-queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { columns, type RowOf } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { ListedEvent, ShopOwner } from './shop-event.ts';
import { MOST_IN_SITEMAP, MOST_LISTED, MOST_PAST } from './shop-limits.ts';

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

const listed = (which: Sql) => sql`
  select e.slug, e.title, e.status, e.start_datetime, e.venue_name, e.city, e.cover_image_url,
         price.least as from_centavos, coalesce(price.is_chosen or price.least < price.most, false) as has_prices
    from (${which}) e cross join lateral (
      select min(coalesce(t.minimum_price_centavos, t.price_centavos)) as least, max(t.price_centavos) as most,
             bool_or(t.minimum_price_centavos is not null) as is_chosen from ticket_tiers t
       where t.organization_id = e.organization_id and t.event_id = e.id and t.is_active and t.admission
          and not t.hidden and t.quantity_total > 0) price
   order by e.start_datetime, e.id`;

/** Events that can be bought or are sold out, the next one first. */
export const listComing = (db: Queryable, organizationId: Uuid, now: Date) =>
  db.query<ListedEvent>(
    listed(sql`
      select e.* from events e
       where e.organization_id = ${organizationId} and e.status in ('active', 'sold_out') and e.listed
         and not ${isEventOver(now)}
       order by e.start_datetime, e.id limit ${MOST_LISTED}`),
  );

/** Events that are over, the last one first. */
export async function listPast(db: Queryable, organizationId: Uuid) {
  const events = await db.query<ListedEvent>(
    listed(sql`
      select e.* from events e where e.organization_id = ${organizationId} and e.status = 'completed' and e.listed
       order by e.start_datetime desc, e.id desc limit ${MOST_PAST}`),
  );
  return events.toReversed();
}

const eventColumns = columns(
  eventsTable,
  [
    ...(['id', 'slug', 'title', 'status', 'listed', 'startDatetime', 'endDatetime', 'salesEndDatetime'] as const),
    ...(['venueName', 'address', 'city', 'latitude', 'longitude', 'coverImageUrl', 'description'] as const),
    ...(['descriptionHtml', 'eventType', 'seated', 'maxPerOrder', 'maxPerBuyer', 'capacity', 'sold'] as const),
    ...(['held', 'blocked', 'waitingRoomEnabled'] as const),
  ],
  'e',
);

/** The event that has or had this address, drafts excepted. */
export async function findEventAt(db: Queryable, organizationSlug: string, slug: string) {
  const [row] = await db.query<OwnerRow & RowOf<typeof eventColumns>>(sql`
    select ${ownerColumns}, ${eventColumns}
      from organization_slugs os
      join organizations n on n.organization_id = os.organization_id
      join event_slugs es on es.organization_id = os.organization_id and es.slug = ${slug}
      join events e on e.organization_id = es.organization_id and e.id = es.event_id
     where os.slug = ${organizationSlug} and e.status <> 'draft'`);
  if (!row) return undefined;
  return { ...row, ...ownerOf(row) };
}

const tierColumns = columns(ticketTiersTable, [
  ...(['id', 'name', 'priceCentavos', 'quantityTotal', 'sold', 'held', 'blocked', 'waiting', 'offered'] as const),
  ...([
    'minimumPriceCentavos',
    'isActive',
    'admission',
    'hidden',
    'followsTierId',
    'salesStartDatetime',
    'salesEndDatetime',
  ] as const),
]);

/** Active tiers that have places at all, add-ons last. */
export const listTiersOnSale = (db: Queryable, organizationId: Uuid, eventId: Uuid, most: number) =>
  db.query<RowOf<typeof tierColumns>>(sql`
    select ${tierColumns} from ticket_tiers
     where organization_id = ${organizationId} and event_id = ${eventId} and is_active and quantity_total > 0
     order by admission desc, sort_order, created_at, id limit ${most}`);

/** Pages that search engines may read, the next events first. */
export const listAddresses = (db: Queryable, now: Date) =>
  db.query<{ organizationSlug: string; slug: string; updatedAt: Date; status: Event['status'] }>(sql`
    select n.slug as organization_slug, e.slug, e.updated_at, e.status from events e
      join organizations n on n.organization_id = e.organization_id
     where n.test_of is null and e.status in ('active', 'sold_out') and e.listed and not ${isEventOver(now)}
     order by e.start_datetime, e.id limit ${MOST_IN_SITEMAP}`);
