// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `subscription_tiers`. */
export interface SubscriptionTierRow {
  organizationId: Uuid;
  id: Uuid;
  name: string;
  description: string | null;
  priceMonthlyCentavos: number;
  isActive: boolean;
  perks: string[];
  createdAt: Date;
}

/** The values of an insert. */
export type NewSubscriptionTierRow = Optional<SubscriptionTierRow, 'description'>;

export const subscriptionTiersTable = table<SubscriptionTierRow, NewSubscriptionTierRow>(
  'subscription_tiers',
  `organization_id uuid, id uuid, name text, description text, price_monthly_centavos bigint, is_active boolean, perks text[], created_at timestamptz`,
);

/** A row of `subscriptions`. */
export interface SubscriptionRow {
  organizationId: Uuid;
  id: Uuid;
  tierId: Uuid;
  status: 'active' | 'grace_period' | 'past_due' | 'cancelled' | 'expired';
  /** id of the fan in the organizer's own system */
  customerId: Uuid;
  customerEmail: string;
  customerName: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelledAt: Date | null;
  /** it was past due or expired: cancelling it gives no access back */
  cancelledWithoutAccess: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The values of an insert. */
export type NewSubscriptionRow = Optional<SubscriptionRow, 'cancelledAt' | 'cancelledWithoutAccess'>;

export const subscriptionsTable = table<SubscriptionRow, NewSubscriptionRow>(
  'subscriptions',
  `organization_id uuid, id uuid, tier_id uuid, status text, customer_id uuid, customer_email text, customer_name text, current_period_start timestamptz, current_period_end timestamptz, cancelled_at timestamptz, cancelled_without_access boolean default, created_at timestamptz, updated_at timestamptz`,
);
