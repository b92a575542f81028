// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
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

/** What an insert gives. */
export type NewSubscriptionTierRow = Optional<SubscriptionTierRow, 'description'>;

export const subscriptionTiersTable: Table<SubscriptionTierRow, NewSubscriptionTierRow> = {
  name: 'subscription_tiers',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    name: { name: 'name', type: 'text' },
    description: { name: 'description', type: 'text' },
    priceMonthlyCentavos: { name: 'price_monthly_centavos', type: 'bigint' },
    isActive: { name: 'is_active', type: 'boolean' },
    perks: { name: 'perks', type: 'text[]' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};

/** A row of `subscriptions`. */
export interface SubscriptionRow {
  organizationId: Uuid;
  id: Uuid;
  tierId: Uuid;
  status: 'active' | 'grace_period' | 'past_due' | 'cancelled' | 'expired';
  /** the fan, as the organizer's own system knows them */
  customerId: Uuid;
  customerEmail: string;
  customerName: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What an insert gives. */
export type NewSubscriptionRow = Optional<SubscriptionRow, 'cancelledAt'>;

export const subscriptionsTable: Table<SubscriptionRow, NewSubscriptionRow> = {
  name: 'subscriptions',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    tierId: { name: 'tier_id', type: 'uuid' },
    status: { name: 'status', type: 'text' },
    customerId: { name: 'customer_id', type: 'uuid' },
    customerEmail: { name: 'customer_email', type: 'text' },
    customerName: { name: 'customer_name', type: 'text' },
    currentPeriodStart: { name: 'current_period_start', type: 'timestamptz' },
    currentPeriodEnd: { name: 'current_period_end', type: 'timestamptz' },
    cancelledAt: { name: 'cancelled_at', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  },
};
