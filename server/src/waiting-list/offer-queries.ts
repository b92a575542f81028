import sql, { empty, type Sql } from 'sql-template-tag';
import type { Attribution, Checkout } from '../checkouts/checkout.ts';
import { SELLABLE_STATUSES } from '../events/event-status.ts';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { columns } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import { KEEP_PLACES_MS, type Waiting } from './choose-entries.ts';
import { SHORTEST_OFFER_MS } from './entry.ts';
import type { WaitingListEntryRow } from './tables.ts';
import { waitingListEntriesTable } from './tables.ts';

interface EventRef {
  organizationId: Uuid;
  eventId: Uuid;
}

/** Free places of a tier, and all that it can have. */
const FREE = sql`least(case when t.admission then e.capacity - e.sold - e.held - e.blocked end,
                       t.quantity_total - t.sold - t.held - t.blocked - t.taken_by_others)`;
const SIZE = sql`least(case when t.admission then e.capacity - e.blocked end, t.quantity_total - t.blocked)`;
/** The largest section of the tier has this many places or more: it is their average size. */
const LARGEST_PARTY_AT_LEAST = sql`
  ${SIZE} / greatest(1, (
    select count(*) from seating_sections s
     where s.organization_id = t.organization_id and s.event_id = t.event_id and t.id = any(s.tier_ids)))`;

/** A value of the entry `w` that is the first in this order among the entries that wait for the tier `t`. */
const firstEntryBy = (order: Sql, value: Sql) => sql`(
  select ${value} from waiting_list_entries w
   where w.organization_id = t.organization_id and w.tier_id = t.id and w.status = 'waiting'
   order by ${order} limit 1)`;

/**
 * Whether the tier has an entry to serve: a party that may be too large, whose wait is to be ended, or a party that
 * fits into the free places. A party that fits does not count while places are kept for the first in line, which does
 * not fit, as in `chooseEntries`. What is free and how large a party can be is not known by section here: the event is
 * locked, and `freeRooms` decides. One entry of each order is read, however many wait.
 */
const hasTurn = (keptAfter: Date) => sql`
  (${firstEntryBy(sql`w.quantity desc`, sql`w.quantity`)} > ${LARGEST_PARTY_AT_LEAST}
   or ${firstEntryBy(sql`w.quantity`, sql`w.quantity`)} <= ${FREE}
      and ${firstEntryBy(sql`w.id`, sql`w.quantity <= ${FREE} or w.kept_since is null or w.kept_since <= ${keptAfter}`)})`;

/**
 * Events whose waiting lists have something to do at `now`: free places of a tier on sale that an entry may get, or a
 * list that ended. By their ids, after `after`. An event that is listed is locked. One of general admission is listed
 * only if there is something to do, or while its places are kept for a party of another tier. A hall is listed also
 * while the smallest party would fit into the free seats, but not into those of one section; and, with any free seat,
 * while a party is larger than its sections are on average.
 */
export async function listEventsToServe(
  db: Queryable,
  { now, after, most }: { now: Date; after: EventRef | undefined; most: number },
): Promise<EventRef[]> {
  const closing = new Date(now.getTime() + SHORTEST_OFFER_MS);
  const keptAfter = new Date(now.getTime() - KEEP_PLACES_MS);
  return db.query<EventRef>(sql`
    select distinct t.organization_id, t.event_id from ticket_tiers t
      join events e on e.organization_id = t.organization_id and e.id = t.event_id
     where t.waiting > 0
       ${after ? sql`and (t.organization_id, t.event_id) > (${after.organizationId}::uuid, ${after.eventId}::uuid)` : empty}
       and (e.status in ('cancelled', 'completed')
            or least(coalesce(e.sales_end_datetime, e.start_datetime - interval '1 hour'), t.sales_end_datetime) < ${closing}
            or ${FREE} > 0
               and t.is_active and (t.sales_start_datetime is null or t.sales_start_datetime <= ${now})
               and (e.status = any(${SELLABLE_STATUSES}::text[]) or e.status = 'sold_out' and e.sold_out_by_service)
               and ${hasTurn(keptAfter)})
     order by t.organization_id, t.event_id limit ${most}`);
}

/**
 * As many of one tier get an offer, or are ended, at once; the next round continues. Bounds the time that the event is
 * locked.
 */
const MOST_AT_ONCE = 100;

// biome-ignore format: several a line
const entryColumns = columns(waitingListEntriesTable, [
  'id', 'tierId', 'quantity', 'passedOver', 'keptSince', 'customerName', 'customerEmail',
  'customerPhone', 'language', 'successUrl', 'cancelUrl', 'channel',
  'source', 'medium', 'campaign', 'ref',
]);

/** An entry in line, with what its checkout is made of. */
export type InLine = Waiting &
  Pick<
    WaitingListEntryRow,
    'tierId' | 'customerName' | 'customerEmail' | 'customerPhone' | 'language' | 'successUrl' | 'cancelUrl' | 'channel'
  > &
  Attribution;

/**
 * The beginning of the line of a tier, longest waiting first: the first entries of any size, and the first of at most
 * `largest` places. The event is locked.
 */
export async function listInLine(
  tx: Tx,
  { organizationId, tierId, largest }: { organizationId: Uuid; tierId: Uuid; largest: number },
): Promise<InLine[]> {
  const inLine = sql`organization_id = ${organizationId} and tier_id = ${tierId} and status = 'waiting'`;
  return tx.query<InLine>(sql`
    (select ${entryColumns} from waiting_list_entries where ${inLine} order by id limit ${MOST_AT_ONCE})
    union
    (select ${entryColumns} from waiting_list_entries where ${inLine} and quantity <= ${largest}
      order by id limit ${MOST_AT_ONCE})
    order by id`);
}

/** The event is locked. */
export function markOffered(tx: Tx, organizationId: Uuid, offers: { entryId: Uuid; checkoutId: Uuid }[]) {
  write(
    tx,
    sql`
    update waiting_list_entries w set status = 'offered', checkout_id = o.checkout_id, kept_since = null
      from unnest(${offers.map(({ entryId }) => entryId)}::uuid[],
                  ${offers.map(({ checkoutId }) => checkoutId)}::uuid[]) as o (id, checkout_id)
     where w.organization_id = ${organizationId} and w.id = o.id`,
  );
}

/** The entry of an offer asks for what its checkout has now. The event is locked. */
export function saveOfferQuantity(tx: Tx, { organizationId, id, quantity }: Checkout) {
  write(
    tx,
    sql`
    update waiting_list_entries set quantity = ${quantity}
     where organization_id = ${organizationId} and checkout_id = ${id} and quantity <> ${quantity}`,
  );
}

export function saveTurn(tx: Tx, organizationId: Uuid, { id, passedOver, keptSince }: Waiting) {
  write(
    tx,
    sql`
    update waiting_list_entries set passed_over = ${passedOver}, kept_since = ${keptSince}
     where organization_id = ${organizationId} and id = ${id}`,
  );
}

/** Ends entries that ask for more than `most` places, `MOST_AT_ONCE` of them. The event is locked. */
export async function endLargerThan(
  tx: Tx,
  { organizationId, tierId, most }: { organizationId: Uuid; tierId: Uuid; most: number },
) {
  return tx.query<{ id: Uuid; tierId: Uuid; quantity: number }>(sql`
    update waiting_list_entries set status = 'ended', kept_since = null
     where organization_id = ${organizationId} and id in (
       select id from waiting_list_entries
        where organization_id = ${organizationId} and tier_id = ${tierId} and status = 'waiting' and quantity > ${most}
        order by id limit ${MOST_AT_ONCE})
    returning id, tier_id, quantity`);
}

/** Entries of an event that are in line, or have one of these offers: the first of each address. */
export const entriesToTell = ({
  organizationId,
  eventId,
  offers,
}: {
  organizationId: Uuid;
  eventId: Uuid;
  offers: Uuid[];
}): Sql => sql`
  select distinct on (lower(w.customer_email)) w.customer_email as recipient, w.id as entry_id
    from waiting_list_entries w
   where w.organization_id = ${organizationId} and w.event_id = ${eventId}
     and (w.status = 'waiting' or w.status = 'offered' and w.checkout_id = any(${offers}::uuid[]))
   order by lower(w.customer_email), w.id`;

/** Ends these entries, or all that wait for the tier. The event is locked. */
export function markEnded(
  tx: Tx,
  { organizationId, tierId, ids }: { organizationId: Uuid; tierId: Uuid; ids?: Uuid[] },
) {
  write(
    tx,
    sql`
    update waiting_list_entries set status = 'ended', kept_since = null
     where organization_id = ${organizationId} and tier_id = ${tierId} and status = 'waiting'
       ${ids ? sql`and id = any(${ids}::uuid[])` : empty}`,
  );
}
