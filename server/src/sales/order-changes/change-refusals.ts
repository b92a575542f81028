import { Type } from 'typebox';
import { OneOf } from '../../platform/http/contract/fields.ts';
import { badRequest, conflict, declareRefusals, missing } from '../../platform/refusals/declare-refusals.ts';
import { NOT_VALID } from '../../tickets/ticket.ts';

const Difference = { difference: Type.Number({ description: 'PHP; negative: to give back.' }) };

/** Refusals of moving the tickets of an order. */
export const changeRefusals = declareRefusals({
  event_over: conflict({
    facts: { status: OneOf(['cancelled', 'completed']) },
    en: ({ status }) => `Event is ${status}: its tickets can no longer be changed`,
    cause: 'The event was cancelled, or is over.',
    remedy: 'Nothing to do: refund tickets instead.',
  }),
  ticket_not_changeable: conflict({
    facts: { ticket_id: Type.String(), status: OneOf(NOT_VALID) },
    en: ({ ticket_id, status }) => `Ticket ${ticket_id} is ${status}: only a valid one can be changed`,
    cause: 'The ticket was used, refunded or cancelled, perhaps at the same moment.',
    remedy: 'Leave it out, or undo its check-in first. Nothing was changed.',
  }),
  ticket_named_twice: badRequest({
    field: 'ticket_id',
    en: 'ticket_id must not be named twice',
    cause: 'The request names a ticket twice.',
    remedy: 'Name it once, with the place where it is to be.',
  }),
  nothing_to_change: conflict({
    en: 'The ticket has this place already',
    cause: 'Neither another tier nor another seat is named for the ticket.',
    remedy: 'Leave the ticket out, or name another place.',
  }),
  add_on_stays_add_on: conflict({
    field: 'tier_id',
    en: 'tier_id must be an add-on for an add-on, and a tier that admits for a ticket that admits',
    cause: 'A ticket that admits would become an add-on, or the other way round.',
    remedy: 'Refund the ticket, and sell another one.',
  }),
  seat_not_expected: badRequest({
    field: 'seat_id',
    en: 'seat_id must not be sent for a ticket without a seat',
    cause: 'The event has no seats, or the ticket is an add-on.',
    remedy: 'Leave `seat_id` out.',
  }),
  seat_not_of_event: missing({
    field: 'seat_id',
    en: 'seat_id: the event has no such seat',
    cause: 'The id is that of a seat of another event, or of none.',
    remedy: 'Send an id from `GET /events/{id}/seats`.',
  }),
  difference_changed: conflict({
    facts: Difference,
    field: 'difference',
    en: ({ difference }) => `The difference is PHP ${difference} now`,
    cause: 'The price of a tier changed, or the order, since the difference was shown.',
    remedy: 'Show the buyer the new difference, and send it. Nothing was changed.',
  }),
  payment_method_required: badRequest({
    facts: Difference,
    field: 'payment_method',
    en: ({ difference }) =>
      difference > 0
        ? `payment_method is required: the buyer pays PHP ${difference}`
        : `payment_method is required: you give back PHP ${-difference}`,
    cause: 'The tickets cost more than before, or money is given back by hand, and the request does not say how.',
    remedy: 'Send `CASH` or `EXTERNAL`.',
  }),
});
