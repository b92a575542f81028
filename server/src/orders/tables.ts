// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `orders`. */
export interface OrderRow {
  organizationId: Uuid;
  id: Uuid;
  /** TK- and 8 characters; in byte order, so that its index finds beginnings */
  orderNumber: string;
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
  channel: 'api' | 'shop' | 'box_office';
  /** with channel, medium, campaign and ref: those of the checkout */
  source: string | null;
  medium: string | null;
  campaign: string | null;
  ref: string | null;
  /** false: the order was imported, and the organizer wanted no e-mail with its tickets */
  ticketsMailed: boolean;
  /** false: attendees with an address get no mail until the buyer confirms it, because the order cost nothing */
  attendeesMailed: boolean;
  /** how often the buyer got another e-mail address: with the revisions of the tickets, it voids earlier links to the order */
  linkRevision: number;
  /** of the box office: the organizer's own number of the payment, as on a receipt */
  reference: string | null;
  /** of the box office: the organizer's own words */
  note: string | null;
  paidAt: Date;
  createdAt: Date;
}

/** The values of an insert. */
export type NewOrderRow = Optional<OrderRow, 'customerPhone' | 'returned' | 'refundedCentavos' | 'promoCodeId' | 'channel' | 'source' | 'medium' | 'campaign' | 'ref' | 'ticketsMailed' | 'attendeesMailed' | 'linkRevision' | 'reference' | 'note'>;

export const ordersTable = table<OrderRow, NewOrderRow>(
  'orders',
  `organization_id uuid, id uuid, order_number text, event_id uuid, checkout_id uuid, customer_name text, customer_email text, customer_phone text, quantity int, returned int default, subtotal_centavos bigint, discount_centavos bigint, total_centavos bigint, refunded_centavos bigint default, promo_code_id uuid, status text, payment_method text, channel text default, source text, medium text, campaign text, ref text, tickets_mailed boolean default, attendees_mailed boolean default, link_revision int default, reference text, note text, paid_at timestamptz, created_at timestamptz`,
);

/** A row of `order_changes`. */
export interface OrderChangeRow {
  organizationId: Uuid;
  id: Uuid;
  orderId: Uuid;
  /** what the order costs more since; negative: less */
  differenceCentavos: number;
  /** for each ticket its id and number, and its tier, price, amount and seat before and after, with the names of that time */
  moves: unknown;
  createdAt: Date;
}

/** The values of an insert. */
export type NewOrderChangeRow = OrderChangeRow;

export const orderChangesTable = table<OrderChangeRow, NewOrderChangeRow>(
  'order_changes',
  `organization_id uuid, id uuid, order_id uuid, difference_centavos bigint, moves jsonb, created_at timestamptz`,
);

/** A row of `sales_figures`. */
export interface SalesFigureRow {
  organizationId: Uuid;
  eventId: Uuid;
  period: 'all' | 'day' | 'hour';
  /** the epoch when period is all */
  startsAt: Date;
  orders: number;
  revenueCentavos: number;
  discountCentavos: number;
  /** of the orders, those that were returned too */
  tickets: number;
  ticketsSold: number;
}

/** The values of an insert. */
export type NewSalesFigureRow = Optional<SalesFigureRow, 'orders' | 'revenueCentavos' | 'discountCentavos' | 'tickets' | 'ticketsSold'>;

export const salesFiguresTable = table<SalesFigureRow, NewSalesFigureRow>(
  'sales_figures',
  `organization_id uuid, event_id uuid, period text, starts_at timestamptz, orders int default, revenue_centavos bigint default, discount_centavos bigint default, tickets int default, tickets_sold int default`,
);

/** A row of `sales_sources`. */
export interface SalesSourceRow {
  organizationId: Uuid;
  eventId: Uuid;
  channel: 'api' | 'shop' | 'box_office';
  /** empty: the order has none; so is ref */
  source: string;
  ref: string;
  /** orders whose source and code have no row of their own */
  isRest: boolean;
  orders: number;
  revenueCentavos: number;
  discountCentavos: number;
  ticketsSold: number;
}

/** The values of an insert. */
export type NewSalesSourceRow = Optional<SalesSourceRow, 'orders' | 'revenueCentavos' | 'discountCentavos' | 'ticketsSold'>;

export const salesSourcesTable = table<SalesSourceRow, NewSalesSourceRow>(
  'sales_sources',
  `organization_id uuid, event_id uuid, channel text, source text, ref text, is_rest boolean, orders int default, revenue_centavos bigint default, discount_centavos bigint default, tickets_sold int default`,
);
