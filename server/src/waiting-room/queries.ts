import sql from 'sql-template-tag';
import { salesEnd } from '../events/event.ts';
import type { EventStatus } from '../events/event-status.ts';
import { type OrganizerColumns, organizerColumns, organizerOf } from '../organizations/organizer-queries.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { columnsExcept } from '../platform/database/table.ts';
import { type Line, MOST_NUMBERS, type Room, TURN_SECONDS } from './line.ts';
import { waitingRoomsTable } from './tables.ts';

const lineColumns = columnsExcept(waitingRoomsTable, ['organizationId', 'eventId']);

type NamedEvent = Pick<Room, 'organizationId' | 'eventId'>;

/** Whether orders of an event need a pass, and where its room is. */
export async function findGate(db: Queryable, { organizationId, eventId }: NamedEvent) {
  const [gate] = await db.query<{ enabled: boolean; organizationSlug: string; slug: string }>(sql`
    select e.waiting_room_enabled as enabled, n.slug as organization_slug, e.slug
      from events e join organizations n on n.organization_id = e.organization_id
     where e.organization_id = ${organizationId} and e.id = ${eventId}`);
  return gate;
}

interface RoomRow extends Room, OrganizerColumns {
  organizationSlug: string;
  slug: string;
  title: string;
  status: EventStatus;
  startDatetime: Date;
  salesEndDatetime: Date | null;
  timeZone: string;
}

/** The room of the event that has or had this address, drafts excepted. */
export async function findRoomAt(db: Queryable, organizationSlug: string, slug: string) {
  const [row] = await db.query<RoomRow>(sql`
    select e.organization_id, e.id as event_id, e.waiting_room_enabled as enabled, e.waiting_room_opens_at as opens_at,
           n.slug as organization_slug, e.slug, e.title, e.status, e.start_datetime, e.sales_end_datetime, n.time_zone,
           ${organizerColumns}
      from organization_slugs os
      join organizations n on n.organization_id = os.organization_id
      join event_slugs es on es.organization_id = os.organization_id and es.slug = ${slug}
      join events e on e.organization_id = es.organization_id and e.id = es.event_id
     where os.slug = ${organizationSlug} and e.status <> 'draft'`);
  return row && { ...row, salesEnd: salesEnd(row), organizer: organizerOf(row) };
}

export async function findLine(db: Queryable, { organizationId, eventId }: NamedEvent): Promise<Line | undefined> {
  const [line] = await db.query<Line>(sql`
    select ${lineColumns} from waiting_rooms
     where organization_id = ${organizationId} and event_id = ${eventId}`);
  return line;
}

/**
 * Gives the next `count` numbers. Numbers from before the opening are drawn when it opens. If the organizer postpones
 * an opening before the first visitor was admitted, all are drawn at the new one.
 * @returns the last of the numbers; undefined when the room has given all that it has
 */
export async function takeNumbers(
  db: Queryable,
  { organizationId, eventId, count, now }: NamedEvent & { count: number; now: Date },
): Promise<number | undefined> {
  const [row] = await db.query<{ joined: number }>(sql`
    insert into waiting_rooms as r (organization_id, event_id, joined, early, opening_at)
    select organization_id, id, ${count}, case when coalesce(waiting_room_opens_at <= ${now}, true) then 0 end,
           waiting_room_opens_at
      from events where organization_id = ${organizationId} and id = ${eventId}
    on conflict (organization_id, event_id) do update
       set joined = r.joined + ${count}, opening_at = excluded.opening_at,
           early = coalesce(case when r.admitted > 0 or r.opening_at is not distinct from excluded.opening_at then r.early end,
                            case when excluded.early = 0 then r.joined end)
     where r.joined + ${count} <= ${MOST_NUMBERS}
    returning joined`);
  return row?.joined;
}

export async function lockLine(tx: Tx, { organizationId, eventId }: NamedEvent): Promise<Line | undefined> {
  const [line] = await tx.query<Line>(sql`
    select ${lineColumns} from waiting_rooms
     where organization_id = ${organizationId} and event_id = ${eventId} for update`);
  return line;
}

/**
 * Places on free sale now in tiers that are on sale, as `placesForAllOfEvent` counts them; and turns that run. No turns
 * begin while the event is paused.
 */
export async function countFreeAndRunning(db: Queryable, { organizationId, eventId }: NamedEvent, now: Date) {
  const [counts] = await db.query<{ free: number; running: number }>(sql`
    select case when e.status in ('active', 'hidden')
                then greatest(0, least(e.capacity - e.sold - e.held - e.blocked - tiers.owed, tiers.free)) else 0 end as free,
           (select coalesce(sum(up_to - after_position), 0) from waiting_room_steps s
             where s.organization_id = ${organizationId} and s.event_id = e.id
               and s.began_at > ${now}::timestamptz - make_interval(secs => ${TURN_SECONDS}))::int as running
      from events e
     cross join lateral (
       select coalesce(case when e.seated and sum(t.quantity_total) > e.capacity then max(t.owed) else sum(t.owed) end, 0)::int as owed,
              coalesce(sum(greatest(0, t.free - t.waiting)) filter (where t.is_on_sale), 0)::int as free
         from (select t.quantity_total, t.waiting, f.free, case when t.is_active then least(t.waiting, f.free) end as owed,
                      t.is_active and coalesce(t.sales_start_datetime <= ${now}, true)
                        and coalesce(t.sales_end_datetime > ${now}, true) as is_on_sale
                 from ticket_tiers t
                cross join lateral (select t.quantity_total - t.sold - t.held - t.blocked - t.taken_by_others as free) f
                where t.organization_id = ${organizationId} and t.event_id = ${eventId} and t.admission) t) tiers
     where e.organization_id = ${organizationId} and e.id = ${eventId}`);
  return counts ?? { free: 0, running: 0 };
}

/** Writes what a look at the locked line decided. `size` turns begin now. */
export async function saveStep(
  tx: Tx,
  { organizationId, eventId }: NamedEvent,
  {
    admitted,
    early,
    opensAt,
    size,
    now,
  }: { admitted: number; early: number; opensAt: Date | null; size: number; now: Date },
) {
  await tx.query(sql`
    update waiting_rooms set early = ${early}, opening_at = ${opensAt}, admitted = ${admitted + size}, looked_at = ${now}
     where organization_id = ${organizationId} and event_id = ${eventId}`);
  if (size === 0) return;
  await tx.query(sql`
    insert into waiting_room_steps (organization_id, event_id, up_to, after_position, began_at)
    values (${organizationId}, ${eventId}, ${admitted + size}, ${admitted}, ${now})`);
  await tx.query(sql`
    delete from waiting_room_steps
     where organization_id = ${organizationId} and event_id = ${eventId}
       and began_at <= ${now}::timestamptz - make_interval(secs => ${TURN_SECONDS})`);
}

/** When the turn of this position began. @returns undefined when it was not admitted, or its turn is long over */
export async function findTurnStart(
  db: Queryable,
  { organizationId, eventId }: NamedEvent,
  position: number,
): Promise<Date | undefined> {
  const [step] = await db.query<{ beganAt: Date }>(sql`
    select began_at from waiting_room_steps
     where organization_id = ${organizationId} and event_id = ${eventId} and up_to >= ${position}
       and after_position < ${position}
     order by up_to limit 1`);
  return step?.beganAt;
}
