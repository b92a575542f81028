import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { readPage } from '../platform/database/read-page.ts';
import { columnsExcept, type RowOf } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import { bytesInPayload, type Payload } from './notification.ts';
import { webhookRefusals } from './refusals.ts';
import { webhookAttemptsTable, webhookDeliveriesTable } from './tables.ts';
import type { Delivery, DeliveryStatus } from './webhook.ts';

/**
 * New deliveries of these notifications to an endpoint; what failed of them before is marked as sent again. Call it
 * with the endpoint locked. Locks rows in the order of their ids, as every process does. @returns ids
 */
export async function insertDeliveries(
  tx: Tx,
  { organizationId, webhookId, now }: { organizationId: Uuid; webhookId: Uuid; now: Date },
  notificationIds: Uuid[],
): Promise<Uuid[]> {
  await tx.query(sql`
    with failed as (
      select id from webhook_deliveries
       where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'failed'
         and notification_id = any(${notificationIds}::uuid[])
       order by id for update)
    update webhook_deliveries d set sent_again = true
     where d.organization_id = ${organizationId} and d.id = any(array(select id from failed))`);
  const rows = await tx.query<{ id: Uuid }>(sql`
    insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, next_attempt_at, created_at)
    select ${organizationId}, ${newIdAt(now)}, ${webhookId}, notification_id, 'pending', ${now}, ${now}
      from unnest(${notificationIds}::uuid[]) as notification_id
    returning id`);
  return rows.map(({ id }) => id);
}

/** Times are of the delivery, which is created with its notification or when it is sent again. */
export interface WhichDeliveries {
  webhookId?: Uuid | undefined;
  type?: string | undefined;
  status?: DeliveryStatus | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const deliveryColumns = columnsExcept(webhookDeliveriesTable, ['organizationId', 'sentAgain'], 'd');
const attemptColumns = columnsExcept(webhookAttemptsTable, ['organizationId', 'attempt']);

type DeliveryColumns = Omit<Delivery, 'attemptLog'>;

/** The deliveries `d` of an endpoint `w`. Notifications are looked up only for a type. */
const ofEndpoint = (organizationId: Uuid, { type, status, from, to }: WhichDeliveries): Sql => sql`
  from webhook_deliveries d
 where d.organization_id = ${organizationId} and d.webhook_id = w.id
   ${status ? sql`and d.status = ${status}` : empty}
   ${from ? sql`and d.created_at >= ${from}` : empty} ${to ? sql`and d.created_at <= ${to}` : empty}
   ${type === undefined ? empty : sql`and ${isOfType(organizationId, type)}`}`;

const isOfType = (organizationId: Uuid, type: string): Sql => sql`exists (
  select 1 from notifications n
   where n.organization_id = ${organizationId} and n.id = d.notification_id and n.type = ${type})`;

/** Newest first. Each endpoint is read through its index, as far as the page needs it. */
export async function listDeliveries(db: Queryable, organizationId: Uuid, which: WhichDeliveries, page: Page) {
  const { webhookId } = which;
  const endpoints = sql`w.organization_id = ${organizationId} ${webhookId ? sql`and w.id = ${webhookId}` : empty}`;
  const { rows, total } = await readPage<DeliveryColumns>(db, {
    rows: sql`
      select ${deliveryColumns}, n.type from (
        select d.* from webhooks w cross join lateral (
          select d.* ${ofEndpoint(organizationId, which)}
           order by d.created_at desc, d.id desc limit ${page.perPage + offset(page)}) d
         where ${endpoints} order by d.created_at desc, d.id desc limit ${page.perPage} offset ${offset(page)}) d
        join notifications n on n.organization_id = ${organizationId} and n.id = d.notification_id
       order by d.created_at desc, d.id desc`,
    total: sql`
      select coalesce(sum(d.count), 0)::int as total from webhooks w cross join lateral (
        select count(*) as count ${ofEndpoint(organizationId, which)}) d
       where ${endpoints}`,
  });
  return { deliveries: await withAttempts(db, organizationId, rows), total };
}

/** With the bytes that are sent. @throws Refusal 404 */
export async function getDelivery(
  db: Queryable,
  organizationId: Uuid,
  deliveryId: Uuid,
): Promise<Delivery & { body: string }> {
  const rows = await db.query<DeliveryColumns & { body: string; payload: Payload }>(sql`
    select ${deliveryColumns}, n.type, n.body, w.payload from webhook_deliveries d
      join notifications n on n.organization_id = d.organization_id and n.id = d.notification_id
      join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
     where d.organization_id = ${organizationId} and d.id = ${deliveryId}`);
  const [delivery] = await withAttempts(db, organizationId, rows);
  if (!delivery) throw webhookRefusals.delivery_not_found();
  const { payload, ...sent } = delivery;
  return { ...sent, body: bytesInPayload(sent.body, payload) };
}

async function withAttempts<Row extends DeliveryColumns>(db: Queryable, organizationId: Uuid, rows: Row[]) {
  const attempts = await db.query<RowOf<typeof attemptColumns>>(sql`
    select ${attemptColumns} from webhook_attempts
     where organization_id = ${organizationId} and delivery_id = any(${rows.map(({ id }) => id)}::uuid[])
     order by delivery_id, attempt`);
  const attemptsOf = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return rows.map((row) => ({ ...row, attemptLog: attemptsOf.get(row.id) ?? [] }));
}

/** How many of these deliveries are of the endpoint. */
export async function countDeliveries(db: Queryable, organizationId: Uuid, webhookId: Uuid, ids: Uuid[]) {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from webhook_deliveries
     where organization_id = ${organizationId} and webhook_id = ${webhookId} and id = any(${ids}::uuid[])`);
  return row?.count ?? 0;
}

interface Which {
  organizationId: Uuid;
  webhookId: Uuid;
  most: number;
}

/**
 * The notifications of these deliveries, oldest first, each once and not while it is on its way to the endpoint. Call
 * it with the endpoint locked.
 */
export const listChosen = (tx: Tx, which: Which, ids: Uuid[]): Promise<Uuid[]> =>
  listNotifications(
    tx,
    which,
    sql`d.id = any(${ids}::uuid[]) and not exists (
      select 1 from webhook_deliveries o
       where ${sameNotification(which)} and (o.status = 'pending' or o.id > d.id and o.id = any(${ids}::uuid[])))`,
  );

/**
 * Notifications whose delivery failed in the range and which the endpoint did not get by another delivery, at any time.
 * Each is listed once, oldest first. The last delivery of each is looked at, which may be later than the range. Earlier
 * deliveries, which were sent again, are skipped in the index: however many there are, this costs nearly the same. With
 * `to`, the last step looks up each failure after the range, too, and whether its notification failed within.
 */
export function listFailed(tx: Tx, which: Which, { from, to }: { from?: Date | undefined; to?: Date | undefined }) {
  return listNotifications(
    tx,
    which,
    sql`d.status = 'failed' and not d.sent_again ${from ? sql`and d.created_at >= ${from}` : empty}
      ${
        to
          ? sql`and (d.created_at <= ${to} or exists (
              select 1 from webhook_deliveries o
               where ${sameNotification(which)} and o.status = 'failed'
                 ${from ? sql`and o.created_at >= ${from}` : empty} and o.created_at <= ${to}))`
          : empty
      }
      and not exists (
        select 1 from webhook_deliveries o
         where ${sameNotification(which)} and o.id <> d.id
           and (o.status <> 'failed' or not o.sent_again and (o.created_at, o.id) > (d.created_at, d.id)))`,
  );
}

const sameNotification = ({ organizationId }: Which) => sql`
  o.organization_id = ${organizationId} and o.notification_id = d.notification_id and o.webhook_id = d.webhook_id`;

/** In the order of the index of what failed, which the index of all deliveries does not have. */
async function listNotifications(tx: Tx, { organizationId, webhookId, most }: Which, condition: Sql): Promise<Uuid[]> {
  const rows = await tx.query<{ notificationId: Uuid }>(sql`
    select d.notification_id from webhook_deliveries d
     where d.organization_id = ${organizationId} and d.webhook_id = ${webhookId} and ${condition}
     order by d.created_at, d.id, d.sent_again limit ${most}`);
  return rows.map(({ notificationId }) => notificationId);
}
