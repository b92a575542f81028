// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `event_series`. */
export interface EventSeriesRow {
  organizationId: Uuid;
  id: Uuid;
  name: string;
  /** in the address of its page in the shop */
  slug: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The values of an insert. */
export type NewEventSeriesRow = EventSeriesRow;

export const eventSeriesTable = table<EventSeriesRow, NewEventSeriesRow>(
  'event_series',
  `organization_id uuid, id uuid, name text, slug text, created_at timestamptz, updated_at timestamptz`,
);

/** A row of `events`. */
export interface EventRow {
  organizationId: Uuid;
  id: Uuid;
  /** the series that it is a date of; null: an event of its own */
  seriesId: Uuid | null;
  title: string;
  /** in the address of its page in the shop */
  slug: string;
  /** the page of the shop shows it while it is active; false: only its link does */
  listed: boolean;
  /** it was hidden when it ended: its copies are listed */
  unlistedByService: boolean;
  status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
  /** the service set sold_out, and sets active when a place is free */
  soldOutByService: boolean;
  eventType: 'concert' | 'workshop' | 'conference' | 'sports' | 'social' | 'food' | 'nightlife' | 'art' | 'other';
  startDatetime: Date;
  endDatetime: Date | null;
  /** null: one hour before start_datetime */
  salesEndDatetime: Date | null;
  capacity: number;
  /** of the tiers that admit, as held: add-ons take no place of the event */
  sold: number;
  held: number;
  /** seats that the organizer keeps back: part of the capacity, not for sale */
  blocked: number;
  seated: boolean;
  /** most tickets per order; null: no limit */
  maxPerOrder: number | null;
  /** most tickets that one buyer holds and has bought; null: no limit */
  maxPerBuyer: number | null;
  /** what buyers agree to before they pay; null: nothing */
  consentText: string | null;
  /** whether the hosted page asks for the attendee of each ticket */
  attendeeDetails: 'none' | 'optional' | 'required';
  /** tickets may leave the gate and enter again */
  reEntry: boolean;
  /** for the organizer's team and programs; hidden from buyers */
  internalNote: string | null;
  /** buyers need a pass of the waiting room to order */
  waitingRoomEnabled: boolean;
  /** who waits until then is shuffled; null: open, first come first served */
  waitingRoomOpensAt: Date | null;
  /** when doors and passes last needed every ticket again: a tier got another name, answers are shown at the door or no longer, a buyer was erased, or the event was cancelled; null: never */
  doorListChangedAt: Date | null;
  /** how a refund that the buyer asks for is decided; null: buyers cannot ask for one */
  refundApproval: 'request' | 'automatic' | null;
  /** before start_datetime */
  refundUntilHours: number;
  refundFeePercent: number;
  /** for each ticket, in addition to the percentage of its price */
  refundFeeCentavos: number;
  venueName: string | null;
  address: string | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  /** sent by the organizer: geocoding does not change them */
  coordinatesGiven: boolean;
  /** as the organizer sent it, or the address of an uploaded picture */
  coverImageUrl: string | null;
  description: string | null;
  descriptionHtml: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The values of an insert. */
export type NewEventRow = Optional<EventRow, 'seriesId' | 'listed' | 'unlistedByService' | 'soldOutByService' | 'eventType' | 'endDatetime' | 'salesEndDatetime' | 'sold' | 'held' | 'blocked' | 'seated' | 'maxPerOrder' | 'maxPerBuyer' | 'consentText' | 'attendeeDetails' | 'reEntry' | 'internalNote' | 'waitingRoomEnabled' | 'waitingRoomOpensAt' | 'doorListChangedAt' | 'refundApproval' | 'refundUntilHours' | 'refundFeePercent' | 'refundFeeCentavos' | 'venueName' | 'address' | 'city' | 'latitude' | 'longitude' | 'coordinatesGiven' | 'coverImageUrl' | 'description' | 'descriptionHtml'>;

export const eventsTable = table<EventRow, NewEventRow>(
  'events',
  `organization_id uuid, id uuid, series_id uuid, title text, slug text, listed boolean default, unlisted_by_service boolean default, status text, sold_out_by_service boolean default, event_type text default, start_datetime timestamptz, end_datetime timestamptz, sales_end_datetime timestamptz, capacity int, sold int default, held int default, blocked int default, seated boolean default, max_per_order int, max_per_buyer int, consent_text text, attendee_details text default, re_entry boolean default, internal_note text, waiting_room_enabled boolean default, waiting_room_opens_at timestamptz, door_list_changed_at timestamptz, refund_approval text, refund_until_hours int default, refund_fee_percent int default, refund_fee_centavos bigint default, venue_name text, address text, city text, latitude float8, longitude float8, coordinates_given boolean default, cover_image_url text, description text, description_html text, created_at timestamptz, updated_at timestamptz`,
);

/** A row of `event_slugs`. */
export interface EventSlugRow {
  organizationId: Uuid;
  slug: string;
  eventId: Uuid;
}

/** The values of an insert. */
export type NewEventSlugRow = EventSlugRow;

export const eventSlugsTable = table<EventSlugRow, NewEventSlugRow>(
  'event_slugs',
  `organization_id uuid, slug text, event_id uuid`,
);

/** A row of `ticket_tiers`. */
export interface TicketTierRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  name: string;
  /** suggested, if there is a minimum */
  priceCentavos: number;
  /** the least of a price that the buyer chooses; null: the price is fixed */
  minimumPriceCentavos: number | null;
  quantityTotal: number;
  sold: number;
  held: number;
  blocked: number;
  /** seats of the tier that other tiers of the same seats hold or have sold */
  takenByOthers: number;
  /** places that the entries on the waiting list ask for: free places are theirs first */
  waiting: number;
  /** of the held places, those in an offer to the waiting list */
  offered: number;
  isActive: boolean;
  /** false: an add-on such as parking, which admits nobody and takes no place of the event. Never changes */
  admission: boolean;
  /** the shop shows it only to buyers who enter a promo code that opens it */
  hidden: boolean;
  /** not on sale while this one has a free place and its sale goes on; null: follows none */
  followsTierId: Uuid | null;
  sortOrder: number;
  salesStartDatetime: Date | null;
  salesEndDatetime: Date | null;
  createdAt: Date;
}

/** The values of an insert. */
export type NewTicketTierRow = Optional<TicketTierRow, 'minimumPriceCentavos' | 'sold' | 'held' | 'blocked' | 'takenByOthers' | 'waiting' | 'offered' | 'isActive' | 'admission' | 'hidden' | 'followsTierId' | 'sortOrder' | 'salesStartDatetime' | 'salesEndDatetime'>;

export const ticketTiersTable = table<TicketTierRow, NewTicketTierRow>(
  'ticket_tiers',
  `organization_id uuid, id uuid, event_id uuid, name text, price_centavos bigint, minimum_price_centavos bigint, quantity_total int, sold int default, held int default, blocked int default, taken_by_others int default, waiting int default, offered int default, is_active boolean default, admission boolean default, hidden boolean default, follows_tier_id uuid, sort_order int default, sales_start_datetime timestamptz, sales_end_datetime timestamptz, created_at timestamptz`,
);
