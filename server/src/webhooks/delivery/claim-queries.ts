import sql from 'sql-template-tag';
import { type Tx, walkIndexes } from '../../platform/database/database.ts';
import { claimInTurns } from '../../platform/work/claim-in-turns.ts';
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
  now: Date;
  leaseUntil: Date;
  limit: number;
  maxPerWebhook: number;
  maxPerFailingWebhook: number;
  /** Limit for all failing endpoints together. */
  maxFailing: number;
  /** Deliveries in progress in this process, by endpoint. */
  inProgress: Map<Uuid, number>;
}

/**
 * Claims due deliveries of active endpoints, the most overdue of each endpoint first. Organizations take turns: the
 * backlog of one waits behind the first delivery of every other. Failing endpoints never take the whole capacity.
 * Endpoints without capacity are not read, however large their backlog. Several processes may claim at the same time;
 * each delivery goes to one of them.
 *
 * Rows are numbered with `rows unbounded preceding`: with the default frame, PostgreSQL 15 reads all the deliveries that
 * became due at one moment before it numbers the first.
 */
export async function claimDueDeliveries(tx: Tx, claim: Claim): Promise<Claimed[]> {
  await walkIndexes(tx);
  const { now, inProgress } = claim;
  return claimInTurns<Candidate, Claimed>({
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
            left join unnest(${[...inProgress.keys()]}::uuid[], ${[...inProgress.values()]}::int[])
                 as busy (id, count) on busy.id = w.id
           where w.organization_id = ${organizationId} and w.is_active)
        select d.organization_id, d.id, endpoints.id as webhook_id, endpoints.failing, d.nth
          from endpoints cross join lateral (
            select d.organization_id, d.id,
                   row_number() over (order by d.next_attempt_at rows unbounded preceding) as nth
              from webhook_deliveries d
             where d.organization_id = ${organizationId} and d.webhook_id = endpoints.id
               and d.status = 'pending' and d.next_attempt_at <= ${now}
             order by d.next_attempt_at limit greatest(endpoints.room, 0)) d`),
    choose: (candidates) => chooseInTurns(candidates, claim),
    claim: (organizationId, ids) => claimDeliveries(tx, organizationId, ids, claim),
  });
}

interface Candidate {
  organizationId: Uuid;
  id: Uuid;
  webhookId: Uuid;
  failing: boolean;
  /** Among those of its endpoint, from 1. */
  nth: number;
}

/** The endpoints of an organization take turns, and so do the organizations. */
function chooseInTurns(candidates: Candidate[], { limit, maxFailing }: Claim): Candidate[] {
  const turns = [...Map.groupBy(candidates, ({ organizationId }) => organizationId).values()].flatMap((theirs) =>
    theirs
      .toSorted((a, b) => a.nth - b.nth || (a.webhookId < b.webhookId ? -1 : 1))
      .map((candidate, turn) => ({ candidate, turn })),
  );
  let failing = 0;
  return turns
    .toSorted((a, b) => a.turn - b.turn)
    .flatMap(({ candidate }) => (candidate.failing && failing++ >= maxFailing ? [] : candidate))
    .slice(0, limit);
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
