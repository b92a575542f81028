import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import {
  assignments,
  type Clearable,
  columnsExcept,
  type Insert,
  insertInto,
  type RowOf,
} from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Event, Tier } from './event.ts';
import { type EventStatus, LIVE_STATUSES } from './event-status.ts';
import { eventRefusals } from './refusals.ts';
import { eventsTable, type NewEventRow, ticketTiersTable } from './tables.ts';

const eventColumns = columnsExcept(eventsTable, ['organizationId', 'held', 'doorListChangedAt']);

/** Without the descriptions, which can be long and which the list does not show. */
const listColumns = columnsExcept(eventsTable, [
  'organizationId',
  'held',
  'doorListChangedAt',
  'description',
  'descriptionHtml',
]);

const seriesName = (organizationId: Uuid) => sql`(
  select s.name from event_series s
   where s.organization_id = ${organizationId} and s.id = events.series_id) as series_name`;

type ListedRow = RowOf<typeof listColumns> & { seriesName: string | null };

const eventFrom = (row: ListedRow, tiers: Tier[]): Event => ({
  description: null,
  descriptionHtml: null,
  ...row,
  tiers,
});

/** The columns of an event that change outside of `places.ts`, which owns the counters. */
export type StoredEventChanges = Clearable<
  Omit<Event, 'id' | 'seriesName' | 'tiers' | 'sold' | 'blocked' | 'seated' | 'createdAt'>
>;

export async function insertEvent(tx: Tx, organizationId: Uuid, event: Insert<Omit<NewEventRow, 'organizationId'>>) {
  await tx.query(insertInto(eventsTable, { organizationId, ...event }));
}

/** Condition: the picture `p` is the cover of an event. The second part is that of the index. */
export const isCover = (organizationId: Uuid): Sql => sql`exists (
  select 1 from events e
   where e.organization_id = ${organizationId} and e.cover_image_url = p.address
     and e.cover_image_url like '/files/%')`;

/** Call it with the event locked. */
export async function saveEvent(tx: Tx, organizationId: Uuid, eventId: Uuid, changes: StoredEventChanges) {
  await tx.query(sql`
    update events set ${assignments(eventsTable, changes)}
     where organization_id = ${organizationId} and id = ${eventId}`);
}

async function findEvent(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<Event | undefined> {
  const [events, tiers] = await Promise.all([
    db.query<RowOf<typeof eventColumns> & Pick<Event, 'seriesName'>>(sql`
      select ${eventColumns}, ${seriesName(organizationId)} from events where organization_id = ${organizationId} and id = ${eventId}`),
    listTiers(db, organizationId, [eventId]),
  ]);
  return events[0] && eventFrom(events[0], tiers);
}

export type EventSummary = Pick<Event, 'id' | 'title' | 'status'>;

export async function findEventSummary(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
): Promise<EventSummary | undefined> {
  const [event] = await db.query<EventSummary>(sql`
    select id, title, status from events where organization_id = ${organizationId} and id = ${eventId}`);
  return event;
}

export async function getEvent(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<Event> {
  const event = await findEvent(db, organizationId, eventId);
  if (!event) throw eventRefusals.event_not_found();
  return event;
}

interface WhichEvents {
  /** null: every event, completed and cancelled ones last */
  status: EventStatus | null;
  seriesId?: Uuid | undefined;
}

export async function listEvents(db: Queryable, organizationId: Uuid, { status, seriesId }: WhichEvents, page: Page) {
  const asked = sql`organization_id = ${organizationId} ${status ? sql`and status = ${status}` : empty}
    ${seriesId ? sql`and series_id = ${seriesId}` : empty}`;
  const endedLast = status ? empty : sql`status in ('cancelled', 'completed'),`;
  const { rows, total } = await readPage<ListedRow>(db, {
    rows: sql`
      select ${listColumns}, ${seriesName(organizationId)} from events
       where ${asked}
       order by ${endedLast} start_datetime, id limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from events where ${asked}`,
  });
  const tiers = await listTiers(
    db,
    organizationId,
    rows.map((row) => row.id),
  );
  const tiersOf = Map.groupBy(tiers, (tier) => tier.eventId);
  return { events: rows.map((row) => eventFrom(row, tiersOf.get(row.id) ?? [])), total };
}

const tierColumns = columnsExcept(ticketTiersTable, ['organizationId', 'held', 'createdAt']);

/** Tiers by sort order and age. */
const listTiers = (db: Queryable, organizationId: Uuid, eventIds: Uuid[]): Promise<Tier[]> =>
  db.query<RowOf<typeof tierColumns>>(sql`
    select ${tierColumns} from ticket_tiers
     where organization_id = ${organizationId} and event_id = any(${eventIds}::uuid[])
     order by sort_order, created_at, id`);

export async function insertTier(tx: Tx, organizationId: Uuid, tier: Tier, createdAt: Date) {
  await tx.query(insertInto(ticketTiersTable, { organizationId, ...tier, createdAt }));
}

/** Writes everything that an organizer can change; `places.ts` owns the counters. Call it with the event locked. */
export async function saveTier(tx: Tx, organizationId: Uuid, { id, ...tier }: Tier) {
  const {
    eventId: _event,
    sold: _sold,
    blocked: _blocked,
    takenByOthers: _taken,
    waiting: _waiting,
    offered: _offered,
    ...changes
  } = tier;
  await tx.query(sql`
    update ticket_tiers set ${assignments(ticketTiersTable, changes)}
     where organization_id = ${organizationId} and id = ${id}`);
}

/** Doors read every ticket again, until the event is over. Call it with the event locked. */
export function changeDoorList(tx: Tx, organizationId: Uuid, eventId: Uuid, now: Date) {
  write(
    tx,
    sql`
    update events e set door_list_changed_at = greatest(e.door_list_changed_at, ${now})
     where e.organization_id = ${organizationId} and e.id = ${eventId} and not ${timeIsOver(now)}`,
  );
}

export async function deleteTierRow(tx: Tx, organizationId: Uuid, tierId: Uuid) {
  await tx.query(sql`delete from ticket_tiers where organization_id = ${organizationId} and id = ${tierId}`);
}

/** The event of a tier, which has to be locked before the tier. @throws Refusal 404 */
export async function getEventIdOfTier(db: Queryable, organizationId: Uuid, tierId: Uuid): Promise<Uuid> {
  const [row] = await db.query<{ eventId: Uuid }>(sql`
    select event_id from ticket_tiers where organization_id = ${organizationId} and id = ${tierId}`);
  if (!row) throw eventRefusals.tier_not_found();
  return row.eventId;
}

/** How many of these tiers are of the event. */
export async function countTiers(db: Queryable, organizationId: Uuid, eventId: Uuid, ids: readonly Uuid[]) {
  const [row] = await db.query<{ found: number }>(sql`
    select count(*) as found from ticket_tiers
     where organization_id = ${organizationId} and event_id = ${eventId} and id = any(${ids}::uuid[])`);
  return row?.found ?? 0;
}

/** When an event counts as over: this long after its end, or after its start if it has no end. */
const COMPLETED_AFTER_END_MS = 6 * 3_600_000;
const COMPLETED_AFTER_START_MS = 24 * 3_600_000;
const EVENT = raw('e');
const lastEndAt = (now: Date) => new Date(now.getTime() - COMPLETED_AFTER_END_MS);
function timeIsOver(now: Date, event = EVENT): Sql {
  const lastEnd = lastEndAt(now);
  const lastStart = new Date(now.getTime() - COMPLETED_AFTER_START_MS);
  return sql`coalesce(${event}.end_datetime <= ${lastEnd}, ${event}.start_datetime <= ${lastStart})`;
}

/** Condition: the event `e`, or of another alias, was cancelled or is over, even if it was not completed yet. */
export const isEventOver = (now: Date, event = EVENT): Sql =>
  sql`(${event}.status in ('cancelled', 'completed') or ${timeIsOver(now, event)})`;

/** An event that is over began before it ended. The statuses are constants, as those of the index `events_live`. */
const isPast = (now: Date) => sql`
  e.status in (${raw(LIVE_STATUSES.map((status) => `'${status}'`).join())})
  and e.start_datetime <= ${lastEndAt(now)} and ${timeIsOver(now)}`;

/** Published events that are over, of all organizations but these. */
export const listPastEvents = (db: Queryable, { now, except, most }: { now: Date; except: Uuid[]; most: number }) =>
  db.query<{ organizationId: Uuid; id: Uuid }>(sql`
    select e.organization_id, e.id from events e
     where ${isPast(now)} and e.organization_id <> all(${except}::uuid[])
     order by e.start_datetime limit ${most}`);

/**
 * Completes those of these events that are over. Several instances may do so at once: each event is completed once. A
 * hidden one stays out of the shop's list.
 */
export async function markEventsCompleted(tx: Tx, organizationId: Uuid, ids: Uuid[], now: Date) {
  return tx.query<{ id: Uuid; before: EventStatus; isUnlisted: boolean }>(sql`
    with over as (
      select e.id, e.status from events e
       where e.organization_id = ${organizationId} and e.id = any(${ids}::uuid[]) and ${isPast(now)}
         for update skip locked)
    update events e set status = 'completed', sold_out_by_service = false, updated_at = ${now},
           listed = e.listed and over.status <> 'hidden', unlisted_by_service = e.listed and over.status = 'hidden'
      from over
     where e.organization_id = ${organizationId} and e.id = any(${ids}::uuid[]) and e.id = over.id
    returning e.id, over.status as before, e.unlisted_by_service as is_unlisted`);
}
