import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { insertEntries } from '../box-office/queries.ts';
import { type Checkout, totalCentavos } from '../checkouts/checkout.ts';
import type { Tx } from '../platform/database/database.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid } from '../values/uuid.ts';
import { type ByHand, completeTogether } from './payment/complete-checkouts.ts';

interface SaleByHand {
  organizationId: Uuid;
  actor: Actor;
  /** As stored: it holds its places. */
  checkout: Checkout;
  byHand: ByHand;
  now: Date;
}

/**
 * Completes a checkout of the box office, whose event is locked, in the transaction of the caller, who counts the batch after
 * the commit.
 */
export async function sellByHand(tx: Tx, { organizationId, actor, checkout, byHand, now }: SaleByHand) {
  const { id: checkoutId, eventId, quantity, language } = checkout;
  const completion = { organizationId, eventId, checkoutId, paid: null, byHand, language, now };
  const { outcomes, batch } = await completeTogether(tx, [completion]);
  const [sold] = outcomes;
  if (sold?.status !== 'fulfilled' || !sold.value) throw new Error('a hold of the box office was not completed');
  const { orderId } = sold.value;
  const { method: paymentMethod, reference } = byHand;
  const amountCentavos = totalCentavos(checkout);
  const entry = { orderId, kind: 'sale', paymentMethod, tickets: quantity, amountCentavos } as const;
  insertEntries(tx, { organizationId, actor, now }, [entry]);
  const after = {
    event_id: eventId,
    quantity,
    total_amount: pesosFromCentavos(amountCentavos),
    payment_method: paymentMethod,
    reference,
  };
  recordChange(tx, { organizationId, actor, action: 'order.created', subjectId: orderId, before: null, after, now });
  return { orderId, batch };
}
