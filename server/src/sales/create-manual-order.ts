import { holdOne } from '../checkouts/create-checkouts.ts';
import { changePlaces } from '../events/change-places.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { retryOnNumberCollision } from '../tickets/retry-on-number-collision.ts';
import type { Uuid } from '../values/uuid.ts';
import { holdOfManualOrder, type ManualOrder } from './hold-by-hand.ts';
import { type Agreed, sellOneByHand } from './sell-by-hand.ts';

/**
 * Sells at the box office: a hold and its completion in one transaction, under the event's lock.
 * @returns the order's id
 * @throws Refusal as `createCheckouts`; 409 when the total is another one than the buyer agreed to; 503 when too many
 * changes of the event wait
 */
export async function createManualOrder(db: Database, order: ManualOrder & Agreed): Promise<Uuid> {
  const { orderId, batch } = await retryOnNumberCollision(() =>
    changePlaces(db, order, (tx) => sellUnderLock(tx, order)),
  );
  batch?.count();
  return orderId;
}

async function sellUnderLock(tx: Tx, order: ManualOrder & Agreed) {
  const checkout = await holdOne(tx, holdOfManualOrder(order));
  return sellOneByHand(tx, order, { checkout, byHand: order });
}
