import type { Database } from '../platform/database/database.ts';
import { ENDED_AT_ONCE, endPendingDeliveries, listInactiveWithPending, lockInactiveWebhook } from './queries.ts';

/** Bounds one run: 100,000 deliveries. */
const BATCHES_PER_ROUND = 100;

/**
 * Fails the pending deliveries of disabled endpoints: deliveries that were too many for the transaction that disabled
 * an endpoint, and deliveries of transactions that still saw it active. Endpoints take turns, and each batch is a
 * transaction.
 * @returns how many deliveries failed
 */
export async function endDeliveriesOfInactiveWebhooks(db: Database): Promise<number> {
  const waiting = await listInactiveWithPending(db, BATCHES_PER_ROUND);
  let total = 0;
  for (let batch = 0; batch < BATCHES_PER_ROUND; batch++) {
    const webhook = waiting.shift();
    if (!webhook) break;
    const { organizationId, id } = webhook;
    const ended = await db.transaction(async (tx) =>
      (await lockInactiveWebhook(tx, organizationId, id)) ? endPendingDeliveries(tx, organizationId, id) : 0,
    );
    total += ended;
    if (ended === ENDED_AT_ONCE) waiting.push(webhook);
  }
  return total;
}
