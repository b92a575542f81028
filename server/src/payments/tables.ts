// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `payment_accounts`. */
export interface PaymentAccountRow {
  organizationId: Uuid;
  provider: string;
  /** real money; otherwise the provider's test mode */
  live: boolean;
  /** payment methods that the provider allows this account, as the provider's codes */
  channels: string[];
  sealedSecrets: Buffer;
  /** true: takes new payments; false: kept for refunds and payments in progress */
  inUse: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The values of an insert. */
export type NewPaymentAccountRow = PaymentAccountRow;

export const paymentAccountsTable = table<PaymentAccountRow, NewPaymentAccountRow>(
  'payment_accounts',
  `organization_id uuid, provider text, live boolean, channels text[], sealed_secrets bytea, in_use boolean, created_at timestamptz, updated_at timestamptz`,
);

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
  failureReason: 'declined' | 'refused' | 'unanswered' | null;
  expiresAt: Date | null;
  createdAt: Date;
  checkedAt: Date;
  /** the provider may still take money until then, whatever was closed; null: an end is an end */
  watchedUntil: Date | null;
}

/** The values of an insert. */
export type NewPaymentAttemptRow = Optional<PaymentAttemptRow, 'providerSessionId' | 'providerUrl' | 'failureReason' | 'expiresAt' | 'watchedUntil'>;

export const paymentAttemptsTable = table<PaymentAttemptRow, NewPaymentAttemptRow>(
  'payment_attempts',
  `organization_id uuid, id uuid, checkout_id uuid, provider text, provider_session_id text, provider_url text, method text, amount_centavos bigint, status text, failure_reason text, expires_at timestamptz, created_at timestamptz, checked_at timestamptz, watched_until timestamptz`,
);

/** A row of `payments`. */
export interface PaymentRow {
  organizationId: Uuid;
  id: Uuid;
  checkoutId: Uuid;
  attemptId: Uuid | null;
  orderId: Uuid | null;
  /** the change of the order whose difference was paid; null: the order itself */
  changeId: Uuid | null;
  /** by_hand: the organizer took it, in cash or elsewhere, and gives it back; no provider knows of it */
  provider: string;
  providerPaymentId: string;
  method: string;
  amountCentavos: number;
  paidAt: Date;
}

/** The values of an insert. */
export type NewPaymentRow = Optional<PaymentRow, 'attemptId' | 'orderId' | 'changeId'>;

export const paymentsTable = table<PaymentRow, NewPaymentRow>(
  'payments',
  `organization_id uuid, id uuid, checkout_id uuid, attempt_id uuid, order_id uuid, change_id uuid, provider text, provider_payment_id text, method text, amount_centavos bigint, paid_at timestamptz`,
);

/** A row of `refunds`. */
export interface RefundRow {
  organizationId: Uuid;
  id: Uuid;
  paymentId: Uuid;
  /** the change of the order whose difference is given back; null: its tickets were refunded */
  changeId: Uuid | null;
  /** the organizer gives it back, whoever took the payment: no provider is asked */
  byHand: boolean;
  amountCentavos: number;
  reason: 'requested' | 'requested_by_buyer' | 'order_changed' | 'event_cancelled' | 'already_paid' | 'wrong_amount' | 'event_over' | 'sold_to_others' | 'promo_code_used_up' | 'released';
  status: 'pending' | 'succeeded' | 'failed';
  providerRefundId: string | null;
  failureReason: string | null;
  tries: number;
  /** a try of before may have been carried out */
  inDoubt: boolean;
  nextTryAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

/** The values of an insert. */
export type NewRefundRow = Optional<RefundRow, 'changeId' | 'byHand' | 'providerRefundId' | 'failureReason' | 'tries' | 'inDoubt'>;

export const refundsTable = table<RefundRow, NewRefundRow>(
  'refunds',
  `organization_id uuid, id uuid, payment_id uuid, change_id uuid, by_hand boolean default, amount_centavos bigint, reason text, status text, provider_refund_id text, failure_reason text, tries int default, in_doubt boolean default, next_try_at timestamptz, created_at timestamptz, updated_at timestamptz`,
);

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

/** The values of an insert. */
export type NewSandboxSessionRow = Optional<SandboxSessionRow, 'failureReason' | 'paidAt'>;

export const sandboxSessionsTable = table<SandboxSessionRow, NewSandboxSessionRow>(
  'sandbox_sessions',
  `organization_id uuid, id uuid, attempt_id uuid, method text, amount_centavos bigint, description text, return_url text, success_url text, status text, failure_reason text, paid_at timestamptz, expires_at timestamptz`,
);

/** A row of `sandbox_refunds`. */
export interface SandboxRefundRow {
  organizationId: Uuid;
  id: Uuid;
  sessionId: Uuid;
  amountCentavos: number;
}

/** The values of an insert. */
export type NewSandboxRefundRow = SandboxRefundRow;

export const sandboxRefundsTable = table<SandboxRefundRow, NewSandboxRefundRow>(
  'sandbox_refunds',
  `organization_id uuid, id uuid, session_id uuid, amount_centavos bigint`,
);
