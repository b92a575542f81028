import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { badRequest, conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';
import { EVENT_STATUSES } from './event-status.ts';

const Status = OneOf(EVENT_STATUSES);
/** Places that are taken, so that nothing can become smaller than they are. */
const Taken = { sold: Type.Integer(), held: Type.Integer() };

export const eventRefusals = declareRefusals({
  event_not_found: notFound('Event'),
  tier_not_found: notFound('Tier'),
  coordinates_incomplete: badRequest({
    facts: { field: Type.String() },
    en: 'latitude and longitude must be sent together, or both be null',
    cause: 'One of the two coordinates was sent, and the other is not stored.',
    remedy: 'Send both, or none and let the server find them.',
  }),
  invalid_status_change: conflict({
    facts: { from: Status, to: Status, possible: Type.Array(Status) },
    en: ({ from, to, possible }) =>
      `An event that is ${from} cannot become ${to}${possible.length > 0 ? `, only ${possible.join(', ')}` : ''}`,
    cause: 'The status of the event does not lead to the one that was asked for.',
    remedy: 'Set one of `possible`. What is cancelled or completed stays so: duplicate the event.',
  }),
  place_changed_meanwhile: conflict({
    passing: true,
    en: 'Others are changing the place of this event at the same time. Try again.',
    cause: 'While coordinates were looked up, the venue, the address or the city was changed again and again.',
    remedy: 'Read the event, and send the change again.',
  }),
  capacity_set_by_seats: conflict({
    en: 'capacity of a seated event is its number of seats: change the seating plan',
    cause: 'Another capacity was sent for a seated event.',
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
    cause: 'Another size was sent for a tier of a seated event.',
    remedy: 'Change the seating plan.',
  }),
  quantity_too_small: conflict({
    facts: Taken,
    en: ({ sold, held }) => `quantity_total cannot be below the ${sold} sold and ${held} held places`,
    cause: 'More places of the tier are sold and held than its new size has.',
    remedy: 'Refund tickets, wait for holds to end, or send a larger `quantity_total`.',
  }),
  tier_in_seating_plan: conflict({
    en: 'The seating plan names this tier',
    cause: 'A tier that prices seats was to be deleted.',
    remedy: 'Take it out of the seating plan first.',
  }),
  tier_in_use: conflict({
    en: 'Places of this tier were sold or held: set is_active to false instead',
    cause: 'A tier with a history was to be deleted.',
    remedy: 'Set `is_active` to false: it is not sold any more.',
  }),
});
