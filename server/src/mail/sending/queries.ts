import sql from 'sql-template-tag';
import { type Queryable, type Tx, walkIndexes } from '../../platform/database/database.ts';
import { claimInTurns } from '../../platform/work/claim-in-turns.ts';
import type { Round } from '../../platform/work/waiting-organizations.ts';
import { ERASED_EMAIL } from '../../values/erased.ts';
import type { Uuid } from '../../values/uuid.ts';
import { type DueMail, FORGOTTEN_KINDS } from '../mail.ts';

/** `attempts` includes the current one. */
export type Claimed = DueMail & { attempts: number };

interface Claim {
  /** The organization whose turn it is, among those that wait with mails of `priorities`. */
  round: Round;
  dueBy: Date;
  leaseUntil: Date;
  limit: number;
  priorities: readonly number[];
  /** The organizations of the mails that this process is sending, one entry per mail. */
  inProgress: Uuid[];
}

/**
 * Claims due mails of these priorities, the lowest number first, and sets their next attempt to the end of a lease.
 * Organizations take turns: a single mail of one does not wait behind thousands of another. Several processes may claim
 * at the same time; each mail goes to one of them.
 */
export async function claimDueMails(
  tx: Tx,
  { round, dueBy, leaseUntil, limit, priorities, inProgress }: Claim,
): Promise<Claimed[]> {
  await walkIndexes(tx);
  return claimInTurns<Candidate, Claimed>({
    round,
    inProgress,
    look: (after, limit) =>
      tx.query(sql`
        select organization_id from mails where status = 'pending' and organization_id > ${after}
         order by organization_id, priority, next_attempt_at limit ${limit}`),
    candidates: (organizationId) =>
      tx.query(sql`
        select due.organization_id, due.id, known.priority, due.next_attempt_at as due_at
          from unnest(${priorities}::smallint[]) as known (priority)
         cross join lateral (
            select m.organization_id, m.id, m.next_attempt_at from mails m
             where m.organization_id = ${organizationId} and m.priority = known.priority
               and m.status = 'pending' and m.next_attempt_at <= ${dueBy}
             order by m.next_attempt_at limit ${limit}) due
         order by known.priority, due.next_attempt_at`),
    choose: (inTurn) => inTurn.toSorted((a, b) => a.priority - b.priority).slice(0, limit),
    claim: (organizationId, ids) => claimMails(tx, { organizationId, ids, dueBy, leaseUntil }),
  });
}

interface Candidate {
  organizationId: Uuid;
  id: Uuid;
  priority: number;
  dueAt: Date;
}

async function claimMails(
  tx: Tx,
  { organizationId, ids, dueBy, leaseUntil }: { organizationId: Uuid; ids: Uuid[]; dueBy: Date; leaseUntil: Date },
): Promise<Claimed[]> {
  return tx.query<Claimed>(sql`
    with taken as (
      select id from mails
       where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and next_attempt_at <= ${dueBy}
       order by id for update skip locked)
    update mails m set attempts = m.attempts + 1, next_attempt_at = ${leaseUntil}
     where m.organization_id = ${organizationId} and m.id = any(array(select id from taken))
    returning m.organization_id, m.id, m.kind, m.recipient, m.order_id, m.ticket_id, m.checkout_id, m.message_id, m.details,
              m.attempts, m.created_at`);
}

type Id = Pick<Claimed, 'organizationId' | 'id'>;
/** A try does not count when the mail goes to another address since: it is sent again. */
type Tried = Id & Pick<Claimed, 'recipient'>;
const isStillTo = (recipient: string) => sql`lower(recipient) = lower(${recipient})`;

const recipientAfterwards = sql`case when kind = any(${FORGOTTEN_KINDS}::text[]) then ${ERASED_EMAIL} else recipient end`;

/** @returns whether it counted: not when it was dropped or redirected meanwhile, or another try ended first */
export async function saveSent(db: Queryable, { organizationId, id, recipient }: Tried, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update mails set status = 'sent', sent_at = ${now}, next_attempt_at = null, failure_reason = null,
           recipient = ${recipientAfterwards}
     where organization_id = ${organizationId} and id = ${id} and status = 'pending' and ${isStillTo(recipient)}
    returning 1`);
  return rows.length > 0;
}

/**
 * Whether its recipient should not have it, or is forgotten: it was dropped, redirected or sent by another try
 * meanwhile.
 */
export async function isTakenBack(db: Queryable, { organizationId, id, recipient }: Tried): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from mails
     where organization_id = ${organizationId} and id = ${id} and (status = 'dropped' or not ${isStillTo(recipient)})`);
  return rows.length > 0;
}

/**
 * Another mail about changes of the event waits for the recipient and cannot have arrived. `mails_one_change_waiting`
 * allows one such mail, so that one was recorded during this try, for a change in between. The try counts as one after
 * which the mail may have arrived, or there would be two.
 */
const isFollowed = ({ organizationId, id }: Id) => sql`exists (
  select 1 from mails other
   where other.organization_id = ${organizationId} and other.order_id = mails.order_id and other.id <> ${id}
     and other.recipient = mails.recipient and other.kind = 'event_changed' and mails.kind = 'event_changed'
     and other.status = 'pending' and other.attempts = other.refusals)`;

/** The mail was postponed before it was tried: the claim's try is given back. */
export async function saveNotTried(
  db: Queryable,
  { organizationId, id, recipient }: Tried,
  { reason, retryAt }: { reason: string; retryAt: Date },
) {
  await db.query(sql`
    update mails set attempts = attempts - case when ${isFollowed({ organizationId, id })} then 0 else 1 end,
           next_attempt_at = ${retryAt}, failure_reason = ${reason}
     where organization_id = ${organizationId} and id = ${id} and status = 'pending' and ${isStillTo(recipient)}`);
}

/** The mail was not sent, or perhaps it was. It is retried at `retryAt`; null: never. */
export async function saveNotSent(
  db: Queryable,
  { organizationId, id, recipient }: Tried,
  { reason, status, mayHaveArrived, retryAt }: NotSent,
) {
  await db.query(sql`
    update mails set status = ${status}, next_attempt_at = ${retryAt}, failure_reason = ${reason},
           refusals = refusals + case when ${mayHaveArrived} or ${isFollowed({ organizationId, id })} then 0 else 1 end,
           recipient = ${retryAt ? sql`recipient` : recipientAfterwards}
     where organization_id = ${organizationId} and id = ${id} and status = 'pending' and ${isStillTo(recipient)}`);
}

interface NotSent {
  reason: string;
  status: 'pending' | 'failed' | 'dropped';
  mayHaveArrived: boolean;
  retryAt: Date | null;
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
