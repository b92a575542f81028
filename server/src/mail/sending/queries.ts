import sql from 'sql-template-tag';
import { planAnew, type Queryable, type Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { DueMail, MailKind } from '../mail.ts';

/** `attempts` includes the current one. */
export type Claimed = DueMail & { attempts: number };

interface DueRow {
  organizationId: Uuid;
  id: Uuid;
  kind: MailKind;
  recipient: string;
  orderId: Uuid | null;
  ticketId: Uuid | null;
  checkoutId: Uuid | null;
  messageId: Uuid | null;
  details: object;
  attempts: number;
  createdAt: Date;
}

interface Claim {
  dueBy: Date;
  leaseUntil: Date;
  limit: number;
  priorities: readonly number[];
  /** The organizations of the mails that this process is sending, one entry per mail. */
  inProgress: Uuid[];
}

/**
 * Claims due mails of these priorities, the lowest number first, and sets their next attempt to the end of a lease. Organizations take turns: a
 * single mail of one does not wait behind thousands of another. Several processes may claim at the same time; each mail
 * goes to one of them.
 *
 * The rows are locked and updated by their physical place (ctid). A join by id would make a planner without fresh
 * statistics read the whole table. A row that was changed meanwhile has moved, and is left for the next claim.
 *
 * `rows unbounded preceding`: with the default frame, PostgreSQL 15 numbers a row only after it has read all the mails
 * that became due at the same moment.
 */
export async function claimDueMails(
  tx: Tx,
  { dueBy, leaseUntil, limit, priorities, inProgress }: Claim,
): Promise<Claimed[]> {
  await planAnew(tx);
  const rows = await tx.query<DueRow>(sql`
    with recursive waiting as (
      (select organization_id from mails where status = 'pending' order by organization_id limit 1)
      union all
      select next.organization_id
        from waiting cross join lateral (
          select m.organization_id from mails m
           where m.status = 'pending' and m.organization_id > waiting.organization_id
           order by m.organization_id limit 1) next),
    organizations as (
      select organization_id,
             (select count(*) from unnest(${inProgress}::uuid[]) as mail (of)
               where mail.of = waiting.organization_id) as in_progress
        from waiting),
    chosen as (
      select due.place
        from organizations
       cross join unnest(${priorities}::smallint[]) as known (priority)
       cross join lateral (
          select m.ctid as place, m.next_attempt_at,
                 row_number() over (order by m.next_attempt_at rows unbounded preceding) as nth from mails m
           where m.organization_id = organizations.organization_id and m.priority = known.priority
             and m.status = 'pending' and m.next_attempt_at <= ${dueBy}
           order by m.next_attempt_at limit ${limit}) due
       order by known.priority, organizations.in_progress + due.nth, due.next_attempt_at limit ${limit}),
    taken as (
      select locked.place
        from chosen cross join lateral (
          select m.ctid as place from mails m where m.ctid = chosen.place and m.next_attempt_at <= ${dueBy}
             for update skip locked) locked)
    update mails m set attempts = m.attempts + 1, next_attempt_at = ${leaseUntil}
      from taken
     where m.ctid = taken.place
    returning m.organization_id, m.id, m.kind, m.recipient, m.order_id, m.ticket_id, m.checkout_id, m.message_id, m.details,
              m.attempts, m.created_at`);
  return rows.map(
    (row) =>
      ({
        organizationId: row.organizationId,
        id: row.id,
        kind: row.kind,
        recipient: row.recipient,
        orderId: row.orderId,
        ticketId: row.ticketId,
        checkoutId: row.checkoutId,
        messageId: row.messageId,
        details: row.details,
        attempts: row.attempts,
        createdAt: row.createdAt,
      }) as Claimed,
  );
}

type Id = Pick<Claimed, 'organizationId' | 'id'>;

export async function saveSent(db: Queryable, { organizationId, id }: Id, now: Date) {
  await db.query(sql`
    update mails set status = 'sent', sent_at = ${now}, next_attempt_at = null, failure_reason = null
     where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
}

/** The mail was postponed before it was tried: the claim's try is given back. */
export async function saveNotTried(
  db: Queryable,
  { organizationId, id }: Id,
  { reason, retryAt }: { reason: string; retryAt: Date },
) {
  await db.query(sql`
    update mails set attempts = attempts - 1, next_attempt_at = ${retryAt}, failure_reason = ${reason}
     where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
}

/** The mail was not sent. It is retried at `retryAt`; null: never. */
export async function saveNotSent(
  db: Queryable,
  { organizationId, id }: Id,
  { reason, status, retryAt }: { reason: string; status: 'pending' | 'failed' | 'dropped'; retryAt: Date | null },
) {
  await db.query(sql`
    update mails set status = ${status}, next_attempt_at = ${retryAt}, failure_reason = ${reason}
     where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
}

/** The number of pending mails, and how long the oldest has waited. */
export async function readMailBacklog(db: Queryable, now: Date): Promise<{ mails: number; oldestSeconds: number }> {
  const [row] = await db.query<{ mails: number; oldest: Date | null }>(sql`
    select count(*) as mails, min(created_at) as oldest from mails where status = 'pending'`);
  return {
    mails: row?.mails ?? 0,
    oldestSeconds: row?.oldest ? (now.getTime() - row.oldest.getTime()) / 1_000 : 0,
  };
}
