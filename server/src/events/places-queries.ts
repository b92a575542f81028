import sql from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import { columns, type RowOf } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { EventStatus } from './event-status.ts';
import { eventsTable, ticketTiersTable } from './tables.ts';

// biome-ignore format: several a line
const placesColumns = columns(eventsTable, [
  'seated', 'blocked', 'status', 'soldOutByService', 'capacity', 'sold', 'held',
  'startDatetime', 'salesEndDatetime', 'maxPerOrder', 'maxPerBuyer', 'attendeeDetails',
]);
// biome-ignore format: several a line
const tierPlacesColumns = columns(ticketTiersTable, [
  'id', 'priceCentavos', 'quantityTotal', 'sold', 'held', 'blocked', 'waiting', 'offered',
  'minimumPriceCentavos', 'takenByOthers', 'isActive', 'admission', 'hidden', 'followsTierId', 'salesStartDatetime',
  'salesEndDatetime',
]);

export type PlacesRow = RowOf<typeof placesColumns>;
export type TierPlacesRow = RowOf<typeof tierPlacesColumns>;

/**
 * Locks the event's row, which also protects the counters of its tiers. A second statement reads the tiers, so that its
 * snapshot is taken after the lock was granted: in a join with the locking statement they could be older than the lock.
 */
export async function lockCounters(tx: Tx, organizationId: Uuid, eventId: Uuid) {
  const [events, tiers] = await Promise.all([
    tx.query<PlacesRow>(sql`
      select ${placesColumns} from events
       where organization_id = ${organizationId} and id = ${eventId} for update`),
    tx.query<TierPlacesRow>(sql`
      select ${tierPlacesColumns} from ticket_tiers
       where organization_id = ${organizationId} and event_id = ${eventId}
       order by sort_order, created_at, id`),
  ]);
  return { event: events[0], tiers };
}

/** Changes of the counters of a tier. */
export interface CounterChange {
  sold: number;
  held: number;
  takenByOthers: number;
  waiting: number;
  offered: number;
}

/** One statement for the event and all its tiers; the CHECK constraints prevent overselling. */
export function addToCounters(
  tx: Tx,
  organizationId: Uuid,
  eventId: Uuid,
  /** admission: whether the tier takes places of the event */
  changes: (CounterChange & { tierId: Uuid; admission: boolean })[],
) {
  write(
    tx,
    sql`
    with change as (
      select * from unnest(${changes.map((c) => c.tierId)}::uuid[], ${changes.map((c) => c.sold)}::int[],
                           ${changes.map((c) => c.held)}::int[], ${changes.map((c) => c.waiting)}::int[],
                           ${changes.map((c) => c.offered)}::int[], ${changes.map((c) => c.takenByOthers)}::int[],
                           ${changes.map((c) => c.admission)}::boolean[])
                as c (tier_id, sold, held, waiting, offered, taken_by_others, admission)),
    event as (
      update events
         set sold = sold + (select coalesce(sum(sold), 0) from change where admission),
             held = held + (select coalesce(sum(held), 0) from change where admission)
       where organization_id = ${organizationId} and id = ${eventId})
    update ticket_tiers t
       set sold = t.sold + change.sold, held = t.held + change.held, waiting = t.waiting + change.waiting,
           offered = t.offered + change.offered, taken_by_others = t.taken_by_others + change.taken_by_others
      from change
     where t.organization_id = ${organizationId} and t.id = change.tier_id`,
  );
}

export function saveStatusSetByService(
  tx: Tx,
  organizationId: Uuid,
  eventId: Uuid,
  { status, soldOutByService, now }: { status: EventStatus; soldOutByService: boolean; now: Date },
) {
  write(
    tx,
    sql`
    update events set status = ${status}, sold_out_by_service = ${soldOutByService}, updated_at = ${now}
     where organization_id = ${organizationId} and id = ${eventId}`,
  );
}

interface ResizedPlaces {
  organizationId: Uuid;
  eventId: Uuid;
  status: EventStatus;
  soldOutByService: boolean;
  capacity: number;
  blocked: number;
  tiers: { id: Uuid; quantityTotal: number; blocked: number }[];
}

/** One statement for the event and all its tiers; the CHECK constraints refuse sizes below the sold and held places. */
export async function saveSeatSizes(tx: Tx, places: ResizedPlaces, now: Date) {
  const { organizationId, eventId, tiers } = places;
  await tx.query(sql`
    with event as (
      update events
         set seated = true, capacity = ${places.capacity}, blocked = ${places.blocked}, status = ${places.status},
             sold_out_by_service = ${places.soldOutByService}, updated_at = ${now}
       where organization_id = ${organizationId} and id = ${eventId})
    update ticket_tiers t
       set quantity_total = size.quantity_total, blocked = size.blocked
      from unnest(${tiers.map(({ id }) => id)}::uuid[], ${tiers.map((tier) => tier.quantityTotal)}::int[],
                  ${tiers.map((tier) => tier.blocked)}::int[]) as size (tier_id, quantity_total, blocked)
     where t.organization_id = ${organizationId} and t.id = size.tier_id`);
}
