import type { Uuid } from '../values/uuid.ts';

/** An order exists from the moment it is paid. */
export const ORDER_STATUSES = ['paid', 'partially_refunded', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface Order {
  id: Uuid;
  event: { id: Uuid; title: string };
  customer: { name: string; email: string; phone: string | null };
  quantity: number;
  subtotalCentavos: number;
  discountCentavos: number;
  totalCentavos: number;
  refundedCentavos: number;
  status: OrderStatus;
  paymentMethod: string;
  paidAt: Date;
  createdAt: Date;
}
