import type { Actor } from '../../audit-log/actor.ts';
import { insertEntries, type NewEntry } from '../../box-office/queries.ts';
import type { Order } from '../../orders/order.ts';
import type { OrderChange } from '../../orders/order-change.ts';
import { BY_HAND, insertPayments } from '../../payments/queries.ts';
import { recordRefundsOfOrders } from '../../payments/record-refund.ts';
import type { Tx } from '../../platform/database/database.ts';
import { pesosFromCentavos } from '../../values/money.ts';
import { isManual, isPaidByHand } from '../../values/payment-method.ts';
import { sumOf } from '../../values/sum-of.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { changeRefusals } from './change-refusals.ts';

/** How the organizer takes or returns money at the window. */
export const WINDOW_METHODS = ['CASH', 'EXTERNAL'] as const;
type WindowMethod = (typeof WINDOW_METHODS)[number];

export interface HowToSettle {
  /** null: money is given back with the method that it was paid with. */
  paymentMethod: WindowMethod | null;
  /** The organizer gives a negative difference back by hand, even if a provider took the payment. */
  givesBackByHand: boolean;
}

/** @throws Refusal 400 when money moves at the window, and nothing tells how */
export function requireMethod(
  { paymentMethod, givesBackByHand }: HowToSettle,
  { paymentMethod: paidWith }: Pick<Order, 'paymentMethod'>,
  differenceCentavos: number,
) {
  if (paymentMethod !== null || differenceCentavos === 0) return;
  if (differenceCentavos > 0 || (givesBackByHand && !isPaidByHand(paidWith)))
    throw changeRefusals.payment_method_required({ difference: pesosFromCentavos(differenceCentavos) });
}

interface ChangedOrder {
  order: Order;
  checkoutId: Uuid;
  change: OrderChange & { id: Uuid };
}

/**
 * Records the money of a change: what the order costs more as a payment by hand, what it costs less as a refund of its
 * payments. What goes through the window is an entry of the box office for each payment method.
 * @returns what the organizer gives back by hand, in centavos
 */
export async function settleDifference(
  tx: Tx,
  how: HowToSettle & { organizationId: Uuid; actor: Actor; now: Date },
  { order, checkoutId, change }: ChangedOrder,
): Promise<number> {
  const { organizationId, now } = how;
  const { id: changeId, differenceCentavos, moves } = change;
  const tickets = moves.length;
  if (differenceCentavos > 0 && how.paymentMethod !== null) {
    const method = how.paymentMethod;
    const payment = {
      id: newId(now),
      checkoutId,
      attemptId: null,
      orderId: order.id,
      changeId,
      provider: BY_HAND,
      providerPaymentId: changeId,
      method,
      amountCentavos: differenceCentavos,
      paidAt: now,
    };
    insertPayments(tx, organizationId, [payment]);
    const entry = { orderId: order.id, paymentMethod: method, tickets, amountCentavos: differenceCentavos };
    insertEntries(tx, how, [{ ...entry, kind: 'difference_paid' }]);
  }
  if (differenceCentavos < 0) {
    const back = new Map([[order.id, -differenceCentavos]]);
    const details = { organizationId, reason: 'order_changed', changeId, byHand: how.givesBackByHand, now } as const;
    const parts = await recordRefundsOfOrders(tx, back, details);
    const entries = parts.flatMap(({ method, amountCentavos }): NewEntry[] => {
      const paymentMethod = how.paymentMethod ?? method;
      if (!isManual(paymentMethod)) return [];
      return [{ orderId: order.id, kind: 'difference_returned', paymentMethod, tickets, amountCentavos }];
    });
    insertEntries(tx, how, entries);
    return sumOf(parts, ({ amountCentavos }) => amountCentavos);
  }
  return 0;
}
