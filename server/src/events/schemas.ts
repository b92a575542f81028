import assert from 'node:assert';
import { type Static, Type } from 'typebox';
import {
  Amount,
  GivenUrl,
  HttpsUrl,
  Instant,
  Name,
  nullable,
  optional,
  Pesos,
  Slug,
  Text,
  Timestamp,
  Url,
  Uuid,
} from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { type Sent, sent, shown } from '../platform/http/contract/wire.ts';
import { centavosFromPesos, pesosFromCentavos } from '../values/money.ts';
import { pictureAddress, pictureUrlOrNull } from '../values/picture.ts';
import { shopPath } from '../values/slug.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { consentTextFrom, MAX_CONSENT_LENGTH } from './consent-text.ts';
import {
  ATTENDEE_DETAILS,
  EVENT_TYPES,
  type Event,
  MAX_CAPACITY,
  MAX_PER_BUYER,
  salesEnd,
  ticketPriceCentavos,
} from './event.ts';
import { EVENT_STATUSES } from './event-status.ts';
import { type RefundColumns, refundRuleOf } from './refund-rule.ts';
import { RefundRuleJson, refundColumns, refundRule, refundRuleJson } from './refund-schemas.ts';
import { type RoomColumns, roomColumns, roomJson, WaitingRoomJson, waitingRoom } from './room-schemas.ts';
import { TierJson, TierWithAvailableJson, tierJson, tierWithAvailableJson, time } from './tier-schemas.ts';

/** Room for the whole programme of a festival. */
export const MAX_DESCRIPTION_LENGTH = 50_000;

/** A page of remarks, or an integration's references. */
const MAX_NOTE_LENGTH = 2000;

export const EventStatusSchema = Enum(
  'EventStatus',
  'active, paused and hidden events are on sale; paused and hidden ones are not in the default list.',
  EVENT_STATUSES,
);
const EventType = Enum('EventType', 'What kind of event it is.', EVENT_TYPES);
const AttendeeDetails = Enum(
  'AttendeeDetails',
  'Whether the hosted page asks for a name and e-mail address for each ticket.',
  ATTENDEE_DETAILS,
);

const Latitude = Type.Number({ format: 'double', minimum: -90, maximum: 90 });
const Longitude = Type.Number({ format: 'double', minimum: -180, maximum: 180 });

const Capacity = Type.Integer({
  minimum: 1,
  maximum: MAX_CAPACITY,
  description: 'Most attendees; also the size of the default tier while it is the only one.',
});

export const optionalEventFields = {
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
  event_type: optional(described(EventType, 'Default other.')),
  cover_image_url: optional(HttpsUrl('Stored exactly as sent. `POST /events/{id}/cover` uploads a picture instead.')),
  listed: optional(Type.Boolean({ description: 'Whether your shop lists it while it is active. Default true.' })),
  max_per_order: optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_CAPACITY,
      description: 'Most tickets of one order. Default: 100,000.',
    }),
  ),
  max_per_buyer: optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PER_BUYER,
      description:
        'Most tickets of one buyer, live holds included. They are told apart by e-mail address, phone number and buyer_reference. Default: no limit.',
    }),
  ),
  consent_text: optional(Text(MAX_CONSENT_LENGTH, 'Plain text that buyers have to agree to.')),
  attendee_details: optional(described(AttendeeDetails, 'Default none.')),
  re_entry: optional(
    Type.Boolean({ description: 'Whether tickets may leave the gate and enter again. Default false.' }),
  ),
  internal_note: optional(Text(MAX_NOTE_LENGTH, 'For your team and programs; hidden from buyers.')),
  refund_rule: refundRule,
  waiting_room: waitingRoom,
};

export const NewEvent = Model('EventInput', 'An event to create.', {
  title: Name(),
  slug: optional(Slug('The address of its page in your shop. Default: made of the title.')),
  start_datetime: Timestamp(),
  capacity: Capacity,
  ...optionalEventFields,
});

export const EventChanges = Model('EventChanges', 'Fields of an event to change; omitted ones stay.', {
  title: Type.Optional(Name()),
  slug: Type.Optional(Slug('Earlier addresses keep leading to the new one.')),
  start_datetime: Type.Optional(Timestamp()),
  capacity: Type.Optional(Capacity),
  ...optionalEventFields,
  status: Type.Optional(EventStatusSchema),
});

const eventFields = {
  id: Uuid(),
  title: Type.String(),
  status: EventStatusSchema,
  slug: Slug('In the address of its page in the shop.'),
  public_url: Url('Where everyone can buy tickets. A draft has no page yet.'),
  listed: Type.Boolean({ description: 'Whether the shop lists it while it is active.' }),
  series_id: nullable(Uuid('The series that it is a date of; null: none.')),
  series_name: nullable(Type.String()),
  start_datetime: Instant(),
  end_datetime: nullable(Instant()),
  venue_name: nullable(Type.String()),
  city: nullable(Type.String()),
  capacity: Type.Integer(),
  cover_image_url: nullable(GivenUrl('As sent, or where an uploaded cover is served as JPEG.')),
  ticket_price: Amount('PHP, of the default tier.'),
  event_type: EventType,
  tickets_sold: Type.Integer({ description: 'Tickets valid or used.' }),
  waiting_room: WaitingRoomJson,
};

const EventListItemJson = Model('EventSummary', 'An event as the list shows it.', {
  ...eventFields,
  ticket_tiers: Type.Array(TierJson),
});

export const EventJson = Model('Event', 'An event with everything about it.', {
  ...eventFields,
  description: nullable(Type.String()),
  description_html: nullable(Type.String()),
  address: nullable(Type.String()),
  latitude: nullable(Latitude),
  longitude: nullable(Longitude),
  sales_end_datetime: Instant('When sales end: as set, or one hour before the start.'),
  images: Type.Array(GivenUrl(), { description: 'The cover first.' }),
  seated: Type.Boolean(),
  max_per_order: nullable(
    Type.Integer({ description: 'Most tickets per order; null: 100,000, the limit of any order.' }),
  ),
  max_per_buyer: nullable(Type.Integer({ description: 'Most tickets per buyer; null: no limit.' })),
  consent_text: nullable(Type.String({ description: 'What buyers agree to on the hosted page.' })),
  attendee_details: AttendeeDetails,
  re_entry: Type.Boolean({ description: 'Whether tickets may leave the gate and enter again.' }),
  internal_note: nullable(Type.String()),
  refund_rule: nullable(described(RefundRuleJson, 'null: buyers cannot ask for a refund on their page.')),
  created_at: Instant(),
  updated_at: Instant(),
  ticket_tiers: Type.Array(TierWithAvailableJson),
});

export const EventListJson = Model('EventList', 'A page of events, by start.', {
  events: Type.Array(EventListItemJson),
  meta: PageMeta,
});

/** The reference to an event in other models. */
export const EventReferenceJson = Model('EventReference', 'Which event it is.', { id: Uuid(), title: Type.String() });

type TimeName = 'startDatetime' | 'endDatetime' | 'salesEndDatetime';

/** Fields as sent: undefined was not sent, null clears. */
export type EventFields = Omit<
  Sent<Static<typeof EventChanges>>,
  TimeName | 'ticketPrice' | 'refundRule' | 'waitingRoom'
> &
  Partial<Pick<Event, TimeName>> &
  Partial<RefundColumns & RoomColumns> & { ticketPriceCentavos?: number | null };

/** What the times and the picture of a body depend on. */
export interface BodyContext {
  timeZone: string;
  publicUrl: string;
}

export function eventFieldsFrom(body: Static<typeof EventChanges>, { timeZone, publicUrl }: BodyContext): EventFields {
  const { startDatetime, endDatetime, salesEndDatetime, ticketPrice, consentText, refundRule, waitingRoom, ...fields } =
    sent(EventChanges, body);
  return {
    ...fields,
    startDatetime: time(startDatetime, timeZone) ?? undefined,
    endDatetime: time(endDatetime, timeZone),
    salesEndDatetime: time(salesEndDatetime, timeZone),
    ticketPriceCentavos: ticketPrice == null ? ticketPrice : centavosFromPesos(ticketPrice),
    ...(refundRule === undefined ? {} : refundColumns(refundRule)),
    ...(waitingRoom === undefined ? {} : roomColumns(waitingRoom, timeZone)),
    coverImageUrl: pictureAddress(fields.coverImageUrl, 'cover', publicUrl),
    consentText: consentText === undefined ? undefined : consentTextFrom(consentText),
  };
}

export type NewEventFields = EventFields & Pick<Event, 'title' | 'startDatetime' | 'capacity'>;

export function newEventFieldsFrom(body: Static<typeof NewEvent>, context: BodyContext): NewEventFields {
  const { title, capacity, start_datetime, slug } = body;
  const startDatetime = parseTimestamp(start_datetime, context.timeZone);
  assert(startDatetime, 'the schema checked the format');
  // A new event has no status field.
  const { status: _status, ...fields } = eventFieldsFrom({ ...body, slug: slug ?? undefined }, context);
  return { ...fields, title, capacity, startDatetime };
}

/** An event with the fields that answers derive from it and its tiers. */
const withFigures = (event: Event) => ({
  ...event,
  ticketsSold: event.sold,
  waitingRoom: roomJson(event),
  ticketPrice: pesosFromCentavos(ticketPriceCentavos(event.tiers)),
});

/** What the URLs of an event depend on. */
export interface EventPlace {
  publicUrl: string;
  organizationSlug: string;
}

const publicUrlOf = ({ slug }: Event, { publicUrl, organizationSlug }: EventPlace) =>
  publicUrl + shopPath(organizationSlug, slug);

export const eventListItemJson = (event: Event, place: EventPlace) =>
  shown(EventListItemJson, {
    ...withFigures(event),
    publicUrl: publicUrlOf(event, place),
    coverImageUrl: pictureUrlOrNull(event.coverImageUrl, place.publicUrl),
    ticketTiers: event.tiers.map(tierJson),
  });

export const eventJson = (event: Event, place: EventPlace): Static<typeof EventJson> => {
  const cover = pictureUrlOrNull(event.coverImageUrl, place.publicUrl);
  return {
    ...eventFieldsJson(event),
    public_url: publicUrlOf(event, place),
    cover_image_url: cover,
    images: cover === null ? [] : [cover],
  };
};

const EventFieldsJson = Type.Omit(EventJson, ['public_url', 'images']);

/** Without the URLs, which depend on the organization and the server: an uploaded cover is its address. */
export const eventFieldsJson = (event: Event) =>
  shown(EventFieldsJson, {
    ...withFigures(event),
    salesEndDatetime: salesEnd(event),
    refundRule: refundRuleJson(refundRuleOf(event)),
    ticketTiers: event.tiers.map(tierWithAvailableJson),
  });
