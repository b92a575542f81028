import sql from 'sql-template-tag';
import { type Tx, walkIndexes } from '../../platform/database/database.ts';
import { claimInTurns } from '../../platform/work/claim-in-turns.ts';
import type { Round } from '../../platform/work/waiting-organizations.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Payload } from '../notification.ts';

/** An attempt to make; no other process makes it until the lease ends. */
export interface Claimed {
  organizationId: Uuid;
  id: Uuid;
  webhookId: Uuid;
  notificationId: Uuid;
  /** Includes the current one. */
  attempts: number;
  url: string;
  /** Opened only to sign: see `aboutWebhook`. */
  sealedSecret: Buffer;
  /** Null unless it is still valid at the time of the claim. */
  sealedPreviousSecret: Buffer | null;
  /** The endpoint has failed since its last success. */
  failing: boolean;
  payload: Payload;
  body: string;
}

interface Claim {
  round: Round;
  now: Date;
  leaseUntil: Date;
  limit: number;
  maxPerWebhook: number;
  maxPerFailingWebhook: number;
  /** Limit for all failing endpoints together. */
  maxFailing: number;
  /** Deliveries that this process is making. */
  inProgress: readonly Pick<Claimed, 'organizationId' | 'webhookId'>[];
}

/**
 * Claims due deliveries of active endpoints, the most overdue of each endpoint first. Organizations take turns: the
 * backlog of one waits behind the first delivery of every other. Failing endpoints never take the whole capacity.
 * Endpoints without capacity are not read, however large their backlog. Several processes may claim at the same time;
 * each delivery goes to one of them.
 *
 * Rows are numbered with `rows unbounded preceding`: with the default frame, PostgreSQL 15 reads all the deliveries
 * that became due at one moment before it numbers the first.
 */
export async function claimDueDeliveries(tx: Tx, claim: Claim): Promise<Claimed[]> {
  await walkIndexes(tx);
  const { now, inProgress } = claim;
  const busy = new Map<Uuid, number>();
  for (const { webhookId } of inProgress) busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
  return claimInTurns<Candidate, Claimed>({
    round: claim.round,
    inProgress: inProgress.map(({ organizationId }) => organizationId),
    look: (after, limit) =>
      tx.query(sql`
        select organization_id from webhook_deliveries where status = 'pending' and organization_id > ${after}
         order by organization_id, webhook_id, next_attempt_at limit ${limit}`),
    candidates: (organizationId) =>
      tx.query(sql`
        with endpoints as (
          select w.id, w.failing_since is not null as failing,
                 case when w.failing_since is null then ${claim.maxPerWebhook}::int
                      else ${claim.maxPerFailingWebhook}::int end - coalesce(busy.count, 0) as room
            from webhooks w
            left join unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[])
                 as busy (id, count) on busy.id = w.id
           where w.organization_id = ${organizationId} and w.is_active)
        select d.organization_id, d.id, endpoints.failing, d.next_attempt_at as due_at
          from endpoints cross join lateral (
            select d.organization_id, d.id, d.next_attempt_at,
                   row_number() over (order by d.next_attempt_at rows unbounded preceding) as nth
              from webhook_deliveries d
             where d.organization_id = ${organizationId} and d.webhook_id = endpoints.id
               and d.status = 'pending' and d.next_attempt_at <= ${now}
             order by d.next_attempt_at limit greatest(endpoints.room, 0)) d
         order by d.nth, endpoints.id`),
    choose: (inTurn) => withinBounds(inTurn, claim),
    claim: (organizationId, ids) => claimDeliveries(tx, organizationId, ids, claim),
  });
}

interface Candidate {
  organizationId: Uuid;
  id: Uuid;
  failing: boolean;
  dueAt: Date;
}

function withinBounds(inTurn: Candidate[], { limit, maxFailing }: Claim): Candidate[] {
  let failing = 0;
  return inTurn.filter((candidate) => !candidate.failing || failing++ < maxFailing).slice(0, limit);
}

/**
 * Only pending deliveries have a next attempt, so `taken` does not test the status. It must not: with that test the
 * index of pending deliveries would match, and a planner without fresh statistics walks through a whole backlog in it
 * for every row (40 ms for 80 rows).
 */
const claimDeliveries = (
  tx: Tx,
  organizationId: Uuid,
  ids: Uuid[],
  { now, leaseUntil }: Pick<Claim, 'now' | 'leaseUntil'>,
): Promise<Claimed[]> =>
  tx.query<Claimed>(sql`
    with taken as (
      select id from webhook_deliveries
       where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and next_attempt_at <= ${now}
       order by id for update skip locked)
    update webhook_deliveries d
       set attempts = d.attempts + 1, last_attempt_at = ${now}, next_attempt_at = ${leaseUntil}
      from webhooks w, notifications n
     where d.organization_id = ${organizationId} and d.id = any(array(select id from taken))
       and w.organization_id = ${organizationId} and w.id = d.webhook_id and w.is_active
       and n.organization_id = ${organizationId} and n.id = d.notification_id
    returning d.organization_id, d.id, d.webhook_id, d.notification_id, d.attempts, w.url, w.sealed_secret,
              case when w.previous_secret_until > ${now} then w.sealed_previous_secret end as sealed_previous_secret,
              w.failing_since is not null as failing, w.payload, n.body`);
