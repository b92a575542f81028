import { isPaidByHand } from '../../values/payment-method.ts';
import type { OrderPayment } from './printed-order.ts';

/**
 * How money of an order goes back to the buyer: `sent` by the provider that took it, `byHand` of the organizer, who took it,
 * or `inParts`; null: there is none to give back.
 */
export function wayBackOf(
  { method, takenByHand }: Pick<OrderPayment, 'method' | 'takenByHand'>,
  amountCentavos: number,
): 'sent' | 'byHand' | 'inParts' | null {
  if (amountCentavos === 0) return null;
  if (isPaidByHand(method)) return 'byHand';
  return takenByHand ? 'inParts' : 'sent';
}
