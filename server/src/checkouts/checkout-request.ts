import type { Refusal } from '../platform/refusals/refusal.ts';
import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';
import type { SentAnswer } from './asked-questions.ts';
import type { Attendee } from './attendee.ts';
import type { Attribution, Checkout } from './checkout.ts';
import { holdRefusals } from './refusals.ts';

export interface RequestedLine {
  /** null: the default tier of the event, or of the section */
  tierId: Uuid | null;
  /** null for general admission */
  sectionId: Uuid | null;
  quantity: number;
  /** The seats that the buyer chose, `quantity` of them; absent: the service chooses. */
  seatIds?: Uuid[];
  /** Chosen by the buyer; missing: the tier's price. */
  unitPriceCentavos?: number | undefined;
}

export interface CheckoutRequest {
  organizationId: Uuid;
  eventId: Uuid;
  /** At least one. All get places, or none does. */
  lines: RequestedLine[];
  /** The lines were sent as `items`: refusals name the item. */
  isItemized: boolean;
  promoCode: string | null;
  customer: Checkout['customer'];
  language: Language | null;
  /** The organizer's own name of the buyer. */
  buyerReference: string | null;
  /** In the order of the tickets, line by line. */
  attendees: Attendee[];
  /** To the organizer's questions. The page asks the others. */
  answers?: SentAnswer[];
  successUrl: string;
  cancelUrl: string | null;
  /**
   * Decides the limits where the event sets none, and whether hidden tiers need a code: a program sells them as any
   * other. At the box office seats may be chosen, or left to the service, in every mode.
   */
  channel: Checkout['channel'];
  attribution: Attribution;
  holdSeconds: number;
  /** Given away: the whole price is taken off. */
  isComplimentary?: boolean;
  /** The hold is an offer to an entry on the waiting list: it takes places that are owed to the list. */
  isOffer?: boolean;
  /** The places are kept for a name, of a draft, too. */
  reservation?: { id: Uuid; expiresAt: Date };
  now: Date;
}

/** The places that a request names. */
export type LinesRequest = Pick<
  CheckoutRequest,
  'lines' | 'isItemized' | 'isOffer' | 'reservation' | 'channel' | 'now'
>;

type Form = Pick<CheckoutRequest, 'isItemized'>;

export const itemField = (index: number): string => `items[${index}]`;

/** The facts by which a program finds the line that is short. */
export const factsOfLine = ({ isItemized }: Form, index: number, tierId: Uuid | null) =>
  isItemized ? { field: itemField(index), item: index, ...(tierId ? { tier_id: tierId } : {}) } : {};

const SOLD_OUT = holdRefusals.sold_out({});

/** The refusal of a line without places. After an on-sale it is the answer to nearly every request. */
export const soldOut = (request: Form, index: number, tierId: Uuid | null): Refusal =>
  request.isItemized && tierId ? holdRefusals.sold_out(factsOfLine(request, index, tierId)) : SOLD_OUT;
