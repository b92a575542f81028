import { type Static, Type } from 'typebox';
import { Amount, Instant, nullable, Url, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { AssignedSeatJson, assignedSeatJson } from '../seating/schemas.ts';
import { AttendeeJson, CustomerJson } from '../tickets/schemas.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { AttributionJson, attributionJson, ChannelSchema } from './attribution-schemas.ts';
import {
  CHECKOUT_STATUSES,
  type Checkout,
  type CheckoutLine,
  type CheckoutWithSeats,
  checkoutCode,
  placesOf,
  seatsAt,
  statusAt,
  totalCentavos,
} from './checkout.ts';

const CheckoutStatusSchema = Enum(
  'CheckoutStatus',
  'open and processing hold places; processing: money is on its way. completed: paid, or confirmed when it is free.',
  CHECKOUT_STATUSES,
);

/** The form that `checkoutCode` produces. */
export const CheckoutCode = (description?: string) =>
  Type.String({ format: 'checkout-id', ...(description ? { description } : {}) });

const CheckoutItemJson = Model('CheckoutItem', 'Places of one tier of a checkout.', {
  tier_id: Uuid(),
  section_id: nullable(Uuid('null: general admission, or the section left the plan.')),
  quantity: Type.Integer(),
  unit_price: Amount('PHP, of one ticket before discount'),
  subtotal: Amount('PHP, before discount'),
});

const CheckoutItemsJson = Type.Array(CheckoutItemJson, {
  description: 'Add-ons last. Seats, attendees and tickets are in the order of the items.',
});

export const CreatedCheckoutJson = Model('CreatedCheckout', 'A checkout that holds its places.', {
  checkout_id: CheckoutCode(),
  checkout_url: Url('The hosted page to send the buyer to.'),
  expires_at: Instant('Until then the places are held.'),
  items: CheckoutItemsJson,
  assigned_seats: Type.Optional(Type.Array(AssignedSeatJson, { description: 'Seated events only.' })),
});

/** What a checkout holds or bought. */
const placesFields = {
  checkout_id: CheckoutCode(),
  status: CheckoutStatusSchema,
  event_id: Uuid(),
  tier_id: nullable(Uuid('Of the only item; null with several.')),
  section_id: nullable(Uuid('Of the only item; null with several, and for general admission.')),
  quantity: Type.Integer({ description: 'Of all items.' }),
  items: CheckoutItemsJson,
};

export const CheckoutJson = Model('Checkout', 'A checkout: the places held or bought, and their price.', {
  ...placesFields,
  subtotal: Amount('PHP, before discount'),
  discount: Amount(),
  total_amount: Amount('PHP, to be paid'),
  channel: ChannelSchema,
  attribution: AttributionJson,
  expires_at: Instant(),
  assigned_seats: Type.Array(AssignedSeatJson, { description: 'Held or bought; empty once the hold ended.' }),
  attendees: Type.Array(AttendeeJson, {
    description: 'The known attendees, in the order of the tickets.',
  }),
  order_id: nullable(Uuid()),
  order_number: nullable(Type.String({ examples: ['TK-7F3K-29QD'] })),
  ticket_ids: Type.Array(Uuid()),
  tickets_url: nullable(
    Url('Once completed: the page of the tickets. Null below `manage`; with `hand_out`, of the box office.'),
  ),
});

const ListedCheckoutJson = Model('ListedCheckout', 'A checkout in a list, with its buyer.', {
  ...placesFields,
  total_amount: Amount(),
  expires_at: Instant(),
  created_at: Instant(),
  customer: CustomerJson,
  buyer_reference: nullable(Type.String()),
});

export const CheckoutListJson = Model('CheckoutList', 'A page of checkouts, newest first.', {
  checkouts: Type.Array(ListedCheckoutJson),
  meta: PageMeta,
});

export const CheckoutsQuery = Type.Object({
  ...PageQuery(20, 100),
  status: Type.Optional(CheckoutStatusSchema),
  event_id: Type.Optional(Uuid()),
});

const itemJson = (line: CheckoutLine): Static<typeof CheckoutItemJson> => ({
  tier_id: line.tierId,
  section_id: line.sectionId,
  quantity: line.quantity,
  unit_price: pesosFromCentavos(line.unitPriceCentavos),
  subtotal: pesosFromCentavos(line.quantity * line.unitPriceCentavos),
});

/** As an order shows them: tickets that were moved apart from each other are one item again. */
function itemsJson({ lines }: Checkout): Static<typeof CheckoutItemJson>[] {
  const same = Map.groupBy(lines, (line) => `${line.tierId} ${line.sectionId} ${line.unitPriceCentavos}`);
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? itemJson({ ...first, quantity: placesOf([first, ...others]) }) : [],
  );
}

function onlyItem([item, ...others]: Static<typeof CheckoutItemJson>[]) {
  const only = others.length === 0 ? item : undefined;
  return { tier_id: only?.tier_id ?? null, section_id: only?.section_id ?? null };
}

function placesJson(checkout: Checkout, now: Date) {
  const items = itemsJson(checkout);
  return {
    checkout_id: checkoutCode(checkout),
    status: statusAt(checkout, now),
    event_id: checkout.eventId,
    ...onlyItem(items),
    quantity: checkout.quantity,
    items,
  };
}

export const listedCheckoutJson = (checkout: Checkout, now: Date): Static<typeof ListedCheckoutJson> => ({
  ...placesJson(checkout, now),
  total_amount: pesosFromCentavos(totalCentavos(checkout)),
  expires_at: checkout.expiresAt.toISOString(),
  created_at: checkout.createdAt.toISOString(),
  customer: { name: checkout.customer.name, email: checkout.customer.email },
  buyer_reference: checkout.buyerReference,
});

export const CheckoutParams = Type.Object({
  id: CheckoutCode('`checkout_id`: cs_ and 43 characters.'),
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
    items: itemsJson(checkout),
    ...(checkout.seats ? { assigned_seats: checkout.seats.map(assignedSeatJson) } : {}),
  };
}

/** The order and tickets of a completed checkout. */
interface Purchase {
  orderId?: string;
  orderNumber?: string;
  ticketIds?: string[];
  url?: string;
}

export const checkoutJson = (
  checkout: CheckoutWithSeats,
  purchase: Purchase,
  now: Date,
): Static<typeof CheckoutJson> => ({
  ...placesJson(checkout, now),
  subtotal: pesosFromCentavos(checkout.subtotalCentavos),
  discount: pesosFromCentavos(checkout.discountCentavos),
  total_amount: pesosFromCentavos(totalCentavos(checkout)),
  channel: checkout.channel,
  attribution: attributionJson(checkout),
  expires_at: checkout.expiresAt.toISOString(),
  assigned_seats: seatsAt(checkout, now).map(assignedSeatJson),
  attendees: checkout.attendees,
  order_id: purchase.orderId ?? null,
  order_number: purchase.orderNumber ?? null,
  ticket_ids: purchase.ticketIds ?? [],
  tickets_url: purchase.url ?? null,
});
