import { type Static, Type } from 'typebox';
import { EventStatusSchema } from '../events/schemas.ts';
import { Instant, nullable, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { Model } from '../platform/http/contract/models.ts';
import { type Page, PageMeta, PageQuery, pageMeta } from '../platform/http/contract/pagination.ts';
import { AnswerJson, answerJson } from '../questions/schemas.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { seatFrom } from '../seating/seat.ts';
import {
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
  venue_name: nullable(Type.String()),
});

const DoorTierJson = Model('DoorTier', 'The tier of a ticket.', {
  name: Type.String(),
  admission: Type.Boolean({ description: 'False: an add-on, which admits nobody.' }),
});

const DoorTicketJson = Model('DoorTicket', 'A ticket with what a door needs.', {
  id: Uuid(),
  ticket_number: TicketNumber(),
  status: TicketStatusSchema,
  revision: Type.Integer({ description: 'Only codes of this revision admit.' }),
  checked_in_at: nullable(Instant()),
  customer: CustomerNameJson,
  tier: DoorTierJson,
  ...SeatFields,
  answers: Type.Array(AnswerJson, { description: 'To the questions with `at_door`.' }),
});

export const DoorJson = Model('DoorBundle', 'What a door needs to work offline.', {
  event: DoorEventJson,
  ...TicketKeysJson.properties,
  tickets: Type.Array(DoorTicketJson),
  next_since: Instant('Send that of the first page as `since` to read later changes. Tickets may come twice.'),
  meta: PageMeta,
});

export const doorJson = (bundle: DoorBundle, page: Page): Static<typeof DoorJson> => ({
  event: {
    id: bundle.event.id,
    title: bundle.event.title,
    status: bundle.event.status,
    start_datetime: bundle.event.startDatetime.toISOString(),
    venue_name: bundle.event.venueName,
  },
  ...ticketKeysJson(bundle.key),
  tickets: bundle.tickets.map((ticket) => ({
    id: ticket.id,
    ticket_number: ticket.ticketNumber,
    status: ticket.status,
    revision: ticket.revision,
    checked_in_at: ticket.checkedInAt?.toISOString() ?? null,
    customer: { name: ticket.customerName },
    tier: { name: ticket.tierName, admission: ticket.admission },
    ...seatFieldsJson(seatFrom(ticket)),
    answers: ticket.answers.map(answerJson),
  })),
  next_since: bundle.nextSince.toISOString(),
  meta: pageMeta(page, bundle.total),
});
