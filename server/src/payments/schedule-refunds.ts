import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { markRefundsDue } from './queries.ts';

/**
 * The provider reports a change of these refunds: makes them due, so that `send-refunds.ts` asks about them in its next
 * round. Finished and unknown refunds stay as they are, so that webhooks cannot make us ask more often than we would.
 */
export const scheduleRefunds = (db: Queryable, organizationId: Uuid, refundIds: Uuid[], now: Date): Promise<void> =>
  markRefundsDue(db, organizationId, refundIds, now);
