// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `payment_accounts`. */
export interface PaymentAccountRow {
  organizationId: Uuid;
  provider: string;
  /** real money; otherwise the provider's test mode */
  live: boolean;
  /** ways to pay that the provider lets this account use, in its own words */
  channels: string[];
  sealedSecrets: Buffer;
  /** new payments go here; the others are for refunds and payments under way */
  inUse: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** What an insert gives. */
export type NewPaymentAccountRow = PaymentAccountRow;

export const paymentAccountsTable: Table<PaymentAccountRow, NewPaymentAccountRow> = {
  name: 'payment_accounts',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    provider: { name: 'provider', type: 'text' },
    live: { name: 'live', type: 'boolean' },
    channels: { name: 'channels', type: 'text[]' },
    sealedSecrets: { name: 'sealed_secrets', type: 'bytea' },
    inUse: { name: 'in_use', type: 'boolean' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  },
};

/** A row of `payment_attempts`. */
export interface PaymentAttemptRow {
  organizationId: Uuid;
  id: Uuid;
  checkoutId: Uuid;
  provider: string;
  providerSessionId: string | null;
  providerUrl: string | null;
  method: string;
  amountCentavos: number;
  status: 'started' | 'pending' | 'paid' | 'failed' | 'closed';
  failureReason: string | null;
  expiresAt: Date | null;
  createdAt: Date;
  checkedAt: Date;
  /** the provider may still take money until then, whatever was closed; null: an end is an end */
  watchedUntil: Date | null;
}

/** What an insert gives. */
export type NewPaymentAttemptRow = Optional<PaymentAttemptRow, 'providerSessionId' | 'providerUrl' | 'failureReason' | 'expiresAt' | 'watchedUntil'>;

export const paymentAttemptsTable: Table<PaymentAttemptRow, NewPaymentAttemptRow> = {
  name: 'payment_attempts',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    checkoutId: { name: 'checkout_id', type: 'uuid' },
    provider: { name: 'provider', type: 'text' },
    providerSessionId: { name: 'provider_session_id', type: 'text' },
    providerUrl: { name: 'provider_url', type: 'text' },
    method: { name: 'method', type: 'text' },
    amountCentavos: { name: 'amount_centavos', type: 'bigint' },
    status: { name: 'status', type: 'text' },
    failureReason: { name: 'failure_reason', type: 'text' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    checkedAt: { name: 'checked_at', type: 'timestamptz' },
    watchedUntil: { name: 'watched_until', type: 'timestamptz' },
  },
};

/** A row of `payments`. */
export interface PaymentRow {
  organizationId: Uuid;
  id: Uuid;
  checkoutId: Uuid;
  attemptId: Uuid;
  orderId: Uuid | null;
  provider: string;
  providerPaymentId: string;
  method: string;
  amountCentavos: number;
  paidAt: Date;
}

/** What an insert gives. */
export type NewPaymentRow = Optional<PaymentRow, 'orderId'>;

export const paymentsTable: Table<PaymentRow, NewPaymentRow> = {
  name: 'payments',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    checkoutId: { name: 'checkout_id', type: 'uuid' },
    attemptId: { name: 'attempt_id', type: 'uuid' },
    orderId: { name: 'order_id', type: 'uuid' },
    provider: { name: 'provider', type: 'text' },
    providerPaymentId: { name: 'provider_payment_id', type: 'text' },
    method: { name: 'method', type: 'text' },
    amountCentavos: { name: 'amount_centavos', type: 'bigint' },
    paidAt: { name: 'paid_at', type: 'timestamptz' },
  },
};

/** A row of `refunds`. */
export interface RefundRow {
  organizationId: Uuid;
  id: Uuid;
  paymentId: Uuid;
  amountCentavos: number;
  reason: string;
  status: 'pending' | 'succeeded' | 'failed';
  providerRefundId: string | null;
  failureReason: string | null;
  tries: number;
  nextTryAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

/** What an insert gives. */
export type NewRefundRow = Optional<RefundRow, 'providerRefundId' | 'failureReason' | 'tries'>;

export const refundsTable: Table<RefundRow, NewRefundRow> = {
  name: 'refunds',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    paymentId: { name: 'payment_id', type: 'uuid' },
    amountCentavos: { name: 'amount_centavos', type: 'bigint' },
    reason: { name: 'reason', type: 'text' },
    status: { name: 'status', type: 'text' },
    providerRefundId: { name: 'provider_refund_id', type: 'text' },
    failureReason: { name: 'failure_reason', type: 'text' },
    tries: { name: 'tries', type: 'int', fallsBack: true },
    nextTryAt: { name: 'next_try_at', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  },
};

/** A row of `sandbox_sessions`. */
export interface SandboxSessionRow {
  organizationId: Uuid;
  id: Uuid;
  attemptId: Uuid;
  method: string;
  amountCentavos: number;
  description: string;
  returnUrl: string;
  successUrl: string;
  status: 'open' | 'pending' | 'paid' | 'failed' | 'closed';
  failureReason: string | null;
  paidAt: Date | null;
  expiresAt: Date;
}

/** What an insert gives. */
export type NewSandboxSessionRow = Optional<SandboxSessionRow, 'failureReason' | 'paidAt'>;

export const sandboxSessionsTable: Table<SandboxSessionRow, NewSandboxSessionRow> = {
  name: 'sandbox_sessions',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    attemptId: { name: 'attempt_id', type: 'uuid' },
    method: { name: 'method', type: 'text' },
    amountCentavos: { name: 'amount_centavos', type: 'bigint' },
    description: { name: 'description', type: 'text' },
    returnUrl: { name: 'return_url', type: 'text' },
    successUrl: { name: 'success_url', type: 'text' },
    status: { name: 'status', type: 'text' },
    failureReason: { name: 'failure_reason', type: 'text' },
    paidAt: { name: 'paid_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
  },
};

/** A row of `sandbox_refunds`. */
export interface SandboxRefundRow {
  organizationId: Uuid;
  id: Uuid;
  sessionId: Uuid;
  amountCentavos: number;
}

/** What an insert gives. */
export type NewSandboxRefundRow = SandboxRefundRow;

export const sandboxRefundsTable: Table<SandboxRefundRow, NewSandboxRefundRow> = {
  name: 'sandbox_refunds',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    sessionId: { name: 'session_id', type: 'uuid' },
    amountCentavos: { name: 'amount_centavos', type: 'bigint' },
  },
};
