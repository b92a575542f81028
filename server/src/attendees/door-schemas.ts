import { type Static, Type } from 'typebox';
import { EventStatusSchema } from '../events/schemas.ts';
import { Mode } from '../organizations/schemas.ts';
import { Instant, nullable, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { type Page, PageMeta, PageQuery, pageMeta } from '../platform/http/contract/pagination.ts';
import { AnswerJson, answerJson } from '../questions/schemas.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { seatFrom } from '../seating/seat.ts';
import { CHECKED_IN_BY_KINDS } from '../tickets/find-checked-in-by.ts';
import {
  AttendeeNameJson,
  CustomerNameJson,
  TicketKeysJson,
  TicketNumber,
  TicketStatusSchema,
  ticketKeysJson,
} from '../tickets/schemas.ts';
import type { DoorBundle } from './read-door.ts';

/** About a megabyte: four requests read the tickets of an arena. */
const MAX_PER_PAGE = 5_000;

export const DoorQuery = Type.Object({
  ...PageQuery(1_000, MAX_PER_PAGE),
  since: Type.Optional(
    Timestamp('Only tickets changed since then: send `next_since` of the last answer. Omit for all.'),
  ),
});

const DoorEventJson = Model('DoorEvent', 'The event of the door.', {
  id: Uuid(),
  title: Type.String(),
  status: EventStatusSchema,
  start_datetime: Instant(),
  end_datetime: nullable(Instant()),
  venue_name: nullable(Type.String()),
});

const DoorOrganizationJson = Model('DoorOrganization', 'The organization of the event.', {
  name: Type.String(),
  mode: Mode,
  time_zone: Type.String(),
});

const DoorTierJson = Model('DoorTier', 'The tier of a ticket.', {
  name: Type.String(),
  admission: Type.Boolean({ description: 'False: an add-on, which admits nobody.' }),
});

const DoorTicketJson = Model('DoorTicket', 'A ticket with what a door needs.', {
  id: Uuid(),
  order_id: Uuid('Tickets of one order may be admitted together.'),
  ticket_number: TicketNumber(),
  status: TicketStatusSchema,
  revision: Type.Integer({ description: 'Only codes of this revision admit.' }),
  checked_in_at: nullable(Instant()),
  customer: CustomerNameJson,
  attendee: nullable(described(AttendeeNameJson, 'The person the ticket is for, if it is not the customer.')),
  tier: DoorTierJson,
  ...SeatFields,
  answers: Type.Array(AnswerJson, { description: 'To the questions with `at_door`.' }),
});

const DoorPersonJson = Model('CheckedInBy', 'The person, API key or door link that checked a ticket in.', {
  kind: Enum('CheckedInByKind', 'A person, a program, or a phone with a door link.', CHECKED_IN_BY_KINDS),
  name: Type.String(),
});
const By = () => nullable(described(DoorPersonJson, 'null: no longer known.'));

const ConflictJson = Model(
  'DoorConflict',
  'A ticket that two doors admitted, at least one of them without a network.',
  {
    ticket_id: Uuid(),
    nonce: Type.String({ description: '`device_nonce` of the second admission.' }),
    first_admitted_at: Instant('The check-in that the ticket has.'),
    first_by: By(),
    admitted_at: Instant('The other admission, which reached the server later.'),
    by: By(),
  },
);

const OwnLinkJson = Model('DoorLinkInUse', 'The door link of this request.', {
  name: Type.String(),
  ends_at: Instant(),
});

export const DoorJson = Model('DoorBundle', 'What a door needs to work offline.', {
  organization: DoorOrganizationJson,
  event: DoorEventJson,
  link: nullable(described(OwnLinkJson, 'null: the request has no door link.')),
  ...TicketKeysJson.properties,
  tickets: Type.Array(DoorTicketJson),
  conflicts: Type.Array(ConflictJson, { description: 'Newest first, at most 200; on the first page only.' }),
  next_since: Instant('Send that of the first page as `since` to read later changes. Tickets may come twice.'),
  meta: PageMeta,
});

export const doorJson = (bundle: DoorBundle, page: Page): Static<typeof DoorJson> => ({
  organization: {
    name: bundle.event.organizationName,
    mode: bundle.event.isTest ? 'test' : 'live',
    time_zone: bundle.event.timeZone,
  },
  event: {
    id: bundle.event.id,
    title: bundle.event.title,
    status: bundle.event.status,
    start_datetime: bundle.event.startDatetime.toISOString(),
    end_datetime: bundle.event.endDatetime?.toISOString() ?? null,
    venue_name: bundle.event.venueName,
  },
  link: bundle.link && { name: bundle.link.name, ends_at: bundle.link.endsAt.toISOString() },
  ...ticketKeysJson(bundle.key),
  tickets: bundle.tickets.map((ticket) => ({
    id: ticket.id,
    order_id: ticket.orderId,
    ticket_number: ticket.ticketNumber,
    status: ticket.status,
    revision: ticket.revision,
    checked_in_at: ticket.checkedInAt?.toISOString() ?? null,
    customer: { name: ticket.customerName },
    attendee: ticket.attendeeName === null ? null : { name: ticket.attendeeName },
    tier: { name: ticket.tierName, admission: ticket.admission },
    ...seatFieldsJson(seatFrom(ticket)),
    answers: ticket.answers.map(answerJson),
  })),
  conflicts: bundle.conflicts.map((conflict) => ({
    ticket_id: conflict.ticketId,
    nonce: conflict.nonce,
    first_admitted_at: conflict.firstAdmittedAt.toISOString(),
    first_by: conflict.firstBy,
    admitted_at: conflict.admittedAt.toISOString(),
    by: conflict.by,
  })),
  next_since: bundle.nextSince.toISOString(),
  meta: pageMeta(page, bundle.total),
});
