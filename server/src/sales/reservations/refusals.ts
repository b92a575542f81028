import { Type } from 'typebox';
import { OneOf } from '../../platform/http/contract/fields.ts';
import { badRequest, conflict, declareRefusals, notFound } from '../../platform/refusals/declare-refusals.ts';
import { RESERVATION_STATES } from './reservation.ts';

const WHY = {
  picked_up: 'picked up',
  let_go: 'let go',
  ended: 'kept until their time was over',
  kept: 'kept',
};

const Field = { field: Type.String() };

/** Refusals of places that are kept for a name. */
export const reservationRefusals = declareRefusals({
  reservation_not_found: notFound('Reservation'),
  reservation_not_kept: conflict({
    facts: { state: OneOf(RESERVATION_STATES) },
    en: ({ state }) => `These places are no longer kept: they were ${WHY[state]}`,
    cause: 'The places were picked up or let go meanwhile, or their time is over.',
    remedy: 'Read the list with `GET /reservations`. If places are free, sell them with `POST /orders`.',
  }),
  too_many_reservations: conflict({
    facts: { max: Type.Integer() },
    temporary: true,
    en: ({ max }) => `At most ${max.toLocaleString('en-US')} reservations of an event can be kept at a time`,
    cause: 'The event has as many kept reservations as it can have.',
    remedy: 'Let go of some, or keep more places for one name.',
  }),
  max_per_reservation: conflict({
    facts: { max: Type.Integer() },
    field: 'items',
    en: ({ max }) => `At most ${max.toLocaleString('en-US')} places can be kept in one reservation`,
    cause: 'The items have more places together.',
    remedy: 'Make several reservations.',
  }),
  until_after_event: badRequest({
    facts: { ends_at: Type.String() },
    field: 'until',
    en: ({ ends_at }) => `until must not be after the end of the event, ${ends_at}`,
    cause: 'Places are kept until the event ends at most: its `end_datetime`, or 24 hours after its start.',
    remedy: 'Send an earlier time, or null: then the places are kept until they are let go.',
  }),
  buyer_email_required: badRequest({
    field: 'customer.email',
    en: 'customer.email is required, because the reservation has no e-mail address',
    cause: 'An order has an e-mail address, to which its tickets are sent.',
    remedy: 'Send the address of the buyer, or your own: the tickets arrive there to be printed.',
  }),
  fewer_places_kept: conflict({
    facts: { ...Field, left: Type.Integer() },
    en: ({ left }) => (left === 0 ? 'None of these places are kept' : `Only ${left} of these places are kept`),
    cause: 'The item names a tier or section of which the reservation keeps fewer places, or none.',
    remedy: 'Pick up at most `left` places of it.',
  }),
  seat_not_kept: conflict({
    facts: Field,
    en: 'This seat is not kept in this reservation',
    cause: 'The seat is not one of those that the reservation keeps for this tier.',
    remedy: 'Send a `seat_id` of the item in the answer of `GET /reservations`.',
  }),
});
