import { isGuestAddress } from '../../checkouts/attendee.ts';
import type { EventStatus } from '../../events/event-status.ts';
import type { RefundRule } from '../../events/refund-rule.ts';
import type { Seat } from '../../seating/seat.ts';
import type { Organizer } from '../../values/brand.ts';
import type { Language } from '../../values/language.ts';
import type { OrderMethod } from '../../values/payment-method.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { TicketStatus } from '../ticket.ts';
import type { TicketCredentials } from '../ticket-credentials.ts';

/** Everything that pages, e-mails and PDFs show about tickets of one order. */
export interface PrintedOrder {
  organizationId: Uuid;
  orderId: Uuid;
  orderNumber: string;
  /** URL of the order's page with all tickets. */
  url: string;
  /** That the URL proves. */
  revision: number;
  customer: { name: string; email: string };
  /** Language in which the buyer paid; null: not known. */
  language: Language | null;
  event: PrintedEvent;
  payment: OrderPayment;
  /** In the order of the items and of their seats. */
  tickets: PrintedTicket[];
  /** false: attendees with an address get their tickets when the buyer asks for it on the order's page. */
  attendeesMailed: boolean;
  /** The buyer asked for a refund, and the organizer has not decided yet. */
  isRefundRequested: boolean;
  /** Number of tickets of the whole order, printed or not. */
  quantity: number;
  /** How many of them are of add-ons. */
  addOnQuantity: number;
}

/** Payment of the whole order. Only the buyer sees it. */
export interface OrderPayment {
  lines: { tierName: string; quantity: number; unitPriceCentavos: number }[];
  totalCentavos: number;
  /** Already subtracted from the total. */
  discountCentavos: number;
  refundedCentavos: number;
  /** The part of the total that changes of the places added; negative: what they took off. */
  changedCentavos: number;
  method: OrderMethod;
  /** The organizer took it, or the difference of a change. */
  takenByHand: boolean;
  /** The refunds for its cancelled event. */
  cancelledCentavos: number;
  /** The part of them that the organizer gives back by hand. */
  cancelledByHandCentavos: number;
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
  refundRule: RefundRule | null;
  organizer: Organizer;
  timeZone: string;
  updatedAt: Date;
  /** A ticket that was checked in may be scanned again: the event has re-entry, or check-in lists inside. */
  scansAgain: boolean;
}

export interface PrintedTicket extends TicketCredentials {
  id: Uuid;
  number: string;
  status: TicketStatus;
  revision: number;
  checkedInAt: Date | null;
  /** Name of the attendee; the buyer's if none was given. */
  holder: string;
  /** false: `holder` is the buyer's name for want of another. */
  isNamed: boolean;
  /** null: the buyer's. */
  holderEmail: string | null;
  tierName: string;
  /** false: an add-on, which does not admit its holder. */
  admission: boolean;
  /** The buyer passed it on: only its holder gets the code. */
  isPassedOn: boolean;
  /** Not passed on as often as a ticket may be. */
  mayBePassedOn: boolean;
  seat: Seat | null;
  /** What was paid for it. */
  amountCentavos: number;
}

/** The valid tickets that the buyer has not passed on. */
export const ticketsOfBuyer = ({ tickets }: Pick<PrintedOrder, 'tickets'>): PrintedTicket[] =>
  tickets.filter(({ status, isPassedOn }) => status === 'valid' && !isPassedOn);

/** Whether guests of a free order have no mail yet: they get theirs when the buyer asks for it on the order's page. */
export const guestsWait = ({ attendeesMailed, customer, tickets }: PrintedOrder): boolean =>
  !attendeesMailed && ticketsOfBuyer({ tickets }).some(({ holderEmail }) => isGuestAddress(holderEmail, customer));

/** Whether its page shows the code of the ticket. */
export const hasCode = ({ status }: PrintedTicket, { scansAgain, status: ofEvent }: PrintedEvent): boolean =>
  status === 'valid' || (status === 'used' && scansAgain && ofEvent !== 'cancelled');

/** The tickets whose codes the buyer may see and print. */
export const codesOfBuyer = ({ tickets, event }: PrintedOrder): PrintedTicket[] =>
  tickets.filter((ticket) => hasCode(ticket, event) && !ticket.isPassedOn);

/** `Music Museum, 12 Eisenhower Street, San Juan`; empty when the event has no place. */
export const placeOf = ({ venueName, address, city }: Pick<PrintedEvent, 'venueName' | 'address' | 'city'>): string =>
  [venueName, address, city].filter(Boolean).join(', ');
