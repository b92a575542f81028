import assert from 'node:assert';
import sql from 'sql-template-tag';
import { type EventStatus, LIVE_STATUSES } from '../events/event-status.ts';
import { ENTRY_MAIL_KINDS } from '../mail/mail.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Concern } from './concern.ts';

export interface EventNow {
  id: Uuid;
  title: string;
  status: EventStatus;
  startDatetime: Date;
  seated: boolean;
  capacity: number;
  sold: number;
  checkedIn: number;
}

/** A cancelled event may have been a draft. */
const PUBLISHED = [...LIVE_STATUSES, 'completed'];

/** Condition on `events e`. */
const isLive = sql`e.status = any(${LIVE_STATUSES}::text[])`;

/** Live events, the next one first. Check-ins are counted: a counter would add a lock at the door. */
export async function listEventsNow(db: Queryable, organizationId: Uuid, most: number): Promise<EventNow[]> {
  return db.query<EventNow>(sql`
    select e.id, e.title, e.status, e.start_datetime, e.seated, e.capacity, e.sold,
           (select count(*) from tickets t
             where t.organization_id = ${organizationId} and t.event_id = e.id and t.status = 'used') as checked_in
      from events e
     where e.organization_id = ${organizationId} and ${isLive}
     order by e.start_datetime, e.id limit ${most}`);
}

/**
 * What needs the organizer's attention, the most urgent kind first. Failures before `failedSince` are left out. At most
 * `most` entries of a kind that is listed one by one; if more refunds failed, an entry before theirs counts all.
 * Refunds of money that bought nothing come first, because no list of orders has them.
 */
export async function listConcerns(
  db: Queryable,
  organizationId: Uuid,
  { failedSince, now, startsBefore, most }: { failedSince: Date; now: Date; startsBefore: Date; most: number },
): Promise<Concern[]> {
  return db.query<Concern>(sql`
    select kind, count, id, name, since from (
      select 1 as urgency, 'no_payment_account' as kind, 1 as count, null::uuid as id, null as name, null::timestamptz as since
       where exists (select 1 from organizations where organization_id = ${organizationId} and test_of is null)
         and not exists (select 1 from payment_accounts where organization_id = ${organizationId} and in_use)
         and exists (select 1 from events e join ticket_tiers t on t.organization_id = e.organization_id and t.event_id = e.id
                      where e.organization_id = ${organizationId} and ${isLive} and t.is_active
                        and (t.price_centavos > 0 or t.minimum_price_centavos is not null))
      union all
      select 2, 'payments_in_test_mode', 1, null, provider, updated_at from payment_accounts
       where organization_id = ${organizationId} and in_use and not live
      union all
      select 3, 'refunds_failed', count(*), null, null, min(updated_at) from refunds
       where organization_id = ${organizationId} and status = 'failed' and updated_at >= ${failedSince}
      having count(*) > ${most}
      union all
      select 3, 'refunds_failed', 1, f.order_id, coalesce(o.order_number, c.customer_email), f.updated_at
        from (select p.order_id, p.checkout_id, r.updated_at from refunds r
                join payments p on p.organization_id = ${organizationId} and p.id = r.payment_id
               where r.organization_id = ${organizationId} and r.status = 'failed' and r.updated_at >= ${failedSince}
               order by p.order_id is not null, r.updated_at desc limit ${most}) f
        join checkouts c on c.organization_id = ${organizationId} and c.id = f.checkout_id
        left join orders o on o.organization_id = ${organizationId} and o.id = f.order_id
      union all
      select 4, 'refunds_requested', count(*), null, null, min(created_at) from refund_requests
       where organization_id = ${organizationId} and status = 'pending' having count(*) > 0
      union all
      select 5, 'mails_failed', count(*),
             case when count(order_id) = count(*) and min(order_id::text) = max(order_id::text) then min(order_id::text)::uuid end,
             null, min(created_at) from mails
       where organization_id = ${organizationId} and status = 'failed' and created_at >= ${failedSince}
         and message_id is null and kind <> all(${ENTRY_MAIL_KINDS}::text[]) having count(*) > 0
      union all
      (select 6, 'webhook_disabled', 1, id, url, updated_at from webhooks
        where organization_id = ${organizationId} and disabled_reason is not null order by updated_at desc limit ${most})
      union all
      (select 7, 'webhook_failing', 1, id, url, failing_since from webhooks
        where organization_id = ${organizationId} and is_active and failing_since is not null
        order by failing_since limit ${most})
      union all
      (select 8, 'draft_starts_soon', 1, id, title, start_datetime from events
        where organization_id = ${organizationId} and status = 'draft' and start_datetime >= ${now}
          and start_datetime < ${startsBefore} order by start_datetime limit ${most})
    ) concerns order by urgency, count desc, id is not null, since, id`);
}

/** The first steps of a new organization, each done or not. */
export interface SetUp {
  brand: boolean;
  paymentAccount: boolean;
  event: boolean;
  published: boolean;
  sold: boolean;
}

/** Each answer is one row of an index, however long the history is. */
export async function readSetUp(db: Queryable, organizationId: Uuid): Promise<SetUp> {
  const [row] = await db.query<SetUp>(sql`
    select o.color is not null or o.logo_url is not null as brand,
           exists (select 1 from payment_accounts where organization_id = ${organizationId} and in_use) as payment_account,
           exists (select 1 from events where organization_id = ${organizationId}) as event,
           exists (select 1 from events where organization_id = ${organizationId} and status = any(${PUBLISHED}::text[])) as published,
           exists (select 1 from orders where organization_id = ${organizationId}) as sold
      from organizations o where o.organization_id = ${organizationId}`);
  assert(row, `organization ${organizationId} is gone, and organizations are never deleted`);
  return row;
}

export interface NewestOrder {
  id: Uuid;
  eventId: Uuid;
  eventTitle: string;
  customerName: string;
  quantity: number;
  totalCentavos: number;
  status: OrderStatus;
  paidAt: Date;
}

export async function listNewestOrders(db: Queryable, organizationId: Uuid, most: number): Promise<NewestOrder[]> {
  return db.query<NewestOrder>(sql`
    select o.id, o.event_id, e.title as event_title, o.customer_name, o.quantity, o.total_centavos, o.status, o.paid_at
      from orders o join events e on e.organization_id = o.organization_id and e.id = o.event_id
     where o.organization_id = ${organizationId}
     order by o.paid_at desc, o.id desc limit ${most}`);
}
