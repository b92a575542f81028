import { type Static, Type } from 'typebox';
import { attendeeOrNull } from '../checkouts/attendee.ts';
import { Instant, Name, nullable, OneOf, optional, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Admission } from './queries.ts';
import { TICKET_STATUSES, type Ticket } from './ticket.ts';
import type { TicketKey } from './ticket-key.ts';
import type { Papers } from './ticket-papers.ts';

const MAX_CODE_LENGTH = 1_000;
const MAX_NONCE_LENGTH = 200;

const Customer = Type.Object({ name: Type.String(), email: Type.String() });
/** What is null is the customer's. */
export const AttendeeJson = Type.Object({ name: nullable(Type.String()), email: nullable(Type.String()) });

export const AttendeeOrNullJson = nullable(
  Type.Object(AttendeeJson.properties, {
    description: 'Who comes with the ticket; null: nobody said, so the customer.',
  }),
);

const Tier = Type.Object({ name: Type.String(), price: Type.Number({ description: 'PHP, when it was bought' }) });

export const TicketJson = Type.Object({
  id: Uuid(),
  ticket_number: Type.String(),
  order_id: Uuid(),
  status: OneOf(TICKET_STATUSES),
  checked_in_at: nullable(Instant()),
  purchased_at: Instant(),
  event: Type.Object({
    id: Uuid(),
    title: Type.String(),
    start_datetime: Instant(),
    venue_name: nullable(Type.String()),
  }),
  tier: Tier,
  customer: Customer,
  attendee: AttendeeOrNullJson,
  ...SeatFields,
  code: nullable(Type.String({ description: 'What its QR code says; null once it was refunded or cancelled.' })),
  ticket_url: Type.String({
    description: 'The page of the ticket, for its holder: whoever has the address has the ticket.',
  }),
});

export const TicketKeysJson = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: OneOf(['OKP']),
      crv: OneOf(['Ed25519']),
      x: Type.String({ description: 'The public key, base64url.' }),
      use: OneOf(['sig']),
    }),
    { description: 'A JSON Web Key Set: a code is good when one of them verifies it.' },
  ),
});

export const CheckedInTicketJson = Type.Object({
  id: Uuid(),
  status: OneOf(['used']),
  checked_in_at: Instant(),
  event: Type.Object({ id: Uuid(), title: Type.String() }),
  customer: Type.Object({ name: Type.String() }),
  attendee: nullable(
    Type.Object(
      { name: Type.String() },
      { description: 'Who comes with the ticket, where somebody else than the customer was named.' },
    ),
  ),
});

export const RefundedTicketJson = Type.Object({
  id: Uuid(),
  status: OneOf(['refunded']),
  event: Type.Object({ id: Uuid(), title: Type.String() }),
  tier: Tier,
});

export const CodeQuery = Type.Object({ code: Name(MAX_CODE_LENGTH, 'The ticket number, or what a scanner read.') });

export const ScanBody = Type.Object({
  code: Name(MAX_CODE_LENGTH, 'The ticket number, or what a scanner read.'),
  event_id: optional(Uuid('Refuse tickets of other events.')),
  device_nonce: optional(Name(MAX_NONCE_LENGTH, 'The same scan sent again gets the first answer.')),
  scanned_at: optional(Timestamp('When a door without a network let the holder in, at most 7 days ago. Default: now.')),
});

const tierJson = (ticket: Ticket) => ({ name: ticket.tier.name, price: pesosFromCentavos(ticket.priceCentavos) });

export const ticketJson = (ticket: Ticket, papers: Papers): Static<typeof TicketJson> => ({
  id: ticket.id,
  ticket_number: ticket.ticketNumber,
  order_id: ticket.orderId,
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
  code: papers.code,
  ticket_url: papers.url,
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
}: Admission): Static<typeof CheckedInTicketJson> => ({
  id,
  status: 'used',
  checked_in_at: checkedInAt.toISOString(),
  event: { id: event.id, title: event.title },
  customer: { name: customer.name },
  attendee: attendee.name === null ? null : { name: attendee.name },
});

export const refundedTicketJson = (ticket: Ticket): Static<typeof RefundedTicketJson> => ({
  id: ticket.id,
  status: 'refunded',
  event: { id: ticket.event.id, title: ticket.event.title },
  tier: tierJson(ticket),
});
