// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `checkouts`. */
export interface CheckoutRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  /** of all lines */
  quantity: number;
  /** of all lines, before discount */
  subtotalCentavos: number;
  discountCentavos: number;
  promoCodeId: Uuid | null;
  /** promo codes entered on the page, valid ones included */
  promoTries: number;
  customerName: string;
  /** empty: the places are kept for a name without an address */
  customerEmail: string;
  customerPhone: string | null;
  /** language of the page and e-mails; null: not known yet */
  language: 'en' | 'fil' | null;
  /** the organizer's own name of the buyer, for max_per_buyer */
  buyerReference: string | null;
  /** places that count for max_per_buyer: not refunded ones; null: the event had no such limit */
  buyerPlaces: number | null;
  /** in the order of the tickets: [{name, email}], each may be null; the remaining tickets have the buyer's name */
  attendees: unknown;
  successUrl: string;
  cancelUrl: string | null;
  /** where the buyer ordered, or joined the waiting list that led to it: api: through a program; shop: on the page of an event; box_office: of the organizer, completed at once or kept for a name */
  channel: 'api' | 'shop' | 'box_office';
  /** with medium, campaign and ref: the link that brought the buyer; none is personal */
  source: string | null;
  medium: string | null;
  campaign: string | null;
  ref: string | null;
  /** made for an entry on the waiting list: ticket_tiers.offered counts its held places */
  isOffer: boolean;
  /** it keeps places for a name, or bought some of them: the reservation has the id of the checkout that keeps the rest */
  reservationId: Uuid | null;
  status: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled';
  /** a payment attempt is under way: time alone does not end the hold */
  paymentStarted: boolean;
  failureReason: 'declined' | 'refused' | 'unanswered' | null;
  expiresAt: Date;
  /** set once money is on its way: when the hold would have ended without it, and ends at the earliest if no money comes */
  openUntil: Date | null;
  createdAt: Date;
  /** when the buyer's personal data was replaced, on their request */
  erasedAt: Date | null;
}

/** The values of an insert. */
export type NewCheckoutRow = Optional<CheckoutRow, 'discountCentavos' | 'promoCodeId' | 'promoTries' | 'customerPhone' | 'language' | 'buyerReference' | 'buyerPlaces' | 'attendees' | 'cancelUrl' | 'channel' | 'source' | 'medium' | 'campaign' | 'ref' | 'isOffer' | 'reservationId' | 'paymentStarted' | 'failureReason' | 'openUntil' | 'erasedAt'>;

export const checkoutsTable = table<CheckoutRow, NewCheckoutRow>(
  'checkouts',
  `organization_id uuid, id uuid, event_id uuid, quantity int, subtotal_centavos bigint, discount_centavos bigint default, promo_code_id uuid, promo_tries int default, customer_name text, customer_email text, customer_phone text, language text, buyer_reference text, buyer_places int, attendees jsonb, success_url text, cancel_url text, channel text default, source text, medium text, campaign text, ref text, is_offer boolean default, reservation_id uuid, status text, payment_started boolean default, failure_reason text, expires_at timestamptz, open_until timestamptz, created_at timestamptz, erased_at timestamptz`,
);

/** A row of `checkout_lines`. */
export interface CheckoutLineRow {
  organizationId: Uuid;
  checkoutId: Uuid;
  /** from 0 */
  position: number;
  eventId: Uuid;
  tierId: Uuid;
  /** null: general admission, or the section left the plan after the hold ended */
  sectionId: Uuid | null;
  quantity: number;
  /** of the tier at the time of the checkout, or as the buyer chose */
  unitPriceCentavos: number;
  /** by the buyer: more tickets cost the same, until the order is bought */
  priceChosen: boolean;
}

/** The values of an insert. */
export type NewCheckoutLineRow = Optional<CheckoutLineRow, 'sectionId' | 'priceChosen'>;

export const checkoutLinesTable = table<CheckoutLineRow, NewCheckoutLineRow>(
  'checkout_lines',
  `organization_id uuid, checkout_id uuid, position int, event_id uuid, tier_id uuid, section_id uuid, quantity int, unit_price_centavos bigint, price_chosen boolean default`,
);

/** A row of `consents`. */
export interface ConsentRow {
  organizationId: Uuid;
  checkoutId: Uuid;
  text: string;
  givenAt: Date;
}

/** The values of an insert. */
export type NewConsentRow = ConsentRow;

export const consentsTable = table<ConsentRow, NewConsentRow>(
  'consents',
  `organization_id uuid, checkout_id uuid, text text, given_at timestamptz`,
);

/** A row of `answers`. */
export interface AnswerRow {
  organizationId: Uuid;
  checkoutId: Uuid;
  /** 0: asked of the order; else the ticket: its position in the order, plus 1 */
  ticket: number;
  questionId: Uuid;
  eventId: Uuid;
  /** the question as the buyer read it */
  label: string;
  /** a date as YYYY-MM-DD; true: the box is ticked */
  value: string;
}

/** The values of an insert. */
export type NewAnswerRow = AnswerRow;

export const answersTable = table<AnswerRow, NewAnswerRow>(
  'answers',
  `organization_id uuid, checkout_id uuid, ticket int, question_id uuid, event_id uuid, label text, value text`,
);
