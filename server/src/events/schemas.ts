import assert from 'node:assert';
import { type Static, Type } from 'typebox';
import {
  HttpsUrl,
  Instant,
  Name,
  nullable,
  OneOf,
  optional,
  Pesos,
  Text,
  Timestamp,
  Uuid,
} from '../platform/http/contract/fields.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { type Sent, sent, wire } from '../platform/http/contract/wire.ts';
import { centavosFromPesos, pesosFromCentavos } from '../values/money.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { consentTextFrom, MAX_CONSENT_LENGTH } from './consent-text.ts';
import { ATTENDEE_DETAILS, EVENT_TYPES, type Event, salesEnd, type Tier, ticketPriceCentavos } from './event.ts';
import { EVENT_STATUSES } from './event-status.ts';

/** Long enough for a festival's whole programme. */
export const MAX_DESCRIPTION_LENGTH = 50_000;
/** The largest stadium of the world holds 114,000; a million leaves room for a public square. */
const MAX_CAPACITY = 1_000_000;

const Latitude = Type.Number({ minimum: -90, maximum: 90 });
const Longitude = Type.Number({ minimum: -180, maximum: 180 });

const Capacity = Type.Integer({
  minimum: 1,
  maximum: MAX_CAPACITY,
  description: 'Most attendees; also the size of the default tier while it is the only one.',
});

const optionalEventFields = {
  end_datetime: optional(Timestamp('After start_datetime.')),
  description: optional(
    Text(MAX_DESCRIPTION_LENGTH, 'Plain text: blank lines become paragraphs, single newlines line breaks.'),
  ),
  description_html: optional(Text(MAX_DESCRIPTION_LENGTH, 'Used in preference to description; sanitized on arrival.')),
  venue_name: optional(Text(200)),
  address: optional(Text(500)),
  city: optional(Text(200)),
  latitude: optional(Latitude),
  longitude: optional(Longitude),
  ticket_price: optional(Pesos('Price of the default tier in PHP; 0 = free.')),
  sales_end_datetime: optional(Timestamp('Default: one hour before start_datetime.')),
  event_type: optional(OneOf(EVENT_TYPES)),
  cover_image_url: optional(HttpsUrl('Stored exactly as sent.')),
  max_per_order: optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_CAPACITY,
      description: 'Most tickets of one order; when omitted 100,000, the most of any order.',
    }),
  ),
  consent_text: optional(
    Text(MAX_CONSENT_LENGTH, 'Plain text that buyers have to agree to on the hosted page; markup is taken out.'),
  ),
  attendee_details: optional(
    OneOf(ATTENDEE_DETAILS, 'Whether the hosted page asks a name and an e-mail address for each ticket; default none.'),
  ),
};

export const NewEvent = Type.Object({
  title: Name(),
  start_datetime: Timestamp(),
  capacity: Capacity,
  ...optionalEventFields,
});

export const EventChanges = Type.Object({
  title: Type.Optional(Name()),
  start_datetime: Type.Optional(Timestamp()),
  capacity: Type.Optional(Capacity),
  ...optionalEventFields,
  status: Type.Optional(OneOf(EVENT_STATUSES)),
});

const tierFields = {
  id: Uuid(),
  name: Type.String(),
  price: Type.Number({ description: 'PHP' }),
  quantity_total: Type.Integer(),
  quantity_sold: Type.Integer({ description: 'Tickets valid or used.' }),
  is_active: Type.Boolean(),
  sort_order: Type.Integer(),
  sales_start_datetime: nullable(Instant()),
  sales_end_datetime: nullable(Instant()),
};

const TierJson = Type.Object(tierFields);
export const TierWithAvailableJson = Type.Object({
  ...tierFields,
  available: Type.Integer({
    description: 'quantity_total minus quantity_sold; includes places that other buyers hold.',
  }),
});

const eventFields = {
  id: Uuid(),
  title: Type.String(),
  status: OneOf(EVENT_STATUSES),
  start_datetime: Instant(),
  end_datetime: nullable(Instant()),
  venue_name: nullable(Type.String()),
  city: nullable(Type.String()),
  capacity: Type.Integer(),
  cover_image_url: nullable(Type.String()),
  ticket_price: Type.Number({ description: 'PHP' }),
  event_type: OneOf(EVENT_TYPES),
  tickets_sold: Type.Integer(),
};

const EventListItemJson = Type.Object({ ...eventFields, ticket_tiers: Type.Array(TierJson) });

export const EventJson = Type.Object({
  ...eventFields,
  description: nullable(Type.String()),
  description_html: nullable(Type.String()),
  address: nullable(Type.String()),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  sales_end_datetime: Instant('When sales end: as set, or one hour before the start.'),
  images: Type.Array(Type.String(), { description: 'The cover first.' }),
  seated: Type.Boolean(),
  max_per_order: nullable(
    Type.Integer({ description: 'Most tickets of one order; null: 100,000, the most of any order.' }),
  ),
  consent_text: nullable(Type.String({ description: 'What buyers agree to on the hosted page.' })),
  attendee_details: OneOf(ATTENDEE_DETAILS),
  created_at: Instant(),
  updated_at: Instant(),
  ticket_tiers: Type.Array(TierWithAvailableJson),
});

export const EventListJson = Type.Object({ events: Type.Array(EventListItemJson), meta: PageMeta });

/** Sort orders are small numbers an organizer types; the column holds 32 bits. */
const MAX_SORT_ORDER = 1_000_000;

const optionalTierFields = {
  is_active: optional(Type.Boolean()),
  sort_order: optional(Type.Integer({ minimum: -MAX_SORT_ORDER, maximum: MAX_SORT_ORDER })),
  sales_start_datetime: optional(Timestamp()),
  sales_end_datetime: optional(Timestamp()),
};

const QuantityTotal = Type.Integer({ minimum: 1, maximum: MAX_CAPACITY });

export const NewTier = Type.Object({
  name: Name(),
  price: Pesos(),
  quantity_total: QuantityTotal,
  ...optionalTierFields,
});

export const TierChanges = Type.Object({
  name: Type.Optional(Name()),
  price: Type.Optional(Pesos()),
  quantity_total: Type.Optional(QuantityTotal),
  ...optionalTierFields,
});

type TimeName = 'startDatetime' | 'endDatetime' | 'salesEndDatetime';

/** Fields as sent: undefined was not sent, null clears. */
export type EventFields = Omit<Sent<Static<typeof EventChanges>>, TimeName | 'ticketPrice'> &
  Partial<Pick<Event, TimeName>> & { ticketPriceCentavos?: number | null };

export function eventFieldsFrom(body: Static<typeof EventChanges>, timeZone: string): EventFields {
  const { startDatetime, endDatetime, salesEndDatetime, ticketPrice, consentText, ...fields } = sent(
    EventChanges,
    body,
  );
  return {
    ...fields,
    startDatetime: time(startDatetime, timeZone) ?? undefined,
    endDatetime: time(endDatetime, timeZone),
    salesEndDatetime: time(salesEndDatetime, timeZone),
    ticketPriceCentavos: ticketPrice == null ? ticketPrice : centavosFromPesos(ticketPrice),
    consentText: consentText === undefined ? undefined : consentTextFrom(consentText),
  };
}

export type NewEventFields = EventFields & Pick<Event, 'title' | 'startDatetime' | 'capacity'>;

export function newEventFieldsFrom(body: Static<typeof NewEvent>, timeZone: string): NewEventFields {
  const { title, capacity, start_datetime } = body;
  const startDatetime = parseTimestamp(start_datetime, timeZone);
  assert(startDatetime, 'the schema checked the format');
  // A status is no field of a new event.
  const { status: _status, ...fields } = eventFieldsFrom(body, timeZone);
  return { ...fields, title, capacity, startDatetime };
}

export type TierFields = Omit<Sent<Static<typeof TierChanges>>, 'price' | 'salesStartDatetime' | 'salesEndDatetime'> &
  Partial<Pick<Tier, 'priceCentavos' | 'salesStartDatetime' | 'salesEndDatetime'>>;

export function tierFieldsFrom(body: Static<typeof TierChanges>, timeZone: string): TierFields {
  const { price, salesStartDatetime, salesEndDatetime, ...fields } = sent(TierChanges, body);
  return {
    ...fields,
    priceCentavos: price === undefined ? undefined : centavosFromPesos(price),
    salesStartDatetime: time(salesStartDatetime, timeZone),
    salesEndDatetime: time(salesEndDatetime, timeZone),
  };
}

export type NewTierFields = TierFields & Pick<Tier, 'name' | 'priceCentavos' | 'quantityTotal'>;

export const newTierFieldsFrom = (body: Static<typeof NewTier>, timeZone: string): NewTierFields => ({
  ...tierFieldsFrom(body, timeZone),
  name: body.name,
  priceCentavos: centavosFromPesos(body.price),
  quantityTotal: body.quantity_total,
});

/** The format was checked by the schema; an absent or cleared field stays absent or cleared. */
const time = (text: string | null | undefined, timeZone: string) =>
  text == null ? text : parseTimestamp(text, timeZone);

const tierJson = (tier: Tier): Static<typeof TierJson> => ({
  ...wire(tier, ['id', 'name', 'quantityTotal', 'isActive', 'sortOrder', 'salesStartDatetime', 'salesEndDatetime']),
  price: pesosFromCentavos(tier.priceCentavos),
  quantity_sold: tier.sold,
});

export const tierWithAvailableJson = (tier: Tier): Static<typeof TierWithAvailableJson> => ({
  ...tierJson(tier),
  available: tier.quantityTotal - tier.sold,
});

/** Derived from the event and its tiers. */
const figuresJson = ({ sold, tiers }: Event) => ({
  tickets_sold: sold,
  ticket_price: pesosFromCentavos(ticketPriceCentavos(tiers)),
});

const LISTED = [
  ...(['id', 'title', 'status', 'startDatetime', 'endDatetime', 'venueName', 'city', 'capacity'] as const),
  ...(['coverImageUrl', 'eventType'] as const),
];

export const eventListItemJson = (event: Event): Static<typeof EventListItemJson> => ({
  ...wire(event, LISTED),
  ...figuresJson(event),
  ticket_tiers: event.tiers.map(tierJson),
});

export const eventJson = ({ tiers, ...event }: Event): Static<typeof EventJson> => ({
  ...wire(event, Object.keys(event) as (keyof typeof event)[]),
  ...figuresJson({ ...event, tiers }),
  sales_end_datetime: salesEnd(event).toISOString(),
  images: event.coverImageUrl ? [event.coverImageUrl] : [],
  ticket_tiers: tiers.map(tierWithAvailableJson),
});
