import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { markRefundsDue } from './queries.ts';

/**
 * The provider says that something happened to these refunds: `send-refunds.ts` looks at them in its next round. Those that
 * it has not, or that are over, stay as they are, so that nobody can make us ask for a refund more often than we would.
 */
export const hastenRefunds = (db: Queryable, organizationId: Uuid, refundIds: Uuid[], now: Date): Promise<void> =>
  markRefundsDue(db, organizationId, refundIds, now);
