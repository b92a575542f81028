import { type Static, Type } from 'typebox';
import { CheckInListJson, checkInListJson } from '../check-in-lists/schemas.ts';
import { EventStatusSchema } from '../events/schemas.ts';
import { Mode } from '../organizations/schemas.ts';
import { Instant, nullable, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { described, Model } from '../platform/http/contract/models.ts';
import { type Page, PageMeta, PageQuery, pageMeta } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { AnswerJson, answerJson } from '../questions/schemas.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { seatFrom } from '../seating/seat.ts';
import {
  AttendeeNameJson,
  CheckedInByOrNull,
  CustomerNameJson,
  DirectionSchema,
  DoorTierJson,
  TicketKeysJson,
  TicketNumber,
  TicketStatusSchema,
  ticketKeysJson,
} from '../tickets/schemas.ts';
import type { DoorBundle, DoorStay } from './read-door.ts';

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
  re_entry: Type.Boolean({ description: 'Whether tickets may leave the gate and enter again.' }),
});

const DoorOrganizationJson = Model('DoorOrganization', 'The organization of the event.', {
  id: Uuid(),
  name: Type.String(),
  mode: Mode,
  time_zone: Type.String(),
});

const DoorStayJson = Model('DoorStay', 'What a ticket did at one place. Passages that were undone do not count.', {
  list_id: nullable(Uuid('null: the gate, since the check-in.')),
  entries: Type.Integer({ description: 'How often it entered; at the gate, again.' }),
  direction: described(DirectionSchema, 'Of the last passage.'),
  passed_at: Instant('Of the last passage.'),
});

const DoorTicketJson = Model('DoorTicket', 'A ticket with what a door needs.', {
  id: Uuid(),
  order_id: Uuid('Tickets of one order may be admitted together.'),
  passed_on: Type.Boolean(),
  ticket_number: TicketNumber(),
  status: TicketStatusSchema,
  revision: Type.Integer({ description: 'Only codes of this revision admit.' }),
  checked_in_at: nullable(Instant()),
  customer: CustomerNameJson,
  attendee: nullable(described(AttendeeNameJson, 'null: the customer.')),
  tier: DoorTierJson,
  ...SeatFields,
  answers: Type.Array(AnswerJson, { description: 'To the questions with `at_door`.' }),
  stays: Type.Array(DoorStayJson, { description: 'One for each place where it passed.' }),
});

const ConflictJson = Model(
  'DoorConflict',
  'A ticket that two doors admitted, at least one of them without a network.',
  {
    ticket_id: Uuid(),
    list_id: nullable(Uuid('null: the gate.')),
    nonce: Type.String({ description: '`device_nonce` of the second admission.' }),
    first_admitted_at: Instant('The check-in or the entry that the ticket has.'),
    first_by: CheckedInByOrNull(),
    admitted_at: Instant('The other admission, which reached the server later.'),
    by: CheckedInByOrNull(),
  },
);

const OwnLinkJson = Model('DoorLinkInUse', 'The door link of this request.', {
  name: Type.String(),
  ends_at: Instant(),
  list_id: nullable(Uuid('The link checks in at this list alone. null: everywhere.')),
});

export const DoorJson = Model('DoorBundle', 'What a door needs offline.', {
  organization: DoorOrganizationJson,
  event: DoorEventJson,
  lists: Type.Array(CheckInListJson, { description: 'Where this door may scan beside the gate, oldest first.' }),
  link: nullable(described(OwnLinkJson, 'null: the request has no door link.')),
  ...TicketKeysJson.properties,
  tickets: Type.Array(DoorTicketJson),
  conflicts: Type.Array(ConflictJson, { description: 'Newest first, at most 200; on the first page only.' }),
  read_at: Instant(),
  next_since: Instant('Send that of the first page as `since` to read later changes. Tickets may come twice.'),
  meta: PageMeta,
});

const stayJson = ({ listId, entries, direction, passedAt }: DoorStay): Static<typeof DoorStayJson> => ({
  list_id: listId,
  entries,
  direction,
  passed_at: passedAt.toISOString(),
});

export const doorJson = (bundle: DoorBundle, page: Page): Static<typeof DoorJson> => ({
  organization: {
    id: bundle.event.organizationId,
    name: bundle.event.organizationName,
    mode: bundle.event.isTest ? 'test' : 'live',
    time_zone: bundle.event.timeZone,
  },
  event: shown(DoorEventJson, bundle.event),
  lists: bundle.lists.map(checkInListJson),
  link: bundle.link && shown(OwnLinkJson, bundle.link),
  ...ticketKeysJson(bundle.key),
  tickets: bundle.tickets.map((ticket) => ({
    id: ticket.id,
    order_id: ticket.orderId,
    passed_on: ticket.isPassedOn,
    ticket_number: ticket.ticketNumber,
    status: ticket.status,
    revision: ticket.revision,
    checked_in_at: ticket.checkedInAt?.toISOString() ?? null,
    customer: { name: ticket.customerName },
    attendee: ticket.attendeeName === null ? null : { name: ticket.attendeeName },
    tier: { id: ticket.tierId, name: ticket.tierName, admission: ticket.admission },
    ...seatFieldsJson(seatFrom(ticket)),
    answers: ticket.answers.map(answerJson),
    stays: ticket.stays.map(stayJson),
  })),
  conflicts: bundle.conflicts.map((conflict) => shown(ConflictJson, conflict)),
  read_at: bundle.readAt.toISOString(),
  next_since: bundle.nextSince.toISOString(),
  meta: pageMeta(page, bundle.total),
});
