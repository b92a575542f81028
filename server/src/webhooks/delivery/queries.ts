import sql from 'sql-template-tag';
import { byOrganization } from '../../platform/database/by-organization.ts';
import { type Queryable, type Tx, write } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { endPendingDeliveries } from '../queries.ts';
import type { DeliveryStatus } from '../webhook.ts';

/** The outcome of one attempt. */
export interface Outcome {
  organizationId: Uuid;
  deliveryId: Uuid;
  webhookId: Uuid;
  /** The URL that was asked. The endpoint may have another one since. */
  url: string;
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

/** The state of one endpoint after a batch of outcomes. It is saved only while the endpoint has this URL. */
export interface Health {
  organizationId: Uuid;
  webhookId: Uuid;
  url: string;
  /** null: a delivery succeeded. */
  failingSince: Date | null;
  /** A notification failed for good. */
  hasGivenUp: boolean;
  /** It answered that it is gone. */
  isGone: boolean;
}

/**
 * Keeps the first failure until a success. Locks what is changed here, and what may be disabled after the outcomes are
 * saved, in the order of their ids, as every process does.
 */
export function saveHealth(tx: Tx, health: Health[]) {
  for (const [organizationId, theirs] of byOrganization(health)) {
    const ids = theirs.map((h) => h.webhookId);
    write(
      tx,
      sql`
      with changed as (
        select w.id, reported.failing_since
          from unnest(${ids}::uuid[], ${theirs.map((h) => h.url)}::text[],
                      ${theirs.map((h) => h.failingSince)}::timestamptz[],
                      ${theirs.map((h) => h.hasGivenUp || h.isGone)}::boolean[])
               as reported (id, url, failing_since, may_end)
          join webhooks w on w.organization_id = ${organizationId} and w.id = reported.id and w.url = reported.url
         where (w.failing_since is null) <> (reported.failing_since is null) or reported.may_end
         order by w.id for no key update of w)
      update webhooks w
         set failing_since = case when changed.failing_since is not null
                                  then coalesce(w.failing_since, changed.failing_since) end
        from changed where w.organization_id = ${organizationId} and w.id = any(${ids}::uuid[]) and w.id = changed.id`,
    );
  }
}

/** The active ones of these endpoints that have only failed since `since` or earlier. */
export async function listFailingSince(tx: Tx, health: Health[], since: Date) {
  const failing = await Promise.all(
    byOrganization(health).map(([organizationId, theirs]) =>
      tx.query<{ organizationId: Uuid; id: Uuid; url: string; failingSince: Date }>(sql`
        select organization_id, id, url, failing_since from webhooks
         where organization_id = ${organizationId} and id = any(${theirs.map((h) => h.webhookId)}::uuid[])
           and is_active and failing_since <= ${since}
         order by id for no key update`),
    ),
  );
  return failing.flat();
}

/**
 * Disables the endpoint and fails the first of its pending deliveries: a periodic task fails the rest. @returns false
 * when it was disabled already, or has another URL now
 */
export async function disableWebhook(
  tx: Tx,
  { organizationId, webhookId, url, reason }: { organizationId: Uuid; webhookId: Uuid; url: string; reason: string },
  now: Date,
) {
  const rows = await tx.query(sql`
    update webhooks set is_active = false, disabled_reason = ${reason}, updated_at = ${now}
     where organization_id = ${organizationId} and id = ${webhookId} and url = ${url} and is_active
    returning 1`);
  if (rows.length > 0) await endPendingDeliveries(tx, organizationId, webhookId);
  return rows.length > 0;
}

/** In all organizations. A million waiting deliveries are read in about 0.2 s. */
export async function readDueDeliveries(db: Queryable, now: Date): Promise<{ due: number; oldestSeconds: number }> {
  const [row] = await db.query<{ due: number; oldest: number }>(sql`
    select count(*) as due, coalesce(extract(epoch from ${now}::timestamptz - min(next_attempt_at)), 0) as oldest
      from webhook_deliveries where status = 'pending' and next_attempt_at <= ${now}`);
  return { due: row?.due ?? 0, oldestSeconds: row?.oldest ?? 0 };
}
