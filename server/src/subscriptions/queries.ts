import sql, { empty } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { assignments, columnsExcept, insertInto, type RowOf } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import { subscriptionRefusals } from './refusals.ts';
import type { Subscription, SubscriptionStatus, SubscriptionTier } from './subscription.ts';
import { type SubscriptionRow, subscriptionsTable, subscriptionTiersTable } from './tables.ts';

const tierColumns = columnsExcept(subscriptionTiersTable, ['organizationId']);

export async function insertSubscriptionTier(db: Queryable, organizationId: Uuid, tier: SubscriptionTier) {
  await db.query(insertInto(subscriptionTiersTable, { organizationId, ...tier }));
}

export async function saveSubscriptionTier(tx: Tx, organizationId: Uuid, { id, ...tier }: SubscriptionTier) {
  await tx.query(sql`
    update subscription_tiers set ${assignments(subscriptionTiersTable, tier)}
     where organization_id = ${organizationId} and id = ${id}`);
}

export async function lockSubscriptionTier(tx: Tx, organizationId: Uuid, id: Uuid): Promise<SubscriptionTier> {
  const [row] = await tx.query<SubscriptionTier>(sql`
    select ${tierColumns} from subscription_tiers where organization_id = ${organizationId} and id = ${id} for update`);
  if (!row) throw subscriptionRefusals.subscription_tier_not_found();
  return row;
}

export async function countSubscriptionTiers(tx: Tx, organizationId: Uuid): Promise<number> {
  const [row] = await tx.query<{ total: number }>(sql`
    select count(*) as total from subscription_tiers where organization_id = ${organizationId}`);
  return row?.total ?? 0;
}

/** Cheapest first. */
export async function listSubscriptionTiers(db: Queryable, organizationId: Uuid): Promise<SubscriptionTier[]> {
  return db.query<SubscriptionTier>(sql`
    select ${tierColumns} from subscription_tiers
     where organization_id = ${organizationId} order by price_monthly_centavos, id`);
}

export async function subscriptionTierExists(db: Queryable, organizationId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from subscription_tiers where organization_id = ${organizationId} and id = ${id}`);
  return rows.length > 0;
}

const subscriptionColumns = columnsExcept(subscriptionsTable, ['organizationId'], 's');
type Columns = RowOf<typeof subscriptionColumns> & { tierName: string; priceMonthlyCentavos: number };

const subscriptionFrom = ({
  tierId,
  tierName,
  priceMonthlyCentavos,
  customerId,
  customerEmail,
  customerName,
  ...row
}: Columns): Subscription => ({
  ...row,
  tier: { id: tierId, name: tierName, priceMonthlyCentavos },
  customer: { id: customerId, email: customerEmail, name: customerName },
});

const subscriptions = sql`
  select ${subscriptionColumns}, t.name as tier_name, t.price_monthly_centavos
    from subscriptions s
    join subscription_tiers t on t.organization_id = s.organization_id and t.id = s.tier_id`;

export async function insertSubscription(db: Queryable, organizationId: Uuid, subscription: Subscription) {
  const { tier, customer, ...row } = subscription;
  const refersTo = {
    tierId: tier.id,
    customerId: customer.id,
    customerEmail: customer.email,
    customerName: customer.name,
  };
  await db.query(insertInto(subscriptionsTable, { organizationId, ...row, ...refersTo }));
}

export async function getSubscription(db: Queryable, organizationId: Uuid, id: Uuid): Promise<Subscription> {
  const [row] = await db.query<Columns>(sql`
    ${subscriptions} where s.organization_id = ${organizationId} and s.id = ${id}`);
  if (!row) throw subscriptionRefusals.subscription_not_found();
  return subscriptionFrom(row);
}

/** Newest first. */
export async function listSubscriptions(
  db: Queryable,
  organizationId: Uuid,
  { status, tierId, page }: { status: SubscriptionStatus | undefined; tierId: Uuid | undefined; page: Page },
) {
  const condition = sql`s.organization_id = ${organizationId}
    ${status ? sql`and s.status = ${status}` : empty} ${tierId ? sql`and s.tier_id = ${tierId}` : empty}`;
  const { rows, total } = await readPage<Columns>(db, {
    rows: sql`
      ${subscriptions} where ${condition}
       order by s.created_at desc, s.id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from subscriptions s where ${condition}`,
  });
  return { subscriptions: rows.map(subscriptionFrom), total };
}

/** All subscriptions of the person with this e-mail address, newest first. */
export async function listSubscriptionsOf(db: Queryable, organizationId: Uuid, email: string): Promise<Subscription[]> {
  const rows = await db.query<Columns>(sql`
    ${subscriptions}
     where s.organization_id = ${organizationId} and lower(s.customer_email) = lower(${email})
     order by s.created_at desc, s.id desc`);
  return rows.map(subscriptionFrom);
}

/** Locks the subscription until the transaction ends. @throws Refusal 404 */
export async function lockSubscriptionStatus(tx: Tx, organizationId: Uuid, id: Uuid): Promise<SubscriptionStatus> {
  const [row] = await tx.query<{ status: SubscriptionStatus }>(sql`
    select status from subscriptions where organization_id = ${organizationId} and id = ${id} for update`);
  if (!row) throw subscriptionRefusals.subscription_not_found();
  return row.status;
}

/** The condition makes only one of two concurrent cancellations succeed. @returns whether this one did */
export async function markSubscriptionCancelled(tx: Tx, organizationId: Uuid, id: Uuid, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update subscriptions
       set status = 'cancelled', cancelled_at = ${now}, updated_at = ${now},
           cancelled_without_access = status in ('past_due', 'expired')
     where organization_id = ${organizationId} and id = ${id} and status <> 'cancelled'
    returning 1`);
  return rows.length > 0;
}

const isLapsed = (now: Date) => sql`status in ('active', 'grace_period', 'past_due') and current_period_end <= ${now}`;

/** Subscriptions whose paid period is over, of all organizations but these. */
export const listLapsed = (db: Queryable, { now, except, most }: { now: Date; except: Uuid[]; most: number }) =>
  db.query<Pick<SubscriptionRow, 'organizationId' | 'id'>>(sql`
    select organization_id, id from subscriptions
     where ${isLapsed(now)} and organization_id <> all(${except}::uuid[])
     order by current_period_end limit ${most}`);

/** Marks those of these subscriptions expired whose paid period is over; each is marked by one of several processes. */
export const markLapsedExpired = (tx: Tx, organizationId: Uuid, ids: Uuid[], now: Date) =>
  tx.query<LapsedSubscription>(sql`
    with lapsed as (
      select id from subscriptions
       where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and ${isLapsed(now)} for update skip locked)
    update subscriptions s set status = 'expired', updated_at = ${now}
     where s.organization_id = ${organizationId} and s.id = any(array(select id from lapsed))
    returning s.organization_id, s.id, s.tier_id, s.current_period_end`);

type LapsedSubscription = Pick<SubscriptionRow, 'organizationId' | 'id' | 'tierId' | 'currentPeriodEnd'>;
