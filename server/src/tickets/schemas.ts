import { type Static, Type } from 'typebox';
import { ListReferenceJson } from '../check-in-lists/schemas.ts';
import { type Attendee, attendeeOrNull } from '../checkouts/attendee.ts';
import { EventReferenceJson } from '../events/schemas.ts';
import { ORDER_NUMBER_PATTERN } from '../orders/order-number.ts';
import { Amount, Instant, Name, nullable, optional, Timestamp, Url, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { AnswerJson, answerJson } from '../questions/schemas.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Admission } from './check-in-queries.ts';
import { CHECKED_IN_BY_KINDS } from './find-checked-in-by.ts';
import { DIRECTIONS, type Scanned } from './passage.ts';
import type { TicketPassages } from './read-passages.ts';
import type { RefusedTicket } from './refusals.ts';
import { TICKET_NUMBER_PATTERN, TICKET_STATUSES, type Ticket } from './ticket.ts';
import type { TicketCredentials } from './ticket-credentials.ts';
import type { TicketKey } from './ticket-key.ts';

const MAX_SCANNED_LENGTH = 1_000;
const MAX_NONCE_LENGTH = 200;

export const TicketStatusSchema = Enum(
  'TicketStatus',
  'Status at the door: only valid is admitted. used: checked in.',
  TICKET_STATUSES,
);

export const TicketNumber = () => Type.String({ pattern: TICKET_NUMBER_PATTERN, examples: ['7K3PM-2XQ9A'] });

export const CustomerJson = Model('Customer', 'The buyer.', { name: Type.String(), email: Type.String() });
export const CustomerNameJson = Model('CustomerName', 'The buyer, by name only.', { name: Type.String() });

export const AttendeeJson = Model('NamedAttendee', 'The person a ticket is for. Null fields: the customer’s.', {
  name: nullable(Type.String()),
  email: nullable(Type.String()),
});

export const AttendeeOrNullJson = nullable(
  described(AttendeeJson, 'The person the ticket is for; null: the customer.'),
);

export const TierAtPurchaseJson = Model('PurchasedTier', 'The tier of a ticket.', {
  name: Type.String(),
  price: Amount('PHP, at purchase'),
});

export const DoorTierJson = Model('DoorTier', 'The tier of a ticket.', {
  id: Uuid(),
  name: Type.String(),
  admission: Type.Boolean({ description: 'False: an add-on, which admits nobody.' }),
});

const TicketEventJson = Model('TicketEvent', 'The event of a ticket, with time and place.', {
  ...EventReferenceJson.properties,
  start_datetime: Instant(),
  venue_name: nullable(Type.String()),
});

export const TicketJson = Model('Ticket', 'A ticket. Only a valid one is admitted.', {
  id: Uuid(),
  ticket_number: TicketNumber(),
  order_id: Uuid(),
  order_number: Type.String({ pattern: ORDER_NUMBER_PATTERN, examples: ['TK-7F3K-29QD'] }),
  status: TicketStatusSchema,
  checked_in_at: nullable(Instant()),
  purchased_at: Instant(),
  event: TicketEventJson,
  tier: TierAtPurchaseJson,
  customer: CustomerJson,
  attendee: AttendeeOrNullJson,
  ...SeatFields,
  code: nullable(
    Type.String({ description: 'Content of its QR code. Null once refunded or cancelled, and without `hand_out`.' }),
  ),
  ticket_url: nullable(Url('The page of the ticket, for its holder. Null without `hand_out`.')),
});

const TicketKeyJson = Model('TicketKey', 'A JSON Web Key: Ed25519, for signatures of QR codes.', {
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String({ description: 'The public key, base64url.' }),
  use: Type.Literal('sig'),
});

export const TicketKeysJson = Model('TicketKeyList', 'A JSON Web Key Set.', {
  keys: Type.Array(TicketKeyJson, { description: 'A code is valid if one of them verifies it.' }),
});

export const AttendeeNameJson = Model('AttendeeName', 'The person a ticket is for, by name only.', {
  name: Type.String(),
});

export const CheckedInTicketJson = Model('CheckedInTicket', 'A ticket whose holder was admitted.', {
  id: Uuid(),
  status: described(TicketStatusSchema, 'used.'),
  checked_in_at: Instant(),
  event: EventReferenceJson,
  customer: CustomerNameJson,
  attendee: nullable(described(AttendeeNameJson, 'null: the customer.')),
  answers: Type.Array(AnswerJson, { description: 'To the questions with `at_door`.' }),
});

export const DirectionSchema = Enum('Direction', 'Whether the holder enters or leaves.', DIRECTIONS);

const PassedListJson = nullable(described(ListReferenceJson, 'null: the gate.'));

export const PassedTicketJson = Model('PassedTicket', 'A ticket that passed the gate or a check-in list.', {
  ...CheckedInTicketJson.properties,
  ticket_number: Type.String(),
  tier: DoorTierJson,
  ...SeatFields,
  status: described(TicketStatusSchema, 'used at the gate. A check-in list leaves it as it is.'),
  checked_in_at: nullable(Instant('Of the first admission at the gate.')),
  direction: DirectionSchema,
  passed_at: Instant('Of this scan.'),
  list: PassedListJson,
  passage_id: nullable(Uuid('To undo it. null: the check-in of the ticket, which undo-check-in undoes.')),
});

const CheckedInByJson = Model('CheckedInBy', 'The person, API key or door link that checked a ticket in.', {
  kind: Enum('CheckedInByKind', 'A person, a program, or a phone with a door link.', CHECKED_IN_BY_KINDS),
  name: Type.String(),
});
export const CheckedInByOrNull = () => nullable(described(CheckedInByJson, 'null: no longer known.'));

export const PassageJson = Model('Passage', 'A scan that let a ticket pass a check-in list, or the gate again.', {
  id: Uuid(),
  list: PassedListJson,
  direction: DirectionSchema,
  passed_at: Instant('By the clock of the door, when it was without a network.'),
  recorded_at: Instant('When the server learnt of it.'),
  undone_at: nullable(Instant()),
  by: CheckedInByOrNull(),
});

export const TicketPassagesJson = Model('TicketPassages', 'Where and when a ticket passed.', {
  ticket_id: Uuid(),
  status: TicketStatusSchema,
  checked_in_at: nullable(Instant('First admission at the gate.')),
  checked_in_by: CheckedInByOrNull(),
  passages: Type.Array(PassageJson, { description: 'Newest first, those that were undone included.' }),
});

export const RefundedTicketJson = Model('RefundedTicket', 'A refunded ticket; its place is free again.', {
  id: Uuid(),
  status: described(TicketStatusSchema, 'refunded.'),
  event: EventReferenceJson,
  tier: TierAtPurchaseJson,
});

export const CodeQuery = Type.Object({ code: Name(MAX_SCANNED_LENGTH, 'A ticket number or scanned code.') });

export const ScanBody = Model('Scan', 'A scan at the door.', {
  code: Name(MAX_SCANNED_LENGTH, 'A ticket number or scanned code.'),
  event_id: optional(Uuid('Refuse tickets of other events.')),
  list_id: optional(Uuid('The check-in list where the ticket is scanned. Default: the gate.')),
  direction: optional(described(DirectionSchema, 'Default: in.')),
  device_nonce: optional(Name(MAX_NONCE_LENGTH, 'A repeated scan gets the first answer.')),
  scanned_at: optional(Timestamp('When an offline scanner admitted the holder, at most 7 days ago. Default: now.')),
});

export const UndoQuery = Type.Object({
  device_nonce: Type.Optional(Name(MAX_NONCE_LENGTH, 'Undo only the check-in of this scan; that of another is 409.')),
});

const attendeeNameJson = ({ name }: Pick<Attendee, 'name'>): Static<typeof AttendeeNameJson> | null =>
  name === null ? null : { name };

const tierJson = (ticket: Ticket) => ({ name: ticket.tier.name, price: pesosFromCentavos(ticket.priceCentavos) });

export const ticketJson = (ticket: Ticket, credentials: TicketCredentials | null): Static<typeof TicketJson> => ({
  id: ticket.id,
  ticket_number: ticket.ticketNumber,
  order_id: ticket.orderId,
  order_number: ticket.orderNumber,
  status: ticket.status,
  checked_in_at: ticket.checkedInAt?.toISOString() ?? null,
  purchased_at: ticket.purchasedAt.toISOString(),
  event: {
    id: ticket.event.id,
    title: ticket.event.title,
    start_datetime: ticket.event.startDatetime.toISOString(),
    venue_name: ticket.event.venueName,
  },
  tier: tierJson(ticket),
  customer: ticket.customer,
  attendee: attendeeOrNull(ticket.attendee),
  ...seatFieldsJson(ticket.seat),
  code: credentials?.code ?? null,
  ticket_url: credentials?.url ?? null,
});

export function ticketKeysJson({ publicKey }: TicketKey): Static<typeof TicketKeysJson> {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { keys: [{ kty: 'OKP', crv: 'Ed25519', x, use: 'sig' }] };
}

export const checkedInTicketJson = ({
  id,
  checkedInAt,
  event,
  customer,
  attendee,
  answers,
}: Admission): Static<typeof CheckedInTicketJson> => ({
  id,
  status: 'used',
  checked_in_at: checkedInAt.toISOString(),
  event: { id: event.id, title: event.title },
  customer: { name: customer.name },
  attendee: attendeeNameJson(attendee),
  answers: answers.map(answerJson),
});

export const passedTicketJson = (passed: Scanned): Static<typeof PassedTicketJson> => ({
  id: passed.id,
  ticket_number: passed.ticketNumber,
  status: passed.status,
  checked_in_at: passed.checkedInAt?.toISOString() ?? null,
  event: { id: passed.event.id, title: passed.event.title },
  tier: passed.tier,
  customer: { name: passed.customer.name },
  attendee: attendeeNameJson(passed.attendee),
  ...seatFieldsJson(passed.seat),
  answers: passed.answers.map(answerJson),
  direction: passed.direction,
  passed_at: passed.passedAt.toISOString(),
  list: passed.list,
  passage_id: passed.passageId,
});

export const ticketPassagesJson = (read: TicketPassages): Static<typeof TicketPassagesJson> => ({
  ticket_id: read.ticket.id,
  status: read.ticket.status,
  checked_in_at: read.ticket.checkedInAt?.toISOString() ?? null,
  checked_in_by: read.checkedInBy,
  passages: read.passages.map(({ listId, listName, ...passage }) =>
    shown(PassageJson, { ...passage, list: listId === null ? null : { id: listId, name: listName ?? '' } }),
  ),
});

/** Details of a refused ticket for the scanner. */
export const refusedTicketJson = (ticket: Ticket): Static<typeof RefusedTicket> => ({
  id: ticket.id,
  ticket_number: ticket.ticketNumber,
  tier: { name: ticket.tier.name },
  customer: { name: ticket.customer.name },
  attendee: attendeeNameJson(ticket.attendee),
  ...seatFieldsJson(ticket.seat),
});

export const refundedTicketJson = (ticket: Ticket): Static<typeof RefundedTicketJson> => ({
  id: ticket.id,
  status: 'refunded',
  event: { id: ticket.event.id, title: ticket.event.title },
  tier: tierJson(ticket),
});
