import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { countDeliveries, hasFailed, replayChosen, replayFailed } from './delivery-queries.ts';
import { webhookRefusals } from './refusals.ts';
import { lockActiveWebhook } from './send-again.ts';

/** Notifications of one request: a page of the list. More are sent in steps. */
export const MOST_REPLAYED = 100;

interface Replay {
  organizationId: Uuid;
  webhookId: Uuid;
  /** Chosen deliveries; else all that failed in the range. */
  deliveryIds?: Uuid[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  now: Date;
}

/**
 * Sends notifications to an endpoint again, as new deliveries in its queue: same ids, same bytes, and no more at once
 * than the endpoint ever gets. A notification that is on its way to the endpoint is left out, and so is one that failed
 * and arrived by another delivery: sending the request again, or two at once, sends nothing twice.
 * @returns how many are sent, and whether failed ones are left for another request
 * @throws Refusal 404 for the endpoint, or for a delivery that is not one of it; 409 when it is not active
 */
export async function replayDeliveries(db: Database, { organizationId, webhookId, now, ...which }: Replay) {
  const { deliveryIds, from, to } = which;
  const replay = { organizationId, webhookId, most: MOST_REPLAYED, now };
  return db.transaction(async (tx) => {
    await lockActiveWebhook(tx, organizationId, webhookId);
    if (!deliveryIds) {
      const replayed = await replayFailed(tx, replay, { from, to });
      return { replayed, hasMore: replayed === MOST_REPLAYED && (await hasFailed(tx, replay, { from, to })) };
    }
    const ids = [...new Set(deliveryIds)];
    if ((await countDeliveries(tx, organizationId, webhookId, ids)) < ids.length)
      throw webhookRefusals.delivery_not_found();
    return { replayed: await replayChosen(tx, replay, ids), hasMore: false };
  });
}
