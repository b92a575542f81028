// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `orders`. */
export interface OrderRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  checkoutId: Uuid;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  quantity: number;
  /** tickets refunded or cancelled: quantity - returned are sold */
  returned: number;
  subtotalCentavos: number;
  discountCentavos: number;
  totalCentavos: number;
  refundedCentavos: number;
  promoCodeId: Uuid | null;
  status: 'paid' | 'partially_refunded' | 'refunded';
  paymentMethod: string;
  paidAt: Date;
  createdAt: Date;
}

/** What an insert gives. */
export type NewOrderRow = Optional<OrderRow, 'customerPhone' | 'returned' | 'refundedCentavos' | 'promoCodeId'>;

export const ordersTable: Table<OrderRow, NewOrderRow> = {
  name: 'orders',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    checkoutId: { name: 'checkout_id', type: 'uuid' },
    customerName: { name: 'customer_name', type: 'text' },
    customerEmail: { name: 'customer_email', type: 'text' },
    customerPhone: { name: 'customer_phone', type: 'text' },
    quantity: { name: 'quantity', type: 'int' },
    returned: { name: 'returned', type: 'int', fallsBack: true },
    subtotalCentavos: { name: 'subtotal_centavos', type: 'bigint' },
    discountCentavos: { name: 'discount_centavos', type: 'bigint' },
    totalCentavos: { name: 'total_centavos', type: 'bigint' },
    refundedCentavos: { name: 'refunded_centavos', type: 'bigint', fallsBack: true },
    promoCodeId: { name: 'promo_code_id', type: 'uuid' },
    status: { name: 'status', type: 'text' },
    paymentMethod: { name: 'payment_method', type: 'text' },
    paidAt: { name: 'paid_at', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};

/** A row of `sales_figures`. */
export interface SalesFigureRow {
  organizationId: Uuid;
  eventId: Uuid;
  period: 'all' | 'day' | 'hour';
  /** for period all: the epoch */
  startsAt: Date;
  orders: number;
  revenueCentavos: number;
  discountCentavos: number;
  ticketsSold: number;
}

/** What an insert gives. */
export type NewSalesFigureRow = Optional<SalesFigureRow, 'orders' | 'revenueCentavos' | 'discountCentavos' | 'ticketsSold'>;

export const salesFiguresTable: Table<SalesFigureRow, NewSalesFigureRow> = {
  name: 'sales_figures',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    period: { name: 'period', type: 'text' },
    startsAt: { name: 'starts_at', type: 'timestamptz' },
    orders: { name: 'orders', type: 'int', fallsBack: true },
    revenueCentavos: { name: 'revenue_centavos', type: 'bigint', fallsBack: true },
    discountCentavos: { name: 'discount_centavos', type: 'bigint', fallsBack: true },
    ticketsSold: { name: 'tickets_sold', type: 'int', fallsBack: true },
  },
};
