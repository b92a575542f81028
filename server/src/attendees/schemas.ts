import { type Static, Type } from 'typebox';
import { attendeeOrNull } from '../checkouts/attendee.ts';
import { EventReferenceJson } from '../events/schemas.ts';
import { OrderNumber, SearchText } from '../orders/schemas.ts';
import { Amount, Instant, LongCount, nullable, Uuid, Uuids } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { PageQuery } from '../platform/http/contract/pagination.ts';
import { TimeRangeQuery } from '../platform/http/contract/time-range.ts';
import { AnswerJson, answerJson } from '../questions/schemas.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { seatFrom } from '../seating/seat.ts';
import type { Answer } from '../tickets/answer-queries.ts';
import { AttendeeOrNullJson, CustomerJson, TicketNumber, TierAtPurchaseJson } from '../tickets/schemas.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid as Id } from '../values/uuid.ts';
import type { QuestionColumn } from './answer-queries.ts';
import type { ListedAttendee } from './queries.ts';

/** `checked_in` is called `used` in tickets. */
const ATTENDEE_STATUSES = ['valid', 'checked_in', 'refunded', 'cancelled'] as const;
export type AttendeeStatus = (typeof ATTENDEE_STATUSES)[number];

export const ticketStatusOf = (status: AttendeeStatus): TicketStatus => (status === 'checked_in' ? 'used' : status);
const attendeeStatusOf = (status: TicketStatus): AttendeeStatus => (status === 'used' ? 'checked_in' : status);

const AttendeeStatusSchema = Enum(
  'AttendeeStatus',
  'The status of an attendee’s ticket. checked_in is called used in tickets.',
  ATTENDEE_STATUSES,
);

const AttendeeFilterQuery = {
  status: Type.Optional(described(AttendeeStatusSchema, 'Omit for all.')),
  tier_id: Type.Optional(Uuid('Only tickets of this tier.')),
  ...TimeRangeQuery('Tickets bought'),
};

export const AttendeesQuery = Type.Object({
  ...PageQuery(50, 100),
  ...AttendeeFilterQuery,
  q: SearchText,
});

export const AttendeesCsvQuery = Type.Object({
  ...AttendeeFilterQuery,
  ids: Type.Optional(Uuids('Only these tickets, with commas between their ids.')),
});

const AttendeeJson = Model('Attendee', 'A ticket of an event and its attendee.', {
  ticket_id: Uuid(),
  ticket_number: TicketNumber(),
  order_number: OrderNumber(),
  status: AttendeeStatusSchema,
  checked_in_at: nullable(Instant()),
  customer: CustomerJson,
  attendee: AttendeeOrNullJson,
  tier: TierAtPurchaseJson,
  amount: Amount('PHP, paid for this ticket: after discount'),
  ...SeatFields,
  revision: Type.Integer({ description: 'Of the valid code: offline doors refuse other revisions.' }),
  answers: Type.Array(AnswerJson, { description: 'About the order, then about the ticket.' }),
});

const AttendeePageMeta = Model('AttendeePageMeta', 'The page of the list.', {
  page: LongCount('This page, from 1.'),
  total: LongCount('Attendees on all pages.'),
  has_more: Type.Boolean({ description: 'true when further pages exist' }),
});

export const AttendeeListJson = Model('AttendeeList', 'A page of attendees in order of purchase.', {
  event: EventReferenceJson,
  attendees: Type.Array(AttendeeJson),
  meta: AttendeePageMeta,
});

export const attendeeJson = (attendee: ListedAttendee, answers: Answer[]): Static<typeof AttendeeJson> => ({
  ticket_id: attendee.ticketId,
  ticket_number: attendee.ticketNumber,
  order_number: attendee.orderNumber,
  status: attendeeStatusOf(attendee.status),
  checked_in_at: attendee.checkedInAt?.toISOString() ?? null,
  customer: { name: attendee.customerName, email: attendee.customerEmail },
  attendee: attendeeOrNull({ name: attendee.attendeeName, email: attendee.attendeeEmail }),
  tier: { name: attendee.tierName, price: pesosFromCentavos(attendee.priceCentavos) },
  amount: pesosFromCentavos(attendee.amountCentavos),
  ...seatFieldsJson(seatFrom(attendee)),
  revision: attendee.revision,
  answers: answers.map(answerJson),
});

export interface AttendeeLine extends ListedAttendee {
  answers: Answer[];
  /** When it first entered at each check-in list. */
  entered: Map<Id | null, Date | null>;
}

export const ATTENDEE_COLUMNS = [
  'ticket_id',
  'ticket_number',
  'status',
  'checked_in_at',
  'customer_name',
  'customer_email',
  'tier',
  'price',
  'purchased_at',
  'order_id',
  'section',
  'row',
  'seat',
  'attendee_name',
  'attendee_email',
  'order_number',
  'amount',
];

/** A column for each check-in list follows, then one for each question. */
export const attendeeCells = (line: AttendeeLine, lists: { id: Id }[], questions: QuestionColumn[]) => [
  line.ticketId,
  line.ticketNumber,
  attendeeStatusOf(line.status),
  line.checkedInAt,
  line.customerName,
  line.customerEmail,
  line.tierName,
  pesosFromCentavos(line.priceCentavos),
  line.purchasedAt,
  line.orderId,
  line.section,
  line.row,
  line.seat,
  line.attendeeName,
  line.attendeeEmail,
  line.orderNumber,
  pesosFromCentavos(line.amountCentavos),
  ...lists.map(({ id }) => line.entered.get(id) ?? null),
  ...questions.map(({ id }) => line.answers.find(({ questionId }) => questionId === id)?.value ?? null),
];
