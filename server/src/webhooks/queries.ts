import sql from 'sql-template-tag';
import { type Queryable, type Tx, walkIndexes, write } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { assignments, columnsExcept, insertAllInto, insertInto } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import { webhookRefusals } from './refusals.ts';
import { notificationsTable, webhooksTable } from './tables.ts';
import type { Webhook } from './webhook.ts';

/**
 * Inserts the notifications, and a delivery of each to every active endpoint that subscribed to its type. It waits for
 * an endpoint that is being deleted, because its deliveries would have no endpoint.
 */
export function insertNotifications(
  tx: Tx,
  organizationId: Uuid,
  notifications: { id: Uuid; type: string; body: string }[],
  now: Date,
) {
  const ids = notifications.map(({ id }) => id);
  const types = notifications.map(({ type }) => type);
  write(tx, insertAllInto(notificationsTable, { organizationId, createdAt: now }, notifications));
  write(
    tx,
    sql`
    insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, next_attempt_at, created_at)
    select ${organizationId}, ${newIdAt(now)}, w.id, recorded.id, 'pending', ${now}, ${now}
      from unnest(${ids}::uuid[], ${types}::text[]) as recorded (id, type)
      join webhooks w on w.organization_id = ${organizationId} and w.is_active and recorded.type = any(w.events)
       for key share of w`,
  );
}

/** A notification without subscribers: see `insertDeliveries` for where it goes. */
export async function insertNotification(
  tx: Tx,
  organizationId: Uuid,
  notification: { id: Uuid; type: string; body: string },
  now: Date,
) {
  await tx.query(insertInto(notificationsTable, { organizationId, ...notification, createdAt: now }));
}

/** Without the secrets: only the delivery reads them. */
const webhookColumns = columnsExcept(webhooksTable, [
  'organizationId',
  'sealedSecret',
  'sealedPreviousSecret',
  'previousSecretUntil',
]);

export async function countWebhooks(db: Queryable, organizationId: Uuid): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*) as total from webhooks where organization_id = ${organizationId}`);
  return row?.total ?? 0;
}

export async function insertWebhook(tx: Tx, organizationId: Uuid, webhook: Webhook, sealedSecret: Buffer) {
  await tx.query(insertInto(webhooksTable, { organizationId, ...webhook, sealedSecret }));
}

export async function getWebhook(db: Queryable, organizationId: Uuid, webhookId: Uuid): Promise<Webhook> {
  return oneWebhook(
    await db.query<Webhook>(sql`
      select ${webhookColumns} from webhooks where organization_id = ${organizationId} and id = ${webhookId}`),
  );
}

/** Locks the endpoint, so that changes of it and deliveries added by hand run one at a time. @throws Refusal 404 */
export async function lockWebhook(tx: Tx, organizationId: Uuid, webhookId: Uuid): Promise<Webhook> {
  return oneWebhook(
    await tx.query<Webhook>(sql`
      select ${webhookColumns} from webhooks
       where organization_id = ${organizationId} and id = ${webhookId} for no key update`),
  );
}

function oneWebhook([row]: Webhook[]): Webhook {
  if (!row) throw webhookRefusals.webhook_not_found();
  return row;
}

/** Newest first. */
export async function listWebhooks(db: Queryable, organizationId: Uuid, page: Page) {
  const [webhooks, total] = await Promise.all([
    db.query<Webhook>(sql`
      select ${webhookColumns} from webhooks where organization_id = ${organizationId}
       order by created_at desc, id desc limit ${page.perPage} offset ${offset(page)}`),
    countWebhooks(db, organizationId),
  ]);
  return { webhooks, total };
}

/** Saves all fields except the secrets. */
export async function saveWebhook(tx: Tx, organizationId: Uuid, { id, ...webhook }: Webhook) {
  await tx.query(sql`
    update webhooks set ${assignments(webhooksTable, webhook)}
     where organization_id = ${organizationId} and id = ${id}`);
}

/** The old secret stays valid until `previousUntil`; null: it ends at once. */
export async function replaceSecret(
  tx: Tx,
  organizationId: Uuid,
  webhookId: Uuid,
  { sealedSecret, previousUntil, now }: { sealedSecret: Buffer; previousUntil: Date | null; now: Date },
) {
  await tx.query(sql`
    update webhooks
       set sealed_secret = ${sealedSecret}, previous_secret_until = ${previousUntil}, updated_at = ${now},
           sealed_previous_secret = case when ${previousUntil}::timestamptz is null then null else sealed_secret end
     where organization_id = ${organizationId} and id = ${webhookId}`);
}

/**
 * Deletes the oldest deliveries of an endpoint with their attempts. Locks rows in the order of their ids. @returns how
 * many were deleted
 */
export async function deleteDeliveries(db: Queryable, organizationId: Uuid, webhookId: Uuid, most: number) {
  const gone = await db.query(sql`
    with oldest as (
      select id from webhook_deliveries
       where organization_id = ${organizationId} and webhook_id = ${webhookId}
       order by created_at, id limit ${most} for update)
    delete from webhook_deliveries d
     where d.organization_id = ${organizationId} and d.id = any(array(select id from oldest))
    returning 1`);
  return gone.length;
}

/** Deletes the endpoint with its remaining deliveries. */
export async function deleteWebhookRow(tx: Tx, organizationId: Uuid, webhookId: Uuid) {
  await tx.query(sql`delete from webhooks where organization_id = ${organizationId} and id = ${webhookId}`);
}

/** So few rows hold locks for milliseconds, also those of other endpoints whose outcomes are saved with them. */
export const ENDED_AT_ONCE = 1_000;

/**
 * Fails the most overdue pending deliveries of an endpoint, at most `ENDED_AT_ONCE`. Locks rows in the order of their
 * ids, as every process does; `next_attempt_at` says that they are still pending, as in `claimDeliveries`. The webhook
 * must be locked. @returns how many failed
 */
export async function endPendingDeliveries(tx: Tx, organizationId: Uuid, webhookId: Uuid): Promise<number> {
  await walkIndexes(tx);
  const ended = await tx.query(sql`
    with ended as (
      select id from webhook_deliveries
       where organization_id = ${organizationId} and next_attempt_at is not null and id = any(array(
         select id from webhook_deliveries
          where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
          order by next_attempt_at limit ${ENDED_AT_ONCE}))
       order by id for update)
    update webhook_deliveries d set status = 'failed', next_attempt_at = null
     where d.organization_id = ${organizationId} and d.id = any(array(select id from ended))
    returning 1`);
  return ended.length;
}

/** Disabled endpoints with pending deliveries, of all organizations. */
export async function listInactiveWithPending(db: Queryable, most: number) {
  return db.query<{ organizationId: Uuid; id: Uuid }>(sql`
    select w.organization_id, w.id from webhooks w
     where not w.is_active and exists (
       select 1 from webhook_deliveries d
        where d.organization_id = w.organization_id and d.webhook_id = w.id and d.status = 'pending')
     limit ${most}`);
}

/** Locks the endpoint. @returns false when it is active again, is gone, or something else has locked it */
export async function lockInactiveWebhook(tx: Tx, organizationId: Uuid, webhookId: Uuid): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from webhooks
     where organization_id = ${organizationId} and id = ${webhookId} and not is_active
       for no key update skip locked`);
  return rows.length > 0;
}
