import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { badRequest, conflict, declareRefusals, missing, notFound } from '../platform/refusals/declare-refusals.ts';
import { EVENT_STATUSES, type EventStatus } from './event-status.ts';

const Status = OneOf(EVENT_STATUSES);
const Refused = Type.Unsafe<EventStatus>({ ...Status, examples: ['active'] });
/** The places that are taken: the lower limit of every size. */
const Taken = { sold: Type.Integer(), held: Type.Integer() };

export const eventRefusals = declareRefusals({
  event_not_found: notFound('Event'),
  tier_not_found: notFound('Tier'),
  series_not_found: notFound('Series'),
  coordinates_incomplete: badRequest({
    facts: { field: Type.String() },
    en: 'latitude and longitude must be sent together, or both be null',
    cause: 'Only one of the two coordinates was sent, and the other is not stored.',
    remedy: 'Send both, or neither and let the server find them.',
  }),
  invalid_status_change: conflict({
    facts: { from: Status, to: Refused, possible: Type.Array(Status, { examples: [[]] }) },
    en: ({ from, to, possible }) =>
      `An event that is ${from} cannot become ${to}${possible.length > 0 ? `, only ${possible.join(', ')}` : ''}`,
    cause: 'The event cannot change from its status to the requested one.',
    remedy: 'Set one of `possible`. A cancelled or completed event stays so: duplicate it.',
  }),
  place_changed_meanwhile: conflict({
    temporary: true,
    en: 'The location of this event is being changed by someone else. Try again.',
    cause: 'The venue, the address or the city kept changing while coordinates were looked up.',
    remedy: 'Read the event, and send the change again.',
  }),
  capacity_set_by_seats: conflict({
    en: 'capacity of a seated event is its number of seats: change the seating plan',
    cause: 'A different capacity was sent for a seated event.',
    remedy: 'Change the seating plan.',
  }),
  capacity_too_small: conflict({
    facts: Taken,
    en: ({ sold, held }) => `capacity cannot be below the ${sold} sold and ${held} held places`,
    cause: 'More places are sold and held than the new capacity has.',
    remedy: 'Refund tickets, wait for holds to end, or send a larger capacity.',
  }),
  no_tier_to_price: conflict({
    en: 'ticket_price cannot be set: the event has no tier',
    cause: '`ticket_price` is the price of the default tier, and the event has none.',
    remedy: 'Create a tier with its price.',
  }),
  quantity_set_by_seats: conflict({
    en: 'quantity_total of a seated event is the number of seats the tier prices: change the seating plan',
    cause: 'A different size was sent for a tier of a seated event.',
    remedy: 'Change the seating plan.',
  }),
  minimum_of_fixed_price: badRequest({
    field: 'minimum_price',
    en: 'minimum_price must not be sent for a tier whose price is fixed',
    cause: 'A minimum was sent for a tier whose `price_mode` is `fixed`.',
    remedy: 'Send `price_mode` `chosen` with it, or no `minimum_price`.',
  }),
  price_below_minimum: badRequest({
    facts: { field: OneOf(['price', 'minimum_price', 'ticket_price']) },
    en: 'price must be at least minimum_price',
    cause: 'The suggested price of a tier is below the least that its buyers may pay.',
    remedy: 'Send a larger `price`, or a smaller `minimum_price`.',
  }),
  admission_fixed: conflict({
    field: 'admission',
    en: 'admission of a tier cannot be changed',
    cause: 'A tier was created with the other value of `admission`. Its tickets and the places of the event follow it.',
    remedy: 'Create another tier, and set `is_active` of this one to false.',
  }),
  followed_tier_not_found: missing({
    field: 'follows_tier_id',
    en: 'follows_tier_id is no tier of this event',
    cause: 'The event has no tier with this id to follow.',
    remedy: 'Send the id of another tier of the same event, or null.',
  }),
  tiers_follow_in_circle: conflict({
    field: 'follows_tier_id',
    en: 'follows_tier_id would make tiers follow each other in a circle',
    cause: 'The tier follows itself, or one that follows it.',
    remedy: 'Send a tier that does not follow this one, or null.',
  }),
  quantity_too_small: conflict({
    facts: Taken,
    en: ({ sold, held }) => `quantity_total cannot be below the ${sold} sold and ${held} held places`,
    cause: 'More places of the tier are sold and held than its new size has.',
    remedy: 'Refund tickets, wait for holds to end, or send a larger `quantity_total`.',
  }),
  tier_in_seating_plan: conflict({
    en: 'The seating plan uses this tier',
    cause: 'A tier that prices seats cannot be deleted.',
    remedy: 'Remove it from the seating plan first.',
  }),
  tier_followed: conflict({
    en: 'Another tier follows this one',
    cause: 'The tier is the `follows_tier_id` of another tier, which would be on sale at once without it.',
    remedy: 'Change `follows_tier_id` of the other tier with `PUT /tiers/{id}` first.',
  }),
  tier_opened_by_code: conflict({
    en: 'A promo code opens this tier',
    cause: 'The tier is among the `opens_tier_ids` of a promo code.',
    remedy: 'Change `opens_tier_ids` with `PUT /promo-codes/{id}` first.',
  }),
  tier_in_use: conflict({
    en: 'Places of this tier were sold, held or waited for: set is_active to false instead',
    cause: 'A tier with sales, holds or a waiting list, even ended ones, cannot be deleted.',
    remedy: 'Set `is_active` to false, which ends its sales.',
  }),
});
