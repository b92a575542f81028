import type { Actor } from '../audit-log/actor.ts';
import { NO_ATTRIBUTION } from '../checkouts/checkout.ts';
import type { CheckoutRequest } from '../checkouts/checkout-request.ts';
import { holdTogether } from '../checkouts/create-checkouts.ts';
import { changePlaces } from '../events/change-places.ts';
import { UNNAMED_BUYER } from '../orders/order.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { retryOnNumberCollision } from '../tickets/retry-on-number-collision.ts';
import type { Uuid } from '../values/uuid.ts';
import type { ByHand } from './payment/complete-checkouts.ts';
import { sellByHand } from './sell-by-hand.ts';

export interface ManualOrder
  extends ByHand,
    Pick<CheckoutRequest, 'organizationId' | 'eventId' | 'lines' | 'attendees' | 'answers' | 'language' | 'now'> {
  actor: Actor;
  customer: { name: string | null; email: string; phone: string | null };
  /** Where the page of its checkout leads, which nobody is sent to. */
  successUrl: string;
}

/**
 * Sells at the box office: a hold and its completion in one transaction, under the event's lock, so that the order takes
 * places like any other. The times of the online sale, `max_per_buyer` and required questions do not count. COMP takes the whole price off.
 * @returns the order's id
 * @throws Refusal as `createCheckouts`; 503 when too many changes of the event wait
 */
export async function createManualOrder(db: Database, order: ManualOrder): Promise<Uuid> {
  const { orderId, batch } = await retryOnNumberCollision(() =>
    changePlaces(db, order, (tx) => sellUnderLock(tx, order)),
  );
  batch?.count();
  return orderId;
}

async function sellUnderLock(tx: Tx, order: ManualOrder) {
  const { organizationId, actor, method, reference, note, now } = order;
  const request = holdOf(order);
  const [held] = (await holdTogether(tx, request, [request])).outcomes;
  if (held?.status !== 'fulfilled') throw held?.reason;
  return sellByHand(tx, { organizationId, actor, checkout: held.value, byHand: { method, reference, note }, now });
}

const holdOf = ({ customer, method, ...order }: ManualOrder): CheckoutRequest => ({
  organizationId: order.organizationId,
  eventId: order.eventId,
  lines: order.lines,
  isItemized: true,
  promoCode: null,
  customer: { ...customer, name: customer.name ?? UNNAMED_BUYER },
  language: order.language,
  buyerReference: null,
  attendees: order.attendees,
  answers: order.answers ?? [],
  successUrl: order.successUrl,
  cancelUrl: null,
  channel: 'box_office',
  attribution: NO_ATTRIBUTION,
  holdSeconds: 0,
  isComplimentary: method === 'COMP',
  now: order.now,
});
