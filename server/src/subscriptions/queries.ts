import sql, { empty, raw } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import { subscriptionRefusals } from './refusals.ts';
import type { Subscription, SubscriptionStatus, SubscriptionTier } from './subscription.ts';

interface TierRow {
  id: Uuid;
  name: string;
  description: string | null;
  priceMonthlyCentavos: number;
  isActive: boolean;
  perks: string[];
  createdAt: Date;
}

const tierColumns = raw('id, name, description, price_monthly_centavos, is_active, perks, created_at');

const tierFrom = (row: TierRow): SubscriptionTier => ({
  id: row.id,
  name: row.name,
  description: row.description,
  priceMonthlyCentavos: row.priceMonthlyCentavos,
  isActive: row.isActive,
  perks: row.perks,
  createdAt: row.createdAt,
});

export async function insertSubscriptionTier(db: Queryable, organizationId: Uuid, tier: SubscriptionTier) {
  await db.query(sql`
    insert into subscription_tiers
      (organization_id, id, name, description, price_monthly_centavos, is_active, perks, created_at)
    values (${organizationId}, ${tier.id}, ${tier.name}, ${tier.description}, ${tier.priceMonthlyCentavos},
      ${tier.isActive}, ${tier.perks}::text[], ${tier.createdAt})`);
}

export async function saveSubscriptionTier(tx: Tx, organizationId: Uuid, tier: SubscriptionTier) {
  await tx.query(sql`
    update subscription_tiers
       set name = ${tier.name}, description = ${tier.description},
           price_monthly_centavos = ${tier.priceMonthlyCentavos}, is_active = ${tier.isActive}, perks = ${tier.perks}::text[]
     where organization_id = ${organizationId} and id = ${tier.id}`);
}

export async function lockSubscriptionTier(tx: Tx, organizationId: Uuid, id: Uuid): Promise<SubscriptionTier> {
  const [row] = await tx.query<TierRow>(sql`
    select ${tierColumns} from subscription_tiers where organization_id = ${organizationId} and id = ${id} for update`);
  if (!row) throw subscriptionRefusals.subscription_tier_not_found();
  return tierFrom(row);
}

/** Cheapest first. */
export async function listSubscriptionTiers(db: Queryable, organizationId: Uuid): Promise<SubscriptionTier[]> {
  const rows = await db.query<TierRow>(sql`
    select ${tierColumns} from subscription_tiers
     where organization_id = ${organizationId} order by price_monthly_centavos, id`);
  return rows.map(tierFrom);
}

export async function subscriptionTierExists(db: Queryable, organizationId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from subscription_tiers where organization_id = ${organizationId} and id = ${id}`);
  return rows.length > 0;
}

interface SubscriptionRow {
  id: Uuid;
  status: SubscriptionStatus;
  tierId: Uuid;
  tierName: string;
  priceMonthlyCentavos: number;
  customerId: Uuid;
  customerEmail: string;
  customerName: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const subscriptionFrom = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  status: row.status,
  tier: { id: row.tierId, name: row.tierName, priceMonthlyCentavos: row.priceMonthlyCentavos },
  customer: { id: row.customerId, email: row.customerEmail, name: row.customerName },
  currentPeriodStart: row.currentPeriodStart,
  currentPeriodEnd: row.currentPeriodEnd,
  cancelledAt: row.cancelledAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const subscriptions = raw(`
  select s.id, s.status, s.tier_id, t.name as tier_name, t.price_monthly_centavos, s.customer_id, s.customer_email,
         s.customer_name, s.current_period_start, s.current_period_end, s.cancelled_at, s.created_at, s.updated_at
    from subscriptions s
    join subscription_tiers t on t.organization_id = s.organization_id and t.id = s.tier_id`);

export async function insertSubscription(db: Queryable, organizationId: Uuid, subscription: Subscription) {
  const { tier, customer } = subscription;
  await db.query(sql`
    insert into subscriptions (organization_id, id, tier_id, status, customer_id, customer_email, customer_name,
      current_period_start, current_period_end, cancelled_at, created_at, updated_at)
    values (${organizationId}, ${subscription.id}, ${tier.id}, ${subscription.status}, ${customer.id},
      ${customer.email}, ${customer.name}, ${subscription.currentPeriodStart}, ${subscription.currentPeriodEnd},
      ${subscription.cancelledAt}, ${subscription.createdAt}, ${subscription.updatedAt})`);
}

export async function getSubscription(db: Queryable, organizationId: Uuid, id: Uuid): Promise<Subscription> {
  const [row] = await db.query<SubscriptionRow>(sql`
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
  const asked = sql`s.organization_id = ${organizationId}
    ${status ? sql`and s.status = ${status}` : empty} ${tierId ? sql`and s.tier_id = ${tierId}` : empty}`;
  const [rows, totals] = await Promise.all([
    db.query<SubscriptionRow>(sql`
      ${subscriptions} where ${asked}
       order by s.created_at desc, s.id desc limit ${page.perPage} offset ${offset(page)}`),
    db.query<{ total: number }>(sql`select count(*) as total from subscriptions s where ${asked}`),
  ]);
  return { subscriptions: rows.map(subscriptionFrom), total: totals[0]?.total ?? 0 };
}

/** The conditional update is the lock: of two cancellations one finds it not cancelled. @returns whether this one did */
export async function markSubscriptionCancelled(tx: Tx, organizationId: Uuid, id: Uuid, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update subscriptions set status = 'cancelled', cancelled_at = ${now}, updated_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and status <> 'cancelled'
    returning 1`);
  return rows.length > 0;
}

/** @returns how many periods ended */
export async function markLapsedExpired(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query(sql`
    update subscriptions set status = 'expired', updated_at = ${now}
     where status in ('active', 'grace_period', 'past_due') and current_period_end <= ${now}
    returning 1`);
  return rows.length;
}
