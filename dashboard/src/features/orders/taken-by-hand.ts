import type { Order } from './order-queries.ts';

/** Whether the organizer took the price of an order. */
export const isPaidByHand = ({ payment_method: method }: Pick<Order, 'payment_method'>): boolean =>
  method === 'CASH' || method === 'EXTERNAL';

/**
 * Whether the organizer took money of an order, the price or the difference of a change, which no provider gives back.
 */
export const isTakenByHand = (order: Pick<Order, 'payment_method' | 'changes'>): boolean =>
  isPaidByHand(order) || order.changes.some(({ difference }) => difference > 0);
