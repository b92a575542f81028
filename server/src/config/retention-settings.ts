import type { Environment } from './environment.ts';

/** A century: for good. */
const MAX_DAYS = 36_500;
/** Deliveries are tried for about three days. */
const MIN_DELIVERY_DAYS = 4;
/** The contract promises the first answer again for a day. */
const MIN_IDEMPOTENCY_HOURS = 24;
const MAX_IDEMPOTENCY_HOURS = 720;

/** How long rows are kept that only tell what happened. What the books are made of is kept for good. */
export const readRetentionSettings = (env: Environment) => ({
  /** Deliveries of webhooks that ended, with their tries. */
  keepDeliveriesDays: env.integer('KEEP_DELIVERIES_DAYS', 30, { from: MIN_DELIVERY_DAYS, to: MAX_DAYS }),
  /** Notifications without a delivery that is still kept. */
  keepNotificationsDays: env.integer('KEEP_NOTIFICATIONS_DAYS', 90, { from: MIN_DELIVERY_DAYS, to: MAX_DAYS }),
  /** Mails that were sent, failed or dropped. */
  keepMailsDays: env.integer('KEEP_MAILS_DAYS', 400, { from: 1, to: MAX_DAYS }),
  /** Entries of the audit log. Ten years: as long as books are kept in the Philippines. */
  keepAuditLogDays: env.integer('KEEP_AUDIT_LOG_DAYS', 3_653, { from: 1, to: MAX_DAYS }),
  /** First answers to requests with an Idempotency-Key. */
  keepIdempotencyHours: env.integer('KEEP_IDEMPOTENCY_HOURS', 24, {
    from: MIN_IDEMPOTENCY_HOURS,
    to: MAX_IDEMPOTENCY_HOURS,
  }),
});
