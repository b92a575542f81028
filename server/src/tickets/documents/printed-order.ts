import type { EventStatus } from '../../events/event-status.ts';
import type { FREE, PaymentMethod } from '../../payments/provider.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Seat } from '../../seating/seat.ts';
import type { Brand } from '../../values/brand.ts';
import type { Language } from '../../values/language.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { TicketStatus } from '../ticket.ts';
import { getTicketKey } from '../ticket-key.ts';
import { linkPath } from '../ticket-link.ts';
import { type Papers, papersOf } from '../ticket-papers.ts';
import { getOrderToPrint, listTicketsToPrint } from './queries.ts';

/** Everything that a page, a mail or paper says about tickets of one order. */
export interface PrintedOrder {
  orderId: Uuid;
  /** Its page, where all its tickets are. */
  url: string;
  customer: { name: string; email: string };
  /** In which its buyer paid; null: not known. */
  language: Language | null;
  event: PrintedEvent;
  payment: OrderPayment;
  /** In order of their numbers, which is the order of their seats. */
  tickets: PrintedTicket[];
  /** Of the whole order, printed or not. */
  quantity: number;
}

/** Of the whole order: the buyer's alone to see. */
export interface OrderPayment {
  totalCentavos: number;
  /** Already taken off the total. */
  discountCentavos: number;
  refundedCentavos: number;
  method: PaymentMethod | typeof FREE;
  paidAt: Date;
}

export interface PrintedEvent {
  id: Uuid;
  title: string;
  status: EventStatus;
  startDatetime: Date;
  endDatetime: Date | null;
  venueName: string | null;
  address: string | null;
  city: string | null;
  organizer: Brand;
  timeZone: string;
  updatedAt: Date;
}

export interface PrintedTicket extends Papers {
  id: Uuid;
  number: string;
  status: TicketStatus;
  revision: number;
  checkedInAt: Date | null;
  /** Who comes with it, as far as anybody said. */
  holder: string;
  /** null: the buyer's. */
  holderEmail: string | null;
  tierName: string;
  seat: Seat | null;
}

/** How many tickets a page of an order, or a PDF, has. */
export const TICKETS_PER_PAGE = 100;

interface Which {
  organizationId: Uuid;
  orderId: Uuid;
  /** Only these. */
  ticketIds?: Uuid[] | undefined;
  /** Only what admits whoever has this address: the buyer all that is valid, somebody who comes with one theirs. */
  validFor?: string;
  /** From 1. */
  page?: number;
}

/** At most `TICKETS_PER_PAGE` tickets of an order. @throws ApiError 404 */
export async function readPrintedOrder(db: Queryable, which: Which, publicUrl: string): Promise<PrintedOrder> {
  const { organizationId, orderId, ticketIds = null, validFor = null, page = 1 } = which;
  const [{ revision, ...order }, tickets, key] = await Promise.all([
    getOrderToPrint(db, organizationId, orderId),
    listTicketsToPrint(db, { organizationId, orderId, ticketIds, validFor, page, perPage: TICKETS_PER_PAGE }),
    getTicketKey(db, organizationId),
  ]);
  const { event } = order;
  return {
    ...order,
    orderId,
    url: publicUrl + linkPath({ kind: 'order', organizationId, id: orderId, revision }, key.linkKey),
    tickets: tickets.map((ticket) => ({
      ...ticket,
      ...papersOf({ ...ticket, event }, { organizationId, key, publicUrl }),
    })),
  };
}

/** `Music Museum, 12 Eisenhower Street, San Juan`; empty when the organizer said nothing. */
export const placeOf = ({ venueName, address, city }: Pick<PrintedEvent, 'venueName' | 'address' | 'city'>): string =>
  [venueName, address, city].filter(Boolean).join(', ');
