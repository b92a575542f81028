import assert from 'node:assert';
import type { Actor } from '../audit-log/actor.ts';
import { recordChanges } from '../audit-log/record-change.ts';
import { insertEntries } from '../box-office/queries.ts';
import { type Checkout, totalCentavos } from '../checkouts/checkout.ts';
import type { Tx } from '../platform/database/database.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid } from '../values/uuid.ts';
import { type ByHand, completeTogether } from './payment/complete-checkouts.ts';
import { saleRefusals } from './refusals.ts';

/** The cashier, and the moment of all sales of a transaction. */
interface Window {
  organizationId: Uuid;
  actor: Actor;
  now: Date;
}

export interface SaleByHand {
  /** As stored: it holds its places. */
  checkout: Checkout;
  byHand: ByHand;
}

/**
 * Completes checkouts of the box office, of one event that is locked, in the transaction of the caller.
 * @returns the ids of the orders, and the batch to count after the commit
 */
export async function sellByHand(tx: Tx, { organizationId, actor, now }: Window, sales: SaleByHand[]) {
  const completions = sales.map(({ checkout: { id: checkoutId, eventId, language }, byHand }) => ({
    organizationId,
    eventId,
    checkoutId,
    paid: null,
    byHand,
    language,
    now,
  }));
  const { outcomes, batch } = await completeTogether(tx, completions);
  const sold = sales.map((sale, index) => {
    const outcome = outcomes[index];
    assert(outcome?.status === 'fulfilled' && outcome.value, 'a hold of the box office is completed');
    return { ...sale, orderId: outcome.value.orderId, amountCentavos: totalCentavos(sale.checkout) };
  });
  insertEntries(
    tx,
    { organizationId, actor, now },
    sold.map(({ byHand: { method: paymentMethod }, checkout: { quantity: tickets }, orderId, amountCentavos }) => ({
      orderId,
      kind: 'sale',
      paymentMethod,
      tickets,
      amountCentavos,
    })),
  );
  const changes = sold.map(({ byHand, checkout, orderId, amountCentavos }) => ({
    actor,
    action: 'order.created' as const,
    subjectId: orderId,
    before: null,
    after: {
      event_id: checkout.eventId,
      quantity: checkout.quantity,
      total_amount: pesosFromCentavos(amountCentavos),
      payment_method: byHand.method,
      reference: byHand.reference,
    },
  }));
  recordChanges(tx, organizationId, changes, now);
  return { orderIds: sold.map(({ orderId }): Uuid => orderId), batch };
}

/** What the buyer agreed to pay; null: whatever it costs. */
export interface Agreed {
  agreedCentavos: number | null;
}

/** @throws Refusal 409 when the total is another one than was agreed to */
export function requireAgreed({ agreedCentavos }: Agreed, total: number): void {
  if (agreedCentavos !== null && agreedCentavos !== total)
    throw saleRefusals.sale_total_changed({ total_amount: pesosFromCentavos(total) });
}

/** Makes one sale by hand, as `sellByHand` makes many. @throws Refusal as `requireAgreed` */
export async function sellOneByHand(tx: Tx, window: Window & Agreed, sale: SaleByHand) {
  requireAgreed(window, totalCentavos(sale.checkout));
  const { orderIds, batch } = await sellByHand(tx, window, [sale]);
  const [orderId] = orderIds;
  assert(orderId, 'each sale has an order');
  return { orderId, batch };
}
