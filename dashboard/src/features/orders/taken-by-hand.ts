import type { Order } from './order-queries.ts';

/** Whether the organizer took money of an order, the price or the difference of a change, which no provider gives back. */
export const isTakenByHand = ({
  payment_method: method,
  changes,
}: Pick<Order, 'payment_method' | 'changes'>): boolean =>
  method === 'CASH' || method === 'EXTERNAL' || changes.some(({ difference }) => difference > 0);
