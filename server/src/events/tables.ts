// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `events`. */
export interface EventRow {
  organizationId: Uuid;
  id: Uuid;
  title: string;
  status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
  /** sold_out was set by the service, which takes it back when a place is free */
  soldOutByService: boolean;
  eventType: 'concert' | 'workshop' | 'conference' | 'sports' | 'social' | 'food' | 'nightlife' | 'art' | 'other';
  startDatetime: Date;
  endDatetime: Date | null;
  /** null: one hour before start_datetime, and moving with it */
  salesEndDatetime: Date | null;
  capacity: number;
  sold: number;
  held: number;
  /** seats that the organizer keeps back: part of the capacity, not for sale */
  blocked: number;
  seated: boolean;
  /** most tickets of one order; null: no limit */
  maxPerOrder: number | null;
  /** what buyers agree to before they pay; null: nothing */
  consentText: string | null;
  /** whether the hosted page asks who comes with each ticket */
  attendeeDetails: 'none' | 'optional' | 'required';
  venueName: string | null;
  address: string | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  /** sent by the organizer: geocoding leaves them alone */
  coordinatesGiven: boolean;
  coverImageUrl: string | null;
  description: string | null;
  descriptionHtml: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What an insert gives. */
export type NewEventRow = Optional<EventRow, 'soldOutByService' | 'eventType' | 'endDatetime' | 'salesEndDatetime' | 'sold' | 'held' | 'blocked' | 'seated' | 'maxPerOrder' | 'consentText' | 'attendeeDetails' | 'venueName' | 'address' | 'city' | 'latitude' | 'longitude' | 'coordinatesGiven' | 'coverImageUrl' | 'description' | 'descriptionHtml'>;

export const eventsTable: Table<EventRow, NewEventRow> = {
  name: 'events',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    title: { name: 'title', type: 'text' },
    status: { name: 'status', type: 'text' },
    soldOutByService: { name: 'sold_out_by_service', type: 'boolean', fallsBack: true },
    eventType: { name: 'event_type', type: 'text', fallsBack: true },
    startDatetime: { name: 'start_datetime', type: 'timestamptz' },
    endDatetime: { name: 'end_datetime', type: 'timestamptz' },
    salesEndDatetime: { name: 'sales_end_datetime', type: 'timestamptz' },
    capacity: { name: 'capacity', type: 'int' },
    sold: { name: 'sold', type: 'int', fallsBack: true },
    held: { name: 'held', type: 'int', fallsBack: true },
    blocked: { name: 'blocked', type: 'int', fallsBack: true },
    seated: { name: 'seated', type: 'boolean', fallsBack: true },
    maxPerOrder: { name: 'max_per_order', type: 'int' },
    consentText: { name: 'consent_text', type: 'text' },
    attendeeDetails: { name: 'attendee_details', type: 'text', fallsBack: true },
    venueName: { name: 'venue_name', type: 'text' },
    address: { name: 'address', type: 'text' },
    city: { name: 'city', type: 'text' },
    latitude: { name: 'latitude', type: 'float8' },
    longitude: { name: 'longitude', type: 'float8' },
    coordinatesGiven: { name: 'coordinates_given', type: 'boolean', fallsBack: true },
    coverImageUrl: { name: 'cover_image_url', type: 'text' },
    description: { name: 'description', type: 'text' },
    descriptionHtml: { name: 'description_html', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  },
};

/** A row of `ticket_tiers`. */
export interface TicketTierRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  name: string;
  priceCentavos: number;
  quantityTotal: number;
  sold: number;
  held: number;
  blocked: number;
  isActive: boolean;
  sortOrder: number;
  salesStartDatetime: Date | null;
  salesEndDatetime: Date | null;
  createdAt: Date;
}

/** What an insert gives. */
export type NewTicketTierRow = Optional<TicketTierRow, 'sold' | 'held' | 'blocked' | 'isActive' | 'sortOrder' | 'salesStartDatetime' | 'salesEndDatetime'>;

export const ticketTiersTable: Table<TicketTierRow, NewTicketTierRow> = {
  name: 'ticket_tiers',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    name: { name: 'name', type: 'text' },
    priceCentavos: { name: 'price_centavos', type: 'bigint' },
    quantityTotal: { name: 'quantity_total', type: 'int' },
    sold: { name: 'sold', type: 'int', fallsBack: true },
    held: { name: 'held', type: 'int', fallsBack: true },
    blocked: { name: 'blocked', type: 'int', fallsBack: true },
    isActive: { name: 'is_active', type: 'boolean', fallsBack: true },
    sortOrder: { name: 'sort_order', type: 'int', fallsBack: true },
    salesStartDatetime: { name: 'sales_start_datetime', type: 'timestamptz' },
    salesEndDatetime: { name: 'sales_end_datetime', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};
