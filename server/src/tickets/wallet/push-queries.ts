import sql from 'sql-template-tag';
import { planAnew, type Queryable, type Tx } from '../../platform/database/database.ts';
import type { WalletRegistrationRow } from '../tables.ts';

/** A push to make; no other process makes it until the lease ends. */
export interface ClaimedPush
  extends Pick<WalletRegistrationRow, 'organizationId' | 'id' | 'eventId' | 'ticketId' | 'revision' | 'pushToken'> {
  /** Includes the current one. */
  tries: number;
  leaseUntil: Date;
}

/**
 * Claims due pushes to a wallet. Organizations take turns: one push does not wait behind the thousands of another organization's
 * event. Several processes may claim at the same time. Written like the claim of mails, for the same reasons.
 */
export async function claimDuePushes(
  tx: Tx,
  wallet: WalletRegistrationRow['wallet'],
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedPush[]> {
  await planAnew(tx);
  const rows = await tx.query<Omit<ClaimedPush, 'tries' | 'leaseUntil'> & { pushTries: number }>(sql`
    with recursive waiting as (
      (select organization_id from wallet_registrations
        where wallet = ${wallet} and push_due_at is not null order by organization_id limit 1)
      union all
      select next.organization_id
        from waiting cross join lateral (
          select w.organization_id from wallet_registrations w
           where w.wallet = ${wallet} and w.push_due_at is not null and w.organization_id > waiting.organization_id
           order by w.organization_id limit 1) next),
    chosen as (
      select due.place
        from waiting cross join lateral (
          select w.ctid as place, w.push_due_at,
                 row_number() over (order by w.push_due_at rows unbounded preceding) as nth from wallet_registrations w
           where w.wallet = ${wallet} and w.organization_id = waiting.organization_id and w.push_due_at <= ${now}
           order by w.push_due_at limit ${limit}) due
       order by due.nth, due.push_due_at limit ${limit}),
    taken as (
      select locked.place
        from chosen cross join lateral (
          select w.ctid as place from wallet_registrations w where w.ctid = chosen.place and w.push_due_at <= ${now}
             for update skip locked) locked)
    update wallet_registrations w set push_tries = w.push_tries + 1, push_due_at = ${leaseUntil}
      from taken
     where w.ctid = taken.place
    returning w.organization_id, w.id, w.event_id, w.ticket_id, w.revision, w.push_token, w.push_tries`);
  return rows.map(({ pushTries, ...change }) => ({ ...change, tries: pushTries, leaseUntil }));
}

/** The push ended, or is repeated at `retryAt`. A change that was recorded meanwhile keeps its own time. */
export async function savePush(db: Queryable, { organizationId, id, leaseUntil }: ClaimedPush, retryAt: Date | null) {
  await db.query(sql`
    update wallet_registrations
       set push_due_at = ${retryAt}, push_tries = case when ${retryAt}::timestamptz is null then 0 else push_tries end
     where organization_id = ${organizationId} and id = ${id} and push_due_at = ${leaseUntil}`);
}

/** The phone has removed the pass. One that registered with another token meanwhile stays. */
export async function deleteUnreachable(db: Queryable, { organizationId, id, pushToken }: ClaimedPush) {
  await db.query(sql`
    delete from wallet_registrations
     where organization_id = ${organizationId} and id = ${id} and push_token = ${pushToken}`);
}
