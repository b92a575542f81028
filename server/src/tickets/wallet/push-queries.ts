import sql from 'sql-template-tag';
import { type Queryable, type Tx, walkIndexes } from '../../platform/database/database.ts';
import { claimInTurns } from '../../platform/work/claim-in-turns.ts';
import type { Claim } from '../../platform/work/claim-loop.ts';
import type { Round } from '../../platform/work/waiting-organizations.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { WalletRegistrationRow } from '../tables.ts';

/** A push to make; no other process makes it until the lease ends. */
export interface ClaimedPush
  extends Pick<WalletRegistrationRow, 'organizationId' | 'id' | 'eventId' | 'ticketId' | 'revision' | 'pushToken'> {
  /** Includes the current one. */
  tries: number;
  leaseUntil: Date;
}

/**
 * Claims due pushes to a wallet. Organizations take turns: one push does not wait behind the thousands of another
 * organization's event. Several processes may claim at the same time. Written like the claim of mails.
 */
export async function claimDuePushes(
  tx: Tx,
  wallet: WalletRegistrationRow['wallet'],
  { now, leaseUntil, limit, inProgress }: Claim<ClaimedPush>,
  round: Round,
): Promise<ClaimedPush[]> {
  await walkIndexes(tx);
  return claimInTurns<Candidate, ClaimedPush>({
    round,
    inProgress: inProgress.map(({ organizationId }) => organizationId),
    look: (after, limit) =>
      tx.query(sql`
        select organization_id from wallet_registrations
         where wallet = ${wallet} and push_due_at is not null and organization_id > ${after}
         order by organization_id, push_due_at limit ${limit}`),
    candidates: (organizationId) =>
      tx.query(sql`
        select organization_id, id, push_due_at as due_at from wallet_registrations
         where wallet = ${wallet} and organization_id = ${organizationId} and push_due_at <= ${now}
         order by push_due_at limit ${limit}`),
    choose: (inTurn) => inTurn.slice(0, limit),
    claim: (organizationId, ids) => claimPushes(tx, { organizationId, ids, now, leaseUntil }),
  });
}

interface Candidate {
  organizationId: Uuid;
  id: Uuid;
  dueAt: Date;
}

async function claimPushes(
  tx: Tx,
  { organizationId, ids, now, leaseUntil }: { organizationId: Uuid; ids: Uuid[]; now: Date; leaseUntil: Date },
): Promise<ClaimedPush[]> {
  const rows = await tx.query<Omit<ClaimedPush, 'tries' | 'leaseUntil'> & { pushTries: number }>(sql`
    with taken as (
      select id from wallet_registrations
       where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and push_due_at <= ${now}
       order by id for update skip locked)
    update wallet_registrations w set push_tries = w.push_tries + 1, push_due_at = ${leaseUntil}
     where w.organization_id = ${organizationId} and w.id = any(array(select id from taken))
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
