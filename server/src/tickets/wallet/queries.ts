import sql, { type Sql } from 'sql-template-tag';
import { type OrganizerColumns, organizerColumns, organizerOf } from '../../organizations/organizer-queries.ts';
import { type Queryable, type Tx, write } from '../../platform/database/database.ts';
import { newIdAt } from '../../platform/database/new-id.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { PrintedEvent } from '../documents/printed-order.ts';
import type { PassOfTicket } from './pass-serial.ts';

/** What the newest pass of a ticket is made of, and when that changed last. */
export interface CurrentPass {
  orderId: Uuid;
  revision: number;
  changedAt: Date;
}

/** What passes show of their event. */
export type EventOnPasses = Pick<
  PrintedEvent,
  'title' | 'startDatetime' | 'venueName' | 'address' | 'city' | 'timeZone' | 'organizer'
>;

interface PressedTicket extends PassOfTicket {
  eventId: Uuid;
}

interface PressedEvent {
  organizationId: Uuid;
  eventId: Uuid;
  ticketId: null;
  revision: null;
}

/** When a pass changed last: of the ticket `t`, the event `e`, or the name of the tier. */
const changedAt = sql`greatest(t.changed_at, e.updated_at, e.door_list_changed_at)`;

export async function findCurrentPass(db: Queryable, { organizationId, ticketId }: PassOfTicket) {
  const [row] = await db.query<CurrentPass>(sql`
    select t.order_id, t.revision, ${changedAt} as changed_at
      from tickets t join events e on e.organization_id = t.organization_id and e.id = t.event_id
     where t.organization_id = ${organizationId} and t.id = ${ticketId}`);
  return row && { orderId: row.orderId, revision: row.revision, changedAt: row.changedAt };
}

/** A phone that registers again may have a new token. @returns whether it is new */
export async function saveRegistration(
  tx: Tx,
  { organizationId, ticketId, revision }: PassOfTicket,
  { deviceId, pushToken, now }: { deviceId: string; pushToken: string; now: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ isNew: boolean }>(sql`
    insert into wallet_registrations as r
           (organization_id, id, wallet, event_id, ticket_id, revision, device_id, push_token)
    select t.organization_id, ${newIdAt(now)}, 'apple', t.event_id, t.id, ${revision}, ${deviceId}, ${pushToken}
      from tickets t where t.organization_id = ${organizationId} and t.id = ${ticketId}
    on conflict (organization_id, event_id, ticket_id, revision, device_id) do update set push_token = excluded.push_token
    returning r.xmax = 0 as is_new`);
  return row?.isNew ?? false;
}

/** Forgets the phones that registered first, as long as the pass has more than `most`. */
export function deleteFirstRegistrations(tx: Tx, { organizationId, ticketId, revision }: PassOfTicket, most: number) {
  write(
    tx,
    sql`
    delete from wallet_registrations
     where organization_id = ${organizationId} and id in (
       select id from wallet_registrations
        where organization_id = ${organizationId} and ticket_id = ${ticketId} and revision = ${revision}
          and wallet = 'apple'
        order by id desc offset ${most})`,
  );
}

export async function deleteRegistration(
  db: Queryable,
  { organizationId, ticketId, revision }: PassOfTicket,
  deviceId: string,
) {
  await db.query(sql`
    delete from wallet_registrations
     where organization_id = ${organizationId} and ticket_id = ${ticketId} and revision = ${revision}
       and device_id = ${deviceId}`);
}

/**
 * The passes of a phone that changed after `since`; null: all of them. Apple's request names no organization: the id of
 * the phone is the proof.
 */
export async function listChangedPasses(
  db: Queryable,
  deviceId: string,
  { since, limit }: { since: Date | null; limit: number },
): Promise<PassOfTicket[]> {
  const rows = await db.query<PassOfTicket>(sql`
    select r.organization_id, r.ticket_id, r.revision
      from wallet_registrations r
      join tickets t on t.organization_id = r.organization_id and t.id = r.ticket_id
      join events e on e.organization_id = r.organization_id and e.id = r.event_id
     where r.device_id = ${deviceId} and ${changedAt} > coalesce(${since}::timestamptz, '-infinity')
     order by r.id limit ${limit}`);
  return rows.map(({ organizationId, ticketId, revision }) => ({ organizationId, ticketId, revision }));
}

/** The button of a ticket was pressed, so Google Wallet may have the ticket, or its event (`ticketId` null). */
export async function savePress(
  db: Queryable,
  { organizationId, eventId, ticketId, revision }: PressedTicket | PressedEvent,
  { now, dueAt }: { now: Date; dueAt: Date },
) {
  await db.query(sql`
    insert into wallet_registrations as r (organization_id, id, wallet, event_id, ticket_id, revision, push_due_at)
    values (${organizationId}, ${newIdAt(now)}, 'google', ${eventId}, ${ticketId}, ${revision}, ${dueAt})
    on conflict (organization_id, event_id, ticket_id, revision, device_id) do update set ${pushAgain(dueAt)}`);
}

/** A push that waits already stays when it was due; one in progress, or that failed, is made anew. */
const pushAgain = (dueAt: Date) => sql`
  push_due_at = case when r.push_due_at is not null and r.push_tries = 0
                     then least(r.push_due_at, ${dueAt}::timestamptz) else ${dueAt}::timestamptz end,
  push_tries = 0`;

/** Selects the tickets whose passes changed. */
export type ChangedPasses =
  | { ticketIds: Uuid[] }
  /** All tickets of the event. */
  | { eventId: Uuid }
  | { eventId: Uuid; tierId: Uuid }
  /** Its title, time or place: Google keeps them once, Apple in each pass. */
  | { factsOfEventId: Uuid };

/**
 * The rows are locked in the order of their ids: a change of the event and one of a ticket must not wait for each
 * other.
 */
export function markPassesChanged(tx: Tx, organizationId: Uuid, of: ChangedPasses, dueAt: Date) {
  write(
    tx,
    sql`
    with changed as (
      select id from wallet_registrations where organization_id = ${organizationId} and ${isChanged(organizationId, of)}
       order by id for no key update)
    update wallet_registrations r set ${pushAgain(dueAt)}
      from changed where r.organization_id = ${organizationId} and r.id = changed.id`,
  );
}

function isChanged(organizationId: Uuid, of: ChangedPasses): Sql {
  if ('ticketIds' in of) return sql`ticket_id = any(${of.ticketIds}::uuid[])`;
  if ('tierId' in of)
    return sql`event_id = ${of.eventId} and ticket_id in (
      select t.id from tickets t
       where t.organization_id = ${organizationId} and t.event_id = ${of.eventId} and t.tier_id = ${of.tierId})`;
  if ('eventId' in of) return sql`event_id = ${of.eventId}`;
  return sql`event_id = ${of.factsOfEventId} and (wallet = 'apple' or ticket_id is null)`;
}

/** What passes show of an event, without an order. @returns undefined when there is none */
export async function findEventOnPasses(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
): Promise<EventOnPasses | undefined> {
  const [row] = await db.query<Omit<EventOnPasses, 'organizer'> & OrganizerColumns>(sql`
    select e.title, e.start_datetime, e.venue_name, e.address, e.city, n.time_zone, ${organizerColumns}
      from events e join organizations n on n.organization_id = e.organization_id
     where e.organization_id = ${organizationId} and e.id = ${eventId}`);
  if (!row) return undefined;
  const { title, startDatetime, venueName, address, city, timeZone } = row;
  return { title, startDatetime, venueName, address, city, timeZone, organizer: organizerOf(row) };
}
