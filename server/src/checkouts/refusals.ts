import { Type } from 'typebox';
import { EVENT_STATUSES } from '../events/event-status.ts';
import { eventRefusals } from '../events/refusals.ts';
import { OneOf } from '../platform/http/contract/fields.ts';
import {
  badRequest,
  conflict,
  type Declared,
  declareRefusals,
  missing,
  notFound,
} from '../platform/refusals/declare-refusals.ts';
import { seatingRefusals } from '../seating/refusals.ts';
import { CHECKOUT_STATUSES } from './checkout.ts';

const ofThisEvent = (max: number) =>
  `At most ${max} ticket${max === 1 ? '' : 's'} of this event can be bought in one order`;

const MAX_SET_BY = {
  event: ofThisEvent,
  shop: ofThisEvent,
  attendee_details: (max: number) =>
    `This event requires attendee details, so at most ${max} tickets can be bought in one order`,
  service: (max: number) => `At most ${max.toLocaleString('en-US')} tickets can be bought in one order`,
};

/** The item that is short, in a request with `items`. */
const OfItem = {
  field: Type.Optional(Type.String()),
  item: Type.Optional(Type.Integer({ description: 'Of `items`, from 0.' })),
  tier_id: Type.Optional(Type.String({ description: 'The tier of the item.' })),
};

/** Refusals of holding places. */
export const holdRefusals = declareRefusals({
  section_not_expected: badRequest({
    field: 'section_id',
    en: 'section_id must not be sent for a general admission event',
    cause: 'The event has no seats.',
    remedy: 'Leave `section_id` out.',
  }),
  section_of_add_on: badRequest({
    field: 'section_id',
    en: 'section_id must not be sent for an add-on, which has no seat',
    cause: 'The tier is an add-on, and the request has a `section_id` for it.',
    remedy: 'Leave `section_id` out.',
  }),
  section_required: badRequest({
    field: 'section_id',
    en: 'section_id is required for a seated event',
    cause: 'The event has seats, and `section_id` is missing.',
    remedy: 'Send the id of a section from `GET /events/{id}/sections`.',
  }),
  tier_not_in_section: badRequest({
    field: 'tier_id',
    en: 'tier_id must be one of the prices of the section',
    cause: 'No seat of the section has the price of this tier.',
    remedy: 'Send one of the `prices` of the section, or none for its default.',
  }),
  too_many_attendees: badRequest({
    facts: { quantity: Type.Integer() },
    field: 'attendees',
    en: ({ quantity }) => `attendees must have at most one entry per ticket that admits (quantity: ${quantity})`,
    cause: 'There are more attendees than tickets that admit: add-ons have none.',
    remedy: 'Send at most `quantity` attendees.',
  }),
  items_and_single_form: badRequest({
    facts: { field: OneOf(['tier_id', 'section_id', 'quantity', 'seat_ids', 'unit_price']) },
    en: ({ field }) => `${field} must not be sent with items`,
    cause: 'The request has `items`, and next to them a field of the form with one tier.',
    remedy: 'Send `tier_id`, `section_id`, `quantity`, `seat_ids` and `unit_price` in each item, or no `items`.',
  }),
  unit_price_fixed: badRequest({
    field: 'unit_price',
    en: 'unit_price must not be sent for a tier whose price is fixed',
    cause: '`price_mode` of the tier is `fixed`.',
    remedy: 'Leave `unit_price` out.',
  }),
  unit_price_too_low: badRequest({
    facts: { minimum: Type.Number({ description: '`minimum_price` of the tier.' }) },
    field: 'unit_price',
    en: ({ minimum }) => `unit_price must be at least ${minimum}`,
    cause: 'The price is below the least that a buyer of the tier may pay.',
    remedy: 'Send at least `minimum`, or no `unit_price`: then it is the price that the tier suggests.',
  }),
  seats_not_choosable: conflict({
    field: 'seat_ids',
    en: 'seat_ids must not be sent: the seats of this event are assigned',
    cause: 'The event assigns the best available seats, or has none.',
    remedy: 'Leave `seat_ids` out.',
  }),
  seats_not_chosen: conflict({
    field: 'seat_ids',
    en: 'seat_ids must be sent: buyers choose the seats of this event',
    cause: 'The `selection_mode` of the event is `choose`, and the request names no seats.',
    remedy: 'Send ids of free seats from `GET /events/{id}/seats`.',
  }),
  seats_of_add_on: badRequest({
    field: 'seat_ids',
    en: 'seat_ids must not be sent for an add-on, which has no seat',
    cause: 'The tier is an add-on, and the request has `seat_ids` for it.',
    remedy: 'Leave `seat_ids` out.',
  }),
  seat_named_twice: badRequest({
    facts: { field: Type.String() },
    en: ({ field }) => `${field} must not repeat a seat`,
    cause: 'The request names a seat twice, in one item or in two.',
    remedy: 'Name it once.',
  }),
  wrong_number_of_seats: badRequest({
    facts: { field: Type.String(), seats: Type.Integer() },
    en: ({ field, seats }) => `${field} must be the number of seat_ids (${seats}), or be left out`,
    cause: '`quantity` and the number of `seat_ids` differ.',
    remedy: 'Leave `quantity` out.',
  }),
  seat_not_in_section: missing({
    facts: { field: Type.String() },
    en: ({ field }) => `${field}: the section has no such seat`,
    cause: 'The id is that of a seat of another section or event, or of none.',
    remedy: 'Send ids of the section from `GET /events/{id}/seats`.',
  }),
  tier_not_of_seat: badRequest({
    facts: { field: Type.String() },
    en: ({ field }) => `${field} must be a seat with the price of the tier`,
    cause: 'The seat is of a row with other prices. Without `tier_id` the tier is the default of the section.',
    remedy: 'Send one of the `tier_ids` of the row as `tier_id`, and seats of other prices as another item.',
  }),
  same_item_twice: badRequest({
    facts: { field: Type.String(), other: Type.String({ description: 'The other item.' }) },
    en: ({ field, other }) => `${field} is the tier of ${other}: send one item with the sum of both quantities`,
    cause:
      'Two of `items` are of the same tier, and in the same section. An item without `tier_id` has the default tier.',
    remedy: 'Send one item for each tier and section.',
  }),
  sold_out: conflict({
    facts: OfItem,
    temporary: true,
    en: ({ item }) => (item === undefined ? 'Sold out' : `items[${item}] is sold out`),
    cause: 'The tier has no places left, in the event or in the section.',
    remedy: 'Offer another tier or section, or try again later: a hold may end or a ticket be refunded.',
  }),
  not_enough_left: conflict({
    facts: { left: Type.Integer(), ...OfItem },
    temporary: true,
    en: ({ left, field }) => `Not enough left${field === undefined ? '' : ` for ${field}`}: only ${left} available`,
    cause: 'Fewer places are left than requested. The field `items` means that each item fits, but not all together.',
    remedy: 'Request at most `left`, or another tier or section.',
  }),
  max_per_order: conflict({
    facts: {
      max: Type.Integer(),
      set_by: OneOf(
        ['event', 'shop', 'attendee_details', 'service'],
        '`event`: its `max_per_order`. `shop`: it has none. `attendee_details`: attendees are required. `service`: for every order.',
      ),
    },
    en: ({ max, set_by }) => MAX_SET_BY[set_by](max),
    cause:
      'The order has more tickets than allowed. Add-ons count for `shop` and `service`, and a buyer gets at most `max` of each.',
    remedy: 'Request at most `max`.',
  }),
  max_per_buyer: conflict({
    facts: { max: Type.Integer(), left: Type.Integer() },
    temporary: true,
    en: ({ max, left }) =>
      `One buyer can have at most ${max} ${max === 1 ? 'ticket' : 'tickets'} of this event: this one can have ${left} more`,
    cause:
      'The e-mail address, phone number or `buyer_reference` has holds and tickets of the event, and more than `max_per_buyer` with these.',
    remedy: 'Request at most `left`. Holds that end and refunded tickets count no longer.',
  }),
  event_not_on_sale: conflict({
    facts: { status: OneOf(EVENT_STATUSES) },
    en: ({ status }) => `Event is ${status}: tickets are not on sale`,
    cause: 'The event is a draft, cancelled or completed.',
    remedy: 'Publish a draft with `PUT /events/{id}` and `status` `active`.',
  }),
  sales_ended: conflict({
    en: 'Sales for this event have ended',
    fil: 'Tapos na ang bentahan para sa event na ito',
    cause: '`sales_end_datetime` of the event has passed; by default it is an hour before the start.',
    remedy: 'Set a later `sales_end_datetime`.',
  }),
  no_tier_on_sale: conflict({
    facts: { of: OneOf(['event', 'section']) },
    en: ({ of }) => `No tier of this ${of} is on sale`,
    cause: 'The request names no tier, and no tier of the event or section is active.',
    remedy: 'Set `is_active` of a tier to true with `PUT /tiers/{id}`.',
  }),
  tier_not_on_sale: conflict({
    en: 'This tier is not on sale',
    cause: '`is_active` of the tier is false.',
    remedy: 'Offer another tier.',
  }),
  tier_waits: conflict({
    facts: {
      tier_id: Type.String({ description: 'The tier before it.' }),
      left: Type.Integer({ description: 'Its free places.' }),
    },
    temporary: true,
    en: ({ left }) => `This tier is on sale when the one before it is sold out: ${left} left of that`,
    cause: 'The tier follows another one, which has free places: it had none before, perhaps, and a hold has ended.',
    remedy: 'Offer the tier `tier_id`. An order that takes all its `left` places may have this tier in it, too.',
  }),
  tier_sales_not_started: conflict({
    facts: { starts_at: Type.String() },
    en: ({ starts_at }) => `Sales of this tier start at ${starts_at}`,
    cause: '`sales_start_datetime` of the tier is in the future.',
    remedy: 'Wait until `starts_at`, or offer another tier.',
  }),
  tier_sales_ended: conflict({
    en: 'Sales of this tier have ended',
    fil: 'Tapos na ang bentahan ng tier na ito',
    cause: '`sales_end_datetime` of the tier has passed.',
    remedy: 'Offer another tier.',
  }),
});

/** Why places of an existing event cannot be held. */
export const HOLD_REFUSALS = [
  eventRefusals.tier_not_found,
  seatingRefusals.section_not_found,
  seatingRefusals.seats_taken,
  ...Object.values(holdRefusals),
];

/** Rules for buyers online that the box office may break, and those of a form that it does not have. */
const ONLINE_ALONE: Declared[] = [
  holdRefusals.items_and_single_form,
  holdRefusals.seats_not_chosen,
  holdRefusals.max_per_buyer,
  holdRefusals.sales_ended,
  holdRefusals.tier_sales_not_started,
  holdRefusals.tier_sales_ended,
];

/** Why the box office cannot hold places of an existing event. */
export const BOX_OFFICE_REFUSALS = HOLD_REFUSALS.filter((refusal) => !ONLINE_ALONE.includes(refusal));

/** Why an event, or a tier by itself, is not on sale. */
export const NOT_ON_SALE = [
  holdRefusals.event_not_on_sale,
  holdRefusals.sales_ended,
  holdRefusals.no_tier_on_sale,
  holdRefusals.tier_not_on_sale,
  holdRefusals.tier_sales_not_started,
  holdRefusals.tier_sales_ended,
];

/** Refusals of changing a checkout, beside those of holding places. */
export const checkoutChangeRefusals = declareRefusals({
  other_seats_not_expected: badRequest({
    field: 'other_seats',
    en: 'other_seats must not be sent for a general admission event',
    cause: 'The event has no seats.',
    remedy: 'Leave `other_seats` out.',
  }),
  no_other_seats: conflict({
    field: 'other_seats',
    temporary: true,
    en: 'No other seats are available: you keep the seats that you have',
    fil: 'Wala nang ibang upuan: sa iyo pa rin ang mga upuan mo',
    cause: 'Too few seats are free beside those that the checkout holds.',
    remedy: 'Keep the seats, or change `items` to another section or fewer tickets.',
  }),
  offer_only_smaller: conflict({
    facts: { max: Type.Integer() },
    field: 'items',
    en: ({ max }) =>
      `An offer of the waiting list can only become smaller: at most ${max} ${max === 1 ? 'ticket' : 'tickets'} of the tier that it offers`,
    fil: ({ max }) => `Mababawasan lang ang alok mula sa waiting list: hanggang ${max} ticket ng tier na inialok`,
    cause: 'The checkout is an offer of the waiting list, and `items` has more tickets, or others, than it.',
    remedy:
      'Send one item of the same tier and section, with at most `max` tickets. For others, create another checkout.',
  }),
});

export const checkoutRefusals = declareRefusals({
  checkout_not_found: notFound('Checkout'),
  invalid_checkout_id: badRequest({
    field: 'id',
    en: 'id must be a checkout_id: cs_ and 43 URL-safe characters',
    cause: 'The path does not contain a `checkout_id`.',
    remedy: 'Send the `checkout_id` from the answer of `POST /checkouts`.',
  }),
  checkout_not_open: conflict({
    facts: { status: OneOf(CHECKOUT_STATUSES) },
    en: ({ status }) => `Checkout is ${status}`,
    cause: 'The checkout was paid, expired or cancelled meanwhile, or its money is on its way.',
    remedy: 'Read it with `GET /checkouts/{id}`. To try again, create a new checkout.',
  }),
});
