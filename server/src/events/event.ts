import type { Uuid } from '../values/uuid.ts';
import type { EventStatus } from './event-status.ts';

export const EVENT_TYPES = [
  'concert',
  'workshop',
  'conference',
  'sports',
  'social',
  'food',
  'nightlife',
  'art',
  'other',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Whether the hosted page asks who comes with each ticket. */
export const ATTENDEE_DETAILS = ['none', 'optional', 'required'] as const;
export type AttendeeDetails = (typeof ATTENDEE_DETAILS)[number];

export interface Event {
  id: Uuid;
  title: string;
  status: EventStatus;
  /** The service set `sold_out` and takes it back when a place is free again; one set by hand stays. */
  soldOutByService: boolean;
  eventType: EventType;
  startDatetime: Date;
  endDatetime: Date | null;
  /** null: one hour before the start; see `salesEnd`. */
  salesEndDatetime: Date | null;
  capacity: number;
  /** Valid and used tickets. */
  sold: number;
  /** Seats that are kept back: part of the capacity, but not for sale. */
  blocked: number;
  seated: boolean;
  /** Of one order; null: as many as there are places. */
  maxPerOrder: number | null;
  /** What buyers agree to before they pay; null: nothing. */
  consentText: string | null;
  attendeeDetails: AttendeeDetails;
  venueName: string | null;
  address: string | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Sent by the organizer: geocoding leaves them alone. */
  coordinatesGiven: boolean;
  coverImageUrl: string | null;
  description: string | null;
  descriptionHtml: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** By sort order, then oldest first. */
  tiers: Tier[];
}

export interface Tier {
  id: Uuid;
  eventId: Uuid;
  name: string;
  priceCentavos: number;
  quantityTotal: number;
  sold: number;
  blocked: number;
  isActive: boolean;
  sortOrder: number;
  salesStartDatetime: Date | null;
  salesEndDatetime: Date | null;
}

const DEFAULT_SALES_END_BEFORE_START_MS = 3_600_000;

/** When sales of the whole event end: the explicit time, or one hour before the start. */
export const salesEnd = ({
  salesEndDatetime,
  startDatetime,
}: Pick<Event, 'salesEndDatetime' | 'startDatetime'>): Date =>
  salesEndDatetime ?? new Date(startDatetime.getTime() - DEFAULT_SALES_END_BEFORE_START_MS);

/** What a checkout without `tier_id` buys: the active tier with the lowest sort order, then the oldest. */
export const defaultTier = <T extends { isActive: boolean }>(tiers: T[]): T | undefined =>
  tiers.find((tier) => tier.isActive);

/** `ticket_price` is the default tier's price; without an active tier the first one's, without any 0. */
export const ticketPriceCentavos = (tiers: Tier[]): number => (defaultTier(tiers) ?? tiers[0])?.priceCentavos ?? 0;
