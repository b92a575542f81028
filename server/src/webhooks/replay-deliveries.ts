import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { countDeliveries, insertDeliveries, listChosen, listFailed } from './delivery-queries.ts';
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
  return db.transaction(async (tx) => {
    await lockActiveWebhook(tx, organizationId, webhookId);
    const found = await notificationsOf(tx, { organizationId, webhookId, ...which });
    const replayed = found.slice(0, MOST_REPLAYED);
    await insertDeliveries(tx, { organizationId, webhookId, now }, replayed);
    return { replayed: replayed.length, hasMore: found.length > MOST_REPLAYED };
  });
}

/** One more than are sent, if there are. */
async function notificationsOf(tx: Tx, { organizationId, webhookId, deliveryIds, from, to }: Omit<Replay, 'now'>) {
  const endpoint = { organizationId, webhookId, most: MOST_REPLAYED + 1 };
  if (!deliveryIds) return listFailed(tx, endpoint, { from, to });
  const ids = [...new Set(deliveryIds)];
  if ((await countDeliveries(tx, organizationId, webhookId, ids)) < ids.length)
    throw webhookRefusals.delivery_not_found();
  return listChosen(tx, endpoint, ids);
}
