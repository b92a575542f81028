// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `waiting_list_entries`. */
export interface WaitingListEntryRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  tierId: Uuid;
  quantity: number;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  language: 'en' | 'fil' | null;
  successUrl: string;
  cancelUrl: string | null;
  /** where the person asked, for the checkout of the offer */
  channel: 'api' | 'shop';
  /** with medium, campaign and ref: the link that brought the person, for the checkout of the offer */
  source: string | null;
  medium: string | null;
  campaign: string | null;
  ref: string | null;
  /** offered: a checkout was made; ended: the list ended, or the buyer may not buy */
  status: 'waiting' | 'offered' | 'left' | 'ended';
  /** smaller parties behind this one that got an offer since it is the first in line */
  passedOver: number;
  /** since when free places are kept for this party, the first in line */
  keptSince: Date | null;
  /** the offer */
  checkoutId: Uuid | null;
  askedAt: Date;
}

/** The values of an insert. */
export type NewWaitingListEntryRow = Optional<WaitingListEntryRow, 'customerPhone' | 'language' | 'cancelUrl' | 'source' | 'medium' | 'campaign' | 'ref' | 'passedOver' | 'keptSince' | 'checkoutId'>;

export const waitingListEntriesTable = table<WaitingListEntryRow, NewWaitingListEntryRow>(
  'waiting_list_entries',
  `organization_id uuid, id uuid, event_id uuid, tier_id uuid, quantity int, customer_name text, customer_email text, customer_phone text, language text, success_url text, cancel_url text, channel text, source text, medium text, campaign text, ref text, status text, passed_over int default, kept_since timestamptz, checkout_id uuid, asked_at timestamptz`,
);
