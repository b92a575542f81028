import sql, { raw, type Sql } from 'sql-template-tag';
import { isLive } from '../../checkouts/queries.ts';
import { type Queryable, type Tx, walkIndexes } from '../../platform/database/database.ts';
import { claimInTurns, roomFor } from '../../platform/work/claim-in-turns.ts';
import type { Claim } from '../../platform/work/claim-loop.ts';
import type { Round } from '../../platform/work/waiting-organizations.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Attempt } from './attempt.ts';
import { attemptColumns, joinCheckout } from './queries.ts';

export interface FollowedAttempt extends Attempt {
  /** Its checkout's time is over, or it was paid otherwise or cancelled: no payment may start any more. */
  isOver: boolean;
}

/**
 * Claims attempts to check at the provider, and marks them as checked. Organizations take turns: a provider that does
 * not answer for one keeps no other waiting. Several instances share the work; what a crashed one had claimed is due
 * again in a later round. Due are:
 * - attempts of a checkout that holds places beyond its time, every `overdueSeconds`;
 * - attempts that can still be paid although their checkout is over, every `overdueSeconds` until they are
 * `closedWithinSeconds` old;
 * - attempts of an open or processing checkout, every `afterSeconds`, since the buyer may have closed the browser after
 * paying, and has little time when a bank refuses;
 * - all others at doubling intervals: one minute after they began, then two, four and so on.
 * None of those in progress is claimed again.
 */
export async function claimAttemptsToCheck(tx: Tx, due: DueAttempts): Promise<FollowedAttempt[]> {
  await walkIndexes(tx);
  const inProgress = due.inProgress.map(({ organizationId }) => organizationId);
  const ids = due.inProgress.map(({ id }) => id);
  return claimInTurns<{ organizationId: Uuid; id: Uuid; dueAt: Date }, FollowedAttempt>({
    round: due.round,
    inProgress,
    look: (after, rows) =>
      tx.query(sql`
        select organization_id from payment_attempts a where ${isFollowed} and organization_id > ${after}
         order by organization_id, checked_at limit ${rows}`),
    candidates: (organizationId) =>
      tx.query(sql`
        select a.organization_id, a.id, a.checked_at as due_at from payment_attempts a ${joinCheckout}
         where a.organization_id = ${organizationId} and ${isDue(due)} and a.id <> all(${ids}::uuid[])
         order by a.checked_at limit ${roomFor(organizationId, inProgress, due.maxPerOrganization)}`),
    choose: (inTurn) => inTurn.slice(0, due.limit),
    claim: (organizationId, chosen) => claimAttempts(tx, organizationId, chosen, due),
  });
}

interface DueAttempts extends Pick<Claim<FollowedAttempt>, 'now' | 'limit' | 'inProgress'> {
  /** Kept from claim to claim. */
  round: Round;
  maxPerOrganization: number;
  afterSeconds: number;
  overdueSeconds: number;
  closedWithinSeconds: number;
}

/** Condition on an attempt `a`: it may be paid, as far as we know. */
const isFollowed = raw(`(a.status in ('started', 'pending') or a.watched_until is not null)`);

/** Condition on an attempt `a` and its checkout `c`. */
const isDue = ({ now, afterSeconds, overdueSeconds, closedWithinSeconds }: DueAttempts): Sql => sql`
  ${isFollowed}
  and (a.checked_at <= ${now}::timestamptz
         - greatest(make_interval(secs => ${afterSeconds}), a.checked_at - a.created_at)
       or (a.status in ('started', 'pending') and ${isLive}
           and a.checked_at <= ${now}::timestamptz - make_interval(secs => ${afterSeconds}))
       or (a.status in ('started', 'pending') and ${isLive} and c.expires_at <= ${now}
           and (a.checked_at < c.expires_at
                or a.checked_at <= ${now}::timestamptz - make_interval(secs => ${overdueSeconds})))
       or (a.status in ('started', 'pending') and c.status not in ('open', 'processing')
           and a.checked_at <= ${now}::timestamptz - make_interval(secs => ${overdueSeconds})
           and a.created_at > ${now}::timestamptz - make_interval(secs => ${closedWithinSeconds}))
       or (a.checked_at < a.watched_until and a.watched_until <= ${now}))`;

/** Attempts that another instance claims at this moment, or has just checked, are left to it. */
const claimAttempts = (tx: Tx, organizationId: Uuid, ids: Uuid[], due: DueAttempts) =>
  tx.query<FollowedAttempt>(sql`
    with due as (
      select a.id, c.expires_at <= ${due.now} or c.status not in ('open', 'processing') as is_over
        from payment_attempts a ${joinCheckout}
       where a.organization_id = ${organizationId} and a.id = any(${ids}::uuid[]) and ${isDue(due)}
       order by a.id for update of a skip locked)
    update payment_attempts a set checked_at = ${due.now}
      from due, checkouts c
     where a.organization_id = ${organizationId} and a.id = any(${ids}::uuid[]) and a.id = due.id
       and c.organization_id = ${organizationId} and c.id = a.checkout_id
    returning ${attemptColumns}, due.is_over`);

/** Stops watching for late money on an attempt that ended unpaid. */
export async function stopWatching(db: Queryable, { organizationId, id }: Attempt) {
  await db.query(sql`
    update payment_attempts set watched_until = null
     where organization_id = ${organizationId} and id = ${id} and status in ('failed', 'closed')`);
}
