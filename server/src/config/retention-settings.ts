import type { Environment } from './environment.ts';

/** A century, which means forever. */
const MAX_DAYS = 36_500;
/** Longer than the three days during which deliveries are retried. */
const MIN_DELIVERY_DAYS = 4;
/** Ten years: the retention period for accounting records in the Philippines. */
const AUDIT_LOG_DAYS = 3_653;
/** The contract guarantees the first answer for a day. */
const MIN_IDEMPOTENCY_HOURS = 24;
const MAX_IDEMPOTENCY_HOURS = 720;

/** How long historical rows are kept. Orders, payments, refunds and tickets are kept forever. */
export function readRetentionSettings(env: Environment) {
  const keepDeliveriesDays = env.integer('KEEP_DELIVERIES_DAYS', 30, { from: MIN_DELIVERY_DAYS, to: MAX_DAYS });
  const keepNotificationsDays = env.integer('KEEP_NOTIFICATIONS_DAYS', 90, { from: MIN_DELIVERY_DAYS, to: MAX_DAYS });
  /** An erasure finds the notifications of check-ins that were undone by their entries in the log. */
  const minAuditLogDays = Math.max(keepDeliveriesDays, keepNotificationsDays);
  return {
    /** Finished webhook deliveries, with their attempts. */
    keepDeliveriesDays,
    /** Notifications without a remaining delivery. */
    keepNotificationsDays,
    /** Mails that were sent, failed or dropped. */
    keepMailsDays: env.integer('KEEP_MAILS_DAYS', 400, { from: 1, to: MAX_DAYS }),
    /** Audit log entries. */
    keepAuditLogDays: env.integer('KEEP_AUDIT_LOG_DAYS', Math.max(AUDIT_LOG_DAYS, minAuditLogDays), {
      from: minAuditLogDays,
      to: MAX_DAYS,
    }),
    /** First answers to requests with an Idempotency-Key. */
    keepIdempotencyHours: env.integer('KEEP_IDEMPOTENCY_HOURS', 24, {
      from: MIN_IDEMPOTENCY_HOURS,
      to: MAX_IDEMPOTENCY_HOURS,
    }),
  };
}
