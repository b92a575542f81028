import sql, { empty } from 'sql-template-tag';
import { customerColumns, withCustomer } from '../checkouts/customer.ts';
import { isLive, isOverdue } from '../checkouts/queries.ts';
import { type OrganizerColumns, organizerColumns, organizerOf } from '../organizations/organizer-queries.ts';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { columnsExcept, insertInto, type RowOf } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Entry, EntryStatus } from './entry.ts';
import { entryRefusals } from './refusals.ts';
import { waitingListEntriesTable } from './tables.ts';

const ownColumns = columnsExcept(waitingListEntriesTable, ['status', 'passedOver', 'keptSince'], 'w');

/** The checkout of an offer that still holds its places at `now`, as `c`. */
const holdsNow = (now: Date) => sql`(${isLive} and not ${isOverdue(now)})`;

const statusAt = (now: Date) => sql`
  case when w.status <> 'offered' then w.status when c.status = 'completed' then 'bought'
       when ${holdsNow(now)} then 'offered' else 'passed' end`;

const entriesAt = (now: Date) => sql`
  select ${ownColumns}, ${statusAt(now)} as status, c.expires_at as offer_ends_at
    from waiting_list_entries w
    left join checkouts c on c.organization_id = w.organization_id and c.id = w.checkout_id`;

type EntryColumns = RowOf<typeof ownColumns> & { status: EntryStatus; offerEndsAt: Date | null };

export function insertEntry(tx: Tx, { customer, offerEndsAt: _none, ...entry }: Entry & { status: 'waiting' }) {
  write(tx, insertInto(waitingListEntriesTable, { ...entry, ...customerColumns(customer) }));
}

/** `now` decides which offers are over. @throws Refusal 404 */
export async function getEntry(
  db: Queryable,
  { organizationId, id }: { organizationId: Uuid; id: Uuid },
  now: Date,
): Promise<Entry> {
  const [row] = await db.query<EntryColumns>(sql`
    ${entriesAt(now)}
     where w.organization_id = ${organizationId} and w.id = ${id}`);
  if (!row) throw entryRefusals.entry_not_found();
  return withCustomer(row);
}

/** Oldest first. */
export async function listEntries(
  db: Queryable,
  organizationId: Uuid,
  asked: { eventId: Uuid; tierId: Uuid | undefined; status: EntryStatus | undefined; page: Page; now: Date },
): Promise<{ entries: Entry[]; total: number }> {
  const { eventId, tierId, status, page, now } = asked;
  const which = sql`
     where w.organization_id = ${organizationId} and w.event_id = ${eventId}
       ${tierId ? sql`and w.tier_id = ${tierId}` : empty} ${status ? sql`and ${statusAt(now)} = ${status}` : empty}`;
  const { rows, total } = await readPage<EntryColumns>(db, {
    rows: sql`
      ${entriesAt(now)} ${which} order by w.id limit ${page.perPage} offset ${offset(page)}`,
    total: sql`
      select count(*) as total from waiting_list_entries w
        left join checkouts c on c.organization_id = w.organization_id and c.id = w.checkout_id ${which}`,
  });
  return { entries: rows.map(withCustomer), total };
}

/** All entries of an address in any case. */
export async function listEntriesOf(db: Queryable, organizationId: Uuid, email: string, now: Date): Promise<Entry[]> {
  const rows = await db.query<EntryColumns>(sql`
    ${entriesAt(now)}
     where w.organization_id = ${organizationId} and lower(w.customer_email) = lower(${email}) order by w.id`);
  return rows.map(withCustomer);
}

export interface WaitingCounts {
  tierId: Uuid;
  waiting: number;
  placesWaiting: number;
  offered: number;
  bought: number;
}

/** People on the lists of an event, by tier. Tiers without any entry are missing. */
export async function countEntries(db: Queryable, organizationId: Uuid, eventId: Uuid, now: Date) {
  return db.query<WaitingCounts>(sql`
    select w.tier_id, count(*) filter (where w.status = 'waiting') as waiting,
           coalesce(sum(w.quantity) filter (where w.status = 'waiting'), 0) as places_waiting,
           count(*) filter (where w.status = 'offered' and ${holdsNow(now)}) as offered,
           count(*) filter (where w.status = 'offered' and c.status = 'completed') as bought
      from waiting_list_entries w
      join ticket_tiers t on t.organization_id = w.organization_id and t.id = w.tier_id
      left join checkouts c on c.organization_id = w.organization_id and c.id = w.checkout_id
     where w.organization_id = ${organizationId} and w.event_id = ${eventId}
     group by w.tier_id, t.sort_order, t.created_at order by t.sort_order, t.created_at, w.tier_id`);
}

/** The status of the address's place in the line of a tier, or of its offer; undefined when it has neither. */
export async function findLiveStatus(
  tx: Tx,
  { organizationId, tierId, email, now }: { organizationId: Uuid; tierId: Uuid; email: string; now: Date },
): Promise<'waiting' | 'offered' | undefined> {
  const [row] = await tx.query<{ status: 'waiting' | 'offered' }>(sql`
    select w.status from waiting_list_entries w
      left join checkouts c on c.organization_id = w.organization_id and c.id = w.checkout_id
     where w.organization_id = ${organizationId} and w.tier_id = ${tierId} and lower(w.customer_email) = lower(${email})
       and (w.status = 'waiting' or w.status = 'offered' and ${holdsNow(now)}) limit 1`);
  return row?.status;
}

/** Number of entries that wait for a tier. */
export async function countWaiting(tx: Queryable, organizationId: Uuid, tierId: Uuid): Promise<number> {
  const [row] = await tx.query<{ waiting: number }>(sql`
    select count(*) as waiting from waiting_list_entries
     where organization_id = ${organizationId} and tier_id = ${tierId} and status = 'waiting'`);
  return row?.waiting ?? 0;
}

/** From `status` to `left`. The event is locked. @returns whether the entry still had that status */
export async function markLeft(tx: Tx, { organizationId, id }: Entry, status: 'waiting' | 'offered'): Promise<boolean> {
  const rows = await tx.query(sql`
    update waiting_list_entries set status = 'left'
     where organization_id = ${organizationId} and id = ${id} and status = ${status} returning 1`);
  return rows.length > 0;
}

interface EntryPageRow extends OrganizerColumns {
  title: string;
  isCancelled: boolean;
  tierName: string;
  startDatetime: Date;
  timeZone: string;
}

/** What the page of an entry shows beside it. */
export async function getEntryPage(db: Queryable, { organizationId, eventId, tierId }: Entry) {
  const [row] = await db.query<EntryPageRow>(sql`
    select e.title, e.status = 'cancelled' as is_cancelled, t.name as tier_name, e.start_datetime, n.time_zone, ${organizerColumns}
      from events e
      join ticket_tiers t on t.organization_id = e.organization_id and t.event_id = e.id and t.id = ${tierId}
      join organizations n on n.organization_id = e.organization_id
     where e.organization_id = ${organizationId} and e.id = ${eventId}`);
  if (!row) throw entryRefusals.entry_not_found();
  return { ...row, organizer: organizerOf(row) };
}
