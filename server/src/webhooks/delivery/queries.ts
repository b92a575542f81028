import sql from 'sql-template-tag';
import { planAnew, type Queryable, type Tx, write } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Payload } from '../notification.ts';
import { endPendingDeliveries } from '../queries.ts';
import type { DeliveryStatus } from '../webhook.ts';

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
 * Only pending deliveries have a next attempt, so `taken` does not test the status. It must not: with that test the
 * index of pending deliveries would match, and a planner without fresh statistics walks through a whole backlog in it
 * for every row (40 ms for 80 rows). The rows are updated by their physical place (ctid): with a join by id, a plan
 * made for an empty table compared each row with the whole backlog of its endpoint (100 s for 400,000).
 * Rows are numbered with `rows unbounded preceding`: with the default frame, PostgreSQL 15 reads all the deliveries that
 * became due at one moment before it numbers the first.
 */
export async function claimDueDeliveries(tx: Tx, claim: Claim): Promise<Claimed[]> {
  await planAnew(tx);
  const { now, leaseUntil, limit } = claim;
  const rows = await tx.query<{
    organizationId: Uuid;
    id: Uuid;
    webhookId: Uuid;
    notificationId: Uuid;
    attempts: number;
    url: string;
    sealedSecret: Buffer;
    sealedPreviousSecret: Buffer | null;
    failing: boolean;
    payload: Payload;
    body: string;
  }>(sql`
    with recursive waiting as (
      (select organization_id, webhook_id from webhook_deliveries where status = 'pending'
        order by organization_id, webhook_id limit 1)
      union all
      select next.organization_id, next.webhook_id
        from waiting cross join lateral (
          select d.organization_id, d.webhook_id from webhook_deliveries d
           where d.status = 'pending'
             and (d.organization_id, d.webhook_id) > (waiting.organization_id, waiting.webhook_id)
           order by d.organization_id, d.webhook_id limit 1) next),
    endpoints as (
      select w.organization_id, w.id, w.url, w.payload, w.sealed_secret, w.failing_since is not null as failing,
             case when w.previous_secret_until > ${now} then w.sealed_previous_secret end as sealed_previous_secret,
             case when w.failing_since is null then ${claim.maxPerWebhook}::int
                  else ${claim.maxPerFailingWebhook}::int end - coalesce(busy.count, 0) as room
        from waiting
        join webhooks w on w.organization_id = waiting.organization_id and w.id = waiting.webhook_id and w.is_active
        left join unnest(${[...claim.inProgress.keys()]}::uuid[], ${[...claim.inProgress.values()]}::int[])
             as busy (id, count) on busy.id = w.id),
    due as (
      select d.organization_id, d.id, endpoints.failing,
             row_number() over (partition by d.organization_id order by d.nth, endpoints.id) as turn
        from endpoints cross join lateral (
          select d.organization_id, d.id,
                 row_number() over (order by d.next_attempt_at rows unbounded preceding) as nth
            from webhook_deliveries d
           where d.organization_id = endpoints.organization_id and d.webhook_id = endpoints.id
             and d.status = 'pending' and d.next_attempt_at <= ${now}
           order by d.next_attempt_at limit greatest(endpoints.room, 0)) d),
    chosen as (
      select organization_id, id
        from (select due.*, row_number() over (partition by failing order by turn) as place from due) placed
       where not failing or place <= ${claim.maxFailing}
       order by turn limit ${limit}),
    taken as (
      select d.ctid as place, d.organization_id, d.webhook_id, d.notification_id
        from chosen join webhook_deliveries d on d.organization_id = chosen.organization_id and d.id = chosen.id
       where d.next_attempt_at <= ${now}
         for update of d skip locked)
    update webhook_deliveries d
       set attempts = d.attempts + 1, last_attempt_at = ${now}, next_attempt_at = ${leaseUntil}
      from taken, endpoints, notifications n
     where d.ctid = taken.place
       and endpoints.organization_id = taken.organization_id and endpoints.id = taken.webhook_id
       and n.organization_id = taken.organization_id and n.id = taken.notification_id
    returning d.organization_id, d.id, d.webhook_id, d.notification_id, d.attempts, endpoints.url, endpoints.sealed_secret,
              endpoints.sealed_previous_secret, endpoints.failing, endpoints.payload, n.body`);
  return rows.map((row) => ({
    organizationId: row.organizationId,
    id: row.id,
    webhookId: row.webhookId,
    notificationId: row.notificationId,
    attempts: row.attempts,
    url: row.url,
    sealedSecret: row.sealedSecret,
    sealedPreviousSecret: row.sealedPreviousSecret,
    failing: row.failing,
    payload: row.payload,
    body: row.body,
  }));
}

/** The outcome of one attempt. */
export interface Outcome {
  organizationId: Uuid;
  deliveryId: Uuid;
  webhookId: Uuid;
  attempt: number;
  at: Date;
  durationMs: number;
  responseStatus: number | null;
  error: string | null;
  responseStart: string | null;
  /** New status of the delivery; pending: there is another attempt. */
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
}

/**
 * Saves the outcomes of deliveries that still exist. A success always counts. A failure counts only for the latest
 * attempt, not when its lease ended and another attempt has begun. If the endpoint was disabled meanwhile, the delivery
 * has failed for good, and its response is still saved.
 */
export function saveOutcomes(tx: Tx, outcomes: Outcome[]) {
  for (const [organizationId, theirs] of byOrganization(outcomes)) saveTheirOutcomes(tx, organizationId, theirs);
}

/** By organization, in the order of their ids: every process locks in this order. */
const byOrganization = <Row extends { organizationId: Uuid }>(rows: Row[]): [Uuid, Row[]][] =>
  [...Map.groupBy(rows, (row) => row.organizationId)].toSorted(([a], [b]) => (a < b ? -1 : 1));

function saveTheirOutcomes(tx: Tx, organizationId: Uuid, outcomes: Outcome[]) {
  const ids = outcomes.map((o) => o.deliveryId);
  const attempts = outcomes.map((o) => o.attempt);
  const statuses = outcomes.map((o) => o.responseStatus);
  write(
    tx,
    sql`
    with delivery as (
      select id from webhook_deliveries
       where organization_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for update)
    update webhook_deliveries d
       set status = case when d.status = 'failed' and o.status = 'pending' then 'failed' else o.status end,
           response_status = o.response_status,
           next_attempt_at = case when d.status = 'failed' then null else o.next_attempt_at end
      from unnest(${ids}::uuid[], ${attempts}::int[], ${statuses}::int[], ${outcomes.map((o) => o.status)}::text[],
                  ${outcomes.map((o) => o.nextAttemptAt)}::timestamptz[])
           as o (delivery_id, attempt, response_status, status, next_attempt_at)
     where d.organization_id = ${organizationId} and d.id = any(array(select id from delivery)) and d.id = o.delivery_id
       and (o.status = 'succeeded' or (d.status <> 'succeeded' and d.attempts = o.attempt))`,
  );
  write(
    tx,
    sql`
    insert into webhook_attempts (organization_id, delivery_id, attempt, at, duration_ms, response_status, error,
      response_start)
    select ${organizationId}, d.id, o.attempt, o.at, o.duration_ms, o.response_status, o.error, o.response_start
      from unnest(${ids}::uuid[], ${attempts}::int[], ${outcomes.map((o) => o.at)}::timestamptz[],
                  ${outcomes.map((o) => o.durationMs)}::int[], ${statuses}::int[], ${outcomes.map((o) => o.error)}::text[],
                  ${outcomes.map((o) => o.responseStart)}::text[])
           as o (delivery_id, attempt, at, duration_ms, response_status, error, response_start)
      join webhook_deliveries d on d.organization_id = ${organizationId} and d.id = any(${ids}::uuid[])
                               and d.id = o.delivery_id
        on conflict do nothing`,
  );
}

/** The state of one endpoint after a batch of outcomes. */
export interface Health {
  organizationId: Uuid;
  webhookId: Uuid;
  /** null: a delivery succeeded. */
  failingSince: Date | null;
}

/** Keeps the first failure until a success. Locks rows in the order of their ids, as every process does. */
export function saveHealth(tx: Tx, health: Health[]) {
  for (const [organizationId, theirs] of byOrganization(health)) {
    const ids = theirs.map((h) => h.webhookId);
    write(
      tx,
      sql`
      with changed as (
        select w.id, reported.failing_since
          from unnest(${ids}::uuid[], ${theirs.map((h) => h.failingSince)}::timestamptz[]) as reported (id, failing_since)
          join webhooks w on w.organization_id = ${organizationId} and w.id = reported.id
         where (w.failing_since is null) <> (reported.failing_since is null)
         order by w.id for no key update of w)
      update webhooks w set failing_since = changed.failing_since
        from changed where w.organization_id = ${organizationId} and w.id = any(${ids}::uuid[]) and w.id = changed.id`,
    );
  }
}

/** The active ones of these endpoints that have only failed since `since` or earlier. */
export async function listFailingSince(tx: Tx, health: Health[], since: Date) {
  const failing = await Promise.all(
    byOrganization(health).map(([organizationId, theirs]) =>
      tx.query<{ organizationId: Uuid; id: Uuid; failingSince: Date }>(sql`
        select organization_id, id, failing_since from webhooks
         where organization_id = ${organizationId} and id = any(${theirs.map((h) => h.webhookId)}::uuid[])
           and is_active and failing_since <= ${since}
         order by id for no key update`),
    ),
  );
  return failing.flat();
}

/** Disables the endpoint and fails its pending deliveries. @returns false when it was disabled already */
export async function disableWebhook(tx: Tx, organizationId: Uuid, webhookId: Uuid, reason: string, now: Date) {
  const rows = await tx.query(sql`
    update webhooks set is_active = false, disabled_reason = ${reason}, updated_at = ${now}
     where organization_id = ${organizationId} and id = ${webhookId} and is_active
    returning 1`);
  if (rows.length > 0) await endPendingDeliveries(tx, organizationId, webhookId);
  return rows.length > 0;
}

/**
 * Fails the pending deliveries of disabled endpoints: a transaction that still saw the endpoint active recorded them.
 * Locks rows in the order of their ids, as every process does. @returns how many deliveries failed
 */
export async function endDeliveriesOfInactiveWebhooks(db: Queryable): Promise<number> {
  const found = await db.query<{ organizationId: Uuid; id: Uuid }>(sql`
    select d.organization_id, d.id from webhook_deliveries d
      join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
     where not w.is_active and d.status = 'pending'`);
  let ended = 0;
  for (const [organizationId, theirs] of byOrganization(found)) {
    const rows = await db.query(sql`
      with ended as (
        select d.id from webhook_deliveries d
          join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
         where d.organization_id = ${organizationId} and d.id = any(${theirs.map(({ id }) => id)}::uuid[])
           and not w.is_active and d.status = 'pending' order by d.id for update of d)
      update webhook_deliveries d set status = 'failed', next_attempt_at = null
       where d.organization_id = ${organizationId} and d.id = any(array(select id from ended))
      returning 1`);
    ended += rows.length;
  }
  return ended;
}

/** In all organizations. A million waiting deliveries are read in about 0.2 s. */
export async function readDueDeliveries(db: Queryable, now: Date): Promise<{ due: number; oldestSeconds: number }> {
  const [row] = await db.query<{ due: number; oldest: number }>(sql`
    select count(*) as due, coalesce(extract(epoch from ${now}::timestamptz - min(next_attempt_at)), 0) as oldest
      from webhook_deliveries where status = 'pending' and next_attempt_at <= ${now}`);
  return { due: row?.due ?? 0, oldestSeconds: row?.oldest ?? 0 };
}
