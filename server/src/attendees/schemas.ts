import { type Static, Type } from 'typebox';
import { SearchText } from '../orders/schemas.ts';
import { Instant, nullable, OneOf, Uuid } from '../platform/http/contract/fields.ts';
import { PageQuery } from '../platform/http/contract/pagination.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { seatFrom } from '../seating/seat.ts';
import { attendeeOrNull } from '../tickets/attendee.ts';
import { AttendeeOrNullJson } from '../tickets/schemas.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Attendee } from './queries.ts';

/** This list says `checked_in` where a ticket says `used`. */
export const ATTENDEE_STATUSES = ['valid', 'checked_in', 'refunded', 'cancelled'] as const;
export type AttendeeStatus = (typeof ATTENDEE_STATUSES)[number];

export const ticketStatusOf = (status: AttendeeStatus): TicketStatus => (status === 'checked_in' ? 'used' : status);
const attendeeStatusOf = (status: TicketStatus): AttendeeStatus => (status === 'used' ? 'checked_in' : status);

export const AttendeesQuery = Type.Object({
  ...PageQuery(50, 100),
  status: Type.Optional(OneOf(ATTENDEE_STATUSES, 'Omit for all.')),
  q: SearchText,
});

export const AttendeesCsvQuery = Type.Object({ status: AttendeesQuery.properties.status });

const AttendeeJson = Type.Object({
  ticket_id: Uuid(),
  ticket_number: Type.String(),
  status: OneOf(ATTENDEE_STATUSES),
  checked_in_at: nullable(Instant()),
  customer: Type.Object({ name: Type.String(), email: Type.String() }),
  attendee: AttendeeOrNullJson,
  tier: Type.Object({ name: Type.String(), price: Type.Number({ description: 'PHP, when it was bought' }) }),
  ...SeatFields,
  revision: Type.Integer({ description: 'Of the code that admits: a door that checks by itself refuses others.' }),
});

export const AttendeeListJson = Type.Object({
  event: Type.Object({ id: Uuid(), title: Type.String() }),
  attendees: Type.Array(AttendeeJson),
  meta: Type.Object({ page: Type.Integer(), total: Type.Integer(), has_more: Type.Boolean() }),
});

export const attendeeJson = (attendee: Attendee): Static<typeof AttendeeJson> => ({
  ticket_id: attendee.ticket_id,
  ticket_number: attendee.ticket_number,
  status: attendeeStatusOf(attendee.status),
  checked_in_at: attendee.checked_in_at?.toISOString() ?? null,
  customer: { name: attendee.customer_name, email: attendee.customer_email },
  attendee: attendeeOrNull({ name: attendee.attendee_name, email: attendee.attendee_email }),
  tier: { name: attendee.tier_name, price: pesosFromCentavos(attendee.price_centavos) },
  ...seatFieldsJson(seatFrom(attendee)),
  revision: attendee.revision,
});

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
];

export const attendeeCells = (line: Attendee) => [
  line.ticket_id,
  line.ticket_number,
  attendeeStatusOf(line.status),
  line.checked_in_at,
  line.customer_name,
  line.customer_email,
  line.tier_name,
  pesosFromCentavos(line.price_centavos),
  line.purchased_at,
  line.order_id,
  line.section,
  line.row,
  line.seat,
  line.attendee_name,
  line.attendee_email,
];
