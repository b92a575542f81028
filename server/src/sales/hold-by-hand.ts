import type { Actor } from '../audit-log/actor.ts';
import type { CheckoutRequest } from '../checkouts/checkout-request.ts';
import { holdTogether, type Outcome } from '../checkouts/create-checkouts.ts';
import { UNNAMED_BUYER } from '../orders/order.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ByHand } from './payment/complete-checkouts.ts';

export interface ManualOrder
  extends ByHand,
    Pick<
      CheckoutRequest,
      | 'organizationId'
      | 'eventId'
      | 'lines'
      | 'isItemized'
      | 'attendees'
      | 'answers'
      | 'attribution'
      | 'language'
      | 'now'
    > {
  actor: Actor;
  customer: { name: string | null; email: string; phone: string | null };
  /** Stored with the checkout, which needs a URL. No browser is sent there. */
  successUrl: string;
}

/**
 * Holds the places of box office orders of one event, under its lock.
 * @returns one outcome for each, as `createCheckouts`
 */
export async function holdByHand(tx: Tx, orders: ManualOrder[]): Promise<Outcome[]> {
  const [first, ...others] = orders.map(holdOfManualOrder);
  return first ? (await holdTogether(tx, [first, ...others])).outcomes : [];
}

/**
 * The hold of a box office order. The times of the online sale, `max_per_buyer` and required questions do not count.
 * COMP takes the whole price off.
 */
export const holdOfManualOrder = ({ customer, method, ...order }: ManualOrder): CheckoutRequest => ({
  organizationId: order.organizationId,
  eventId: order.eventId,
  lines: order.lines,
  isItemized: order.isItemized,
  promoCode: null,
  customer: { ...customer, name: customer.name ?? UNNAMED_BUYER },
  language: order.language,
  buyerReference: null,
  attendees: order.attendees,
  answers: order.answers ?? [],
  successUrl: order.successUrl,
  cancelUrl: null,
  channel: 'box_office',
  attribution: order.attribution,
  holdSeconds: 0,
  isComplimentary: method === 'COMP',
  now: order.now,
});
