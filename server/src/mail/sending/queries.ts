import sql from 'sql-template-tag';
import type { Queryable } from '../../database/database.ts';
import type { Uuid } from '../../uuid.ts';
import type { DueMail, MailKind } from '../mail.ts';

/** Tries so far, this one included. */
export type Claimed = DueMail & { attempts: number };

interface DueRow {
  organization_id: Uuid;
  id: Uuid;
  kind: MailKind;
  recipient: string;
  order_id: Uuid | null;
  ticket_id: Uuid | null;
  checkout_id: Uuid | null;
  details: object;
  attempts: number;
  created_at: Date;
}

/**
 * Takes due mails, those that somebody waits for first, and sets the next try behind a lease. Any number of processes may
 * claim at once; each mail goes to one of them.
 */
export async function claimDueMails(
  db: Queryable,
  { dueBy, leaseUntil, most }: { dueBy: Date; leaseUntil: Date; most: number },
): Promise<Claimed[]> {
  const rows = await db.query<DueRow>(sql`
    update mails m set attempts = m.attempts + 1, next_attempt_at = ${leaseUntil}
      from (select organization_id, id from mails
             where status = 'pending' and next_attempt_at <= ${dueBy}
             order by priority, next_attempt_at limit ${most} for update skip locked) due
     where m.organization_id = due.organization_id and m.id = due.id
    returning m.organization_id, m.id, m.kind, m.recipient, m.order_id, m.ticket_id, m.checkout_id, m.details, m.attempts,
              m.created_at`);
  return rows.map(
    (row) =>
      ({
        organizationId: row.organization_id,
        id: row.id,
        kind: row.kind,
        recipient: row.recipient,
        orderId: row.order_id,
        ticketId: row.ticket_id,
        checkoutId: row.checkout_id,
        details: row.details,
        attempts: row.attempts,
        createdAt: row.created_at,
      }) as Claimed,
  );
}

type Id = Pick<Claimed, 'organizationId' | 'id'>;

export async function saveSent(db: Queryable, { organizationId, id }: Id, now: Date) {
  await db.query(sql`
    update mails set status = 'sent', sent_at = ${now}, next_attempt_at = null, failure_reason = null
     where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
}

/** It is not sent: again at `againAt`, or never when that is null. */
export async function saveNotSent(
  db: Queryable,
  { organizationId, id }: Id,
  { reason, status, againAt }: { reason: string; status: 'pending' | 'failed' | 'dropped'; againAt: Date | null },
) {
  await db.query(sql`
    update mails set status = ${status}, next_attempt_at = ${againAt}, failure_reason = ${reason}
     where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
}

/** Mails that are to be sent, and how long the oldest of them has waited. */
export async function readMailBacklog(db: Queryable, now: Date): Promise<{ mails: number; oldestSeconds: number }> {
  const [row] = await db.query<{ mails: number; oldest: Date | null }>(sql`
    select count(*) as mails, min(created_at) as oldest from mails where status = 'pending'`);
  return {
    mails: row?.mails ?? 0,
    oldestSeconds: row?.oldest ? (now.getTime() - row.oldest.getTime()) / 1_000 : 0,
  };
}
