// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `checkouts`. */
export interface CheckoutRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  tierId: Uuid;
  /** null: general admission, or the section left the plan after the hold ended */
  sectionId: Uuid | null;
  quantity: number;
  unitPriceCentavos: number;
  discountCentavos: number;
  promoCodeId: Uuid | null;
  /** promo codes entered on the page, right ones too */
  promoTries: number;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  /** in which its buyer pays and is written to; null: not known yet */
  language: 'en' | 'fil' | null;
  /** who comes, in the order of the tickets: [{name, email}], each may be null; further tickets are the buyer's */
  attendees: unknown;
  successUrl: string;
  cancelUrl: string | null;
  status: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled';
  /** a payment attempt is under way: time alone does not end the hold */
  paymentStarted: boolean;
  failureReason: string | null;
  expiresAt: Date;
  createdAt: Date;
}

/** What an insert gives. */
export type NewCheckoutRow = Optional<CheckoutRow, 'sectionId' | 'discountCentavos' | 'promoCodeId' | 'promoTries' | 'customerPhone' | 'language' | 'attendees' | 'cancelUrl' | 'paymentStarted' | 'failureReason'>;

export const checkoutsTable: Table<CheckoutRow, NewCheckoutRow> = {
  name: 'checkouts',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    tierId: { name: 'tier_id', type: 'uuid' },
    sectionId: { name: 'section_id', type: 'uuid' },
    quantity: { name: 'quantity', type: 'int' },
    unitPriceCentavos: { name: 'unit_price_centavos', type: 'bigint' },
    discountCentavos: { name: 'discount_centavos', type: 'bigint', fallsBack: true },
    promoCodeId: { name: 'promo_code_id', type: 'uuid' },
    promoTries: { name: 'promo_tries', type: 'int', fallsBack: true },
    customerName: { name: 'customer_name', type: 'text' },
    customerEmail: { name: 'customer_email', type: 'text' },
    customerPhone: { name: 'customer_phone', type: 'text' },
    language: { name: 'language', type: 'text' },
    attendees: { name: 'attendees', type: 'jsonb' },
    successUrl: { name: 'success_url', type: 'text' },
    cancelUrl: { name: 'cancel_url', type: 'text' },
    status: { name: 'status', type: 'text' },
    paymentStarted: { name: 'payment_started', type: 'boolean', fallsBack: true },
    failureReason: { name: 'failure_reason', type: 'text' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};

/** A row of `consents`. */
export interface ConsentRow {
  organizationId: Uuid;
  checkoutId: Uuid;
  text: string;
  givenAt: Date;
}

/** What an insert gives. */
export type NewConsentRow = ConsentRow;

export const consentsTable: Table<ConsentRow, NewConsentRow> = {
  name: 'consents',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    checkoutId: { name: 'checkout_id', type: 'uuid' },
    text: { name: 'text', type: 'text' },
    givenAt: { name: 'given_at', type: 'timestamptz' },
  },
};
