import { countHeldPlaces } from './checkouts/queries.ts';
import { readMailBacklog } from './mail/sending/queries.ts';
import { countPendingRefunds } from './payments/queries.ts';
import type { Queryable } from './platform/database/database.ts';
import { ping } from './platform/database/ping.ts';
import type { Backlog } from './platform/metrics/database-gauges.ts';
import { readDueDeliveries } from './webhooks/delivery/queries.ts';

/**
 * Reads the backlog for the metrics: four look-ups in partial indexes that contain only waiting work.
 * @throws what `ping` does when the database takes no writes: nothing that waits gets done then
 */
export async function readBacklog(db: Queryable, now: Date): Promise<Backlog> {
  const [heldPlaces, deliveries, refundsPending, mail] = await Promise.all([
    countHeldPlaces(db),
    readDueDeliveries(db, now),
    countPendingRefunds(db),
    readMailBacklog(db, now),
    ping(db),
  ]);
  return {
    heldPlaces,
    webhookDeliveriesDue: deliveries.due,
    webhookOldestDueSeconds: deliveries.oldestSeconds,
    refundsPending,
    mailsWaiting: mail.mails,
    mailOldestSeconds: mail.oldestSeconds,
  };
}
