import sql from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../../platform/database/database.ts';
import { newIdAt } from '../../platform/database/new-id.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { PassOfTicket } from './pass-serial.ts';

/** What the newest pass of a ticket is made of, and when that changed last. */
export interface CurrentPass {
  orderId: Uuid;
  revision: number;
  changedAt: Date;
}

export async function findCurrentPass(db: Queryable, { organizationId, ticketId }: PassOfTicket) {
  const [row] = await db.query<CurrentPass>(sql`
    select t.order_id, t.revision, greatest(t.changed_at, e.updated_at) as changed_at
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
    insert into wallet_registrations as r (organization_id, id, event_id, ticket_id, revision, device_id, push_token)
    select t.organization_id, ${newIdAt(now)}, t.event_id, t.id, ${revision}, ${deviceId}, ${pushToken}
      from tickets t where t.organization_id = ${organizationId} and t.id = ${ticketId}
    on conflict (organization_id, ticket_id, revision, device_id) do update set push_token = excluded.push_token
    returning r.xmax = 0 as is_new`);
  return row?.isNew ?? false;
}

/** Forgets the phones that registered first, as long as there are more than `most`. */
export function deleteFirstRegistrations(tx: Tx, { organizationId, ticketId }: PassOfTicket, most: number) {
  write(
    tx,
    sql`
    delete from wallet_registrations
     where organization_id = ${organizationId} and id in (
       select id from wallet_registrations where organization_id = ${organizationId} and ticket_id = ${ticketId}
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
     where r.device_id = ${deviceId} and greatest(t.changed_at, e.updated_at) > coalesce(${since}::timestamptz, '-infinity')
     order by r.id limit ${limit}`);
  return rows.map(({ organizationId, ticketId, revision }) => ({ organizationId, ticketId, revision }));
}

/**
 * A push that waits already stays when it was due; one in progress is repeated. The rows are locked in the order of their
 * ids: a change of the event and one of a ticket must not wait for each other.
 */
export function markPassesChanged(
  tx: Tx,
  organizationId: Uuid,
  of: { ticketIds: Uuid[] } | { eventId: Uuid },
  dueAt: Date,
) {
  const passes = 'eventId' in of ? sql`event_id = ${of.eventId}` : sql`ticket_id = any(${of.ticketIds}::uuid[])`;
  write(
    tx,
    sql`
    with changed as (
      select id from wallet_registrations where organization_id = ${organizationId} and ${passes}
       order by id for no key update)
    update wallet_registrations r
       set push_due_at = case when r.push_due_at is not null and r.push_tries = 0 then r.push_due_at else ${dueAt}::timestamptz end,
           push_tries = 0
      from changed where r.organization_id = ${organizationId} and r.id = changed.id`,
  );
}
