import { type Static, Type } from 'typebox';
import {
  BrowserUrl,
  Email,
  Instant,
  MAX_PHONE_LENGTH,
  Name,
  nullable,
  OneOf,
  optional,
  Text,
  Uuid,
} from '../platform/http/contract/fields.ts';
import { AssignedSeatJson, assignedSeatJson } from '../seating/schemas.ts';
import { AttendeeJson } from '../tickets/schemas.ts';
import { LANGUAGES } from '../values/language.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { MAX_ATTENDEES } from './attendee.ts';
import {
  CHECKOUT_STATUSES,
  type CheckoutWithSeats,
  checkoutCode,
  seatsAt,
  statusAt,
  subtotalCentavos,
  totalCentavos,
} from './checkout.ts';

/** Longer ones cannot exist; what is typed may have spaces around it. */
const MAX_PROMO_CODE_LENGTH = 200;

const NewAttendees = Type.Unsafe<{ name?: string | null; email?: string | null }[] | null>({
  type: ['array', 'null'],
  items: Type.Object({ name: optional(Name(undefined, 'Full name')), email: optional(Email()) }),
  maxItems: MAX_ATTENDEES,
  description:
    'Who comes with each ticket, in the order of the tickets; those who are left out come as the customer. Asked on the page where the event asks for it.',
});

export const NewCheckout = Type.Object({
  event_id: Uuid(),
  tier_id: optional(Uuid('The default tier when omitted.')),
  section_id: optional(Uuid('Required for a seated event, refused for any other.')),
  quantity: Type.Integer({ minimum: 1 }),
  customer: Type.Object({
    name: Name(undefined, 'Full name'),
    email: Email(),
    phone: optional(Text(MAX_PHONE_LENGTH)),
  }),
  language: optional(
    OneOf(
      LANGUAGES,
      'Of the page and the letters, until the buyer chooses another. Without it: what the browser accepts.',
    ),
  ),
  attendees: Type.Optional(NewAttendees),
  promo_code: optional(Name(MAX_PROMO_CODE_LENGTH, 'Can also be entered on the page.')),
  success_url: BrowserUrl('Where the browser goes after payment, with checkout_id and order_id in its query.'),
  cancel_url: optional(BrowserUrl('Where the page links to for buyers who change their mind.')),
});

export const CreatedCheckoutJson = Type.Object({
  checkout_id: Type.String(),
  checkout_url: Type.String({ description: 'The hosted page to send the buyer to.' }),
  expires_at: Instant(),
  assigned_seats: Type.Optional(Type.Array(AssignedSeatJson, { description: 'Seated events only.' })),
});

export const CheckoutJson = Type.Object({
  checkout_id: Type.String(),
  status: OneOf(CHECKOUT_STATUSES),
  event_id: Uuid(),
  tier_id: Uuid(),
  section_id: nullable(Uuid()),
  quantity: Type.Integer(),
  subtotal: Type.Number({ description: 'PHP' }),
  discount: Type.Number({ description: 'PHP' }),
  total_amount: Type.Number({ description: 'PHP' }),
  expires_at: Instant(),
  assigned_seats: Type.Array(AssignedSeatJson, { description: 'Held or bought; empty once the hold ended.' }),
  attendees: Type.Array(AttendeeJson, {
    description: 'Who comes, in the order of the tickets, as far as it was said.',
  }),
  order_id: nullable(Uuid()),
  ticket_ids: Type.Array(Uuid()),
  tickets_url: nullable(
    Type.String({ description: 'Once completed: the page of the tickets, to send the buyer on to after paying.' }),
  ),
});

export const CheckoutParams = Type.Object({
  id: Type.String({ description: '`checkout_id`: cs_ and 43 characters.' }),
});

export function createdCheckoutJson(
  checkout: CheckoutWithSeats,
  publicUrl: string,
): Static<typeof CreatedCheckoutJson> {
  const code = checkoutCode(checkout);
  return {
    checkout_id: code,
    checkout_url: `${publicUrl}/c/${code}`,
    expires_at: checkout.expiresAt.toISOString(),
    ...(checkout.seats ? { assigned_seats: checkout.seats.map(assignedSeatJson) } : {}),
  };
}

/** What it became, once it is completed. */
interface Purchase {
  orderId?: string;
  ticketIds?: string[];
  url?: string;
}

export const checkoutJson = (
  checkout: CheckoutWithSeats,
  purchase: Purchase,
  now: Date,
): Static<typeof CheckoutJson> => ({
  checkout_id: checkoutCode(checkout),
  status: statusAt(checkout, now),
  event_id: checkout.eventId,
  tier_id: checkout.tierId,
  section_id: checkout.sectionId,
  quantity: checkout.quantity,
  subtotal: pesosFromCentavos(subtotalCentavos(checkout)),
  discount: pesosFromCentavos(checkout.discountCentavos),
  total_amount: pesosFromCentavos(totalCentavos(checkout)),
  expires_at: checkout.expiresAt.toISOString(),
  assigned_seats: seatsAt(checkout, now).map(assignedSeatJson),
  attendees: checkout.attendees,
  order_id: purchase.orderId ?? null,
  ticket_ids: purchase.ticketIds ?? [],
  tickets_url: purchase.url ?? null,
});
