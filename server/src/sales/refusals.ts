import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { conflict, declareRefusals, missing } from '../platform/refusals/declare-refusals.ts';
import { REFUND_REQUEST_STATUSES } from '../tickets/refund-requests/refund-request.ts';
import { NOT_VALID } from '../tickets/ticket.ts';
import { MOST_ATTEMPTS, MOST_UNDER_WAY } from './payment/attempt.ts';

/** Limit per checkout: more codes than any buyer is given. */
export const MOST_PROMO_TRIES = 20;

const OfTicket = { ticket_id: Type.String() };

/** Refusals of paying, completing and refunding. */
export const saleRefusals = declareRefusals({
  time_to_pay_over: conflict({
    en: 'The time to pay is over',
    cause: 'The hold ended, or the checkout was paid or cancelled, before the payment started.',
    remedy: 'Open the page of the checkout again: it shows the current status.',
  }),
  nothing_to_pay: conflict({
    en: 'There is nothing to pay',
    cause: 'A promo code entered in another tab covers the whole price.',
    remedy: 'Open the page of the checkout again, and confirm.',
  }),
  too_many_payments: conflict({
    en: 'Too many payments were started for this order. Finish one of them if it is still open, or start a new order.',
    fil: 'Masyado nang maraming pagbabayad ang nasimulan para sa order na ito. Tapusin ang isa sa mga ito kung bukas pa, o magsimula ng bagong order.',
    cause: `The checkout already has ${MOST_UNDER_WAY} payments that have not ended, or ${MOST_ATTEMPTS} in all.`,
    remedy: 'Finish a payment if one is still open, or start a new order.',
  }),
  too_many_promo_codes: conflict({
    en: 'Too many promo codes were tried. Pay without one, or start a new order.',
    fil: 'Masyado nang maraming promo code ang sinubukan. Magbayad nang wala nito, o magsimula ng bagong order.',
    cause: `More than ${MOST_PROMO_TRIES} promo codes were entered on the page of one checkout, or more than one while many wrong codes of the event are sent.`,
    remedy: 'Pay without a code, or start a new order.',
  }),
  promo_code_opens_tickets: conflict({
    en: 'The tickets in this order need the promo code that it has',
    fil: 'Kailangan ng mga ticket sa order na ito ang promo code na nilagay na',
    cause: 'The order has a hidden tier that its promo code opens, and the new code does not open it.',
    remedy: 'Keep the code, or start a new order without these tickets.',
  }),
  payment_under_way: conflict({
    en: 'A payment was started meanwhile: the order can only be changed before paying',
    fil: 'May nasimulan nang pagbabayad: bago magbayad lang mababago ang order',
    cause: 'A payment of the checkout began while it was being changed. Nothing was changed.',
    remedy: 'Try again, which closes the payment, or let the buyer finish it.',
  }),
  order_changed: conflict({
    en: 'The order changed since the page was opened',
    cause: 'The order was changed in another tab, or by a program, before it was paid or confirmed.',
    remedy: 'Open the page of the checkout again: it shows the order as it is now.',
  }),
  sale_total_changed: conflict({
    facts: { total_amount: Type.Number({ description: 'PHP.' }) },
    field: 'total_amount',
    en: ({ total_amount }) => `The total is PHP ${total_amount} now`,
    cause: 'The price of a tier, or what is kept, changed since the buyer was told the total.',
    remedy: 'Tell the buyer the new total, and send it. Nothing was sold.',
  }),
  ticket_not_in_order: missing({
    facts: OfTicket,
    en: ({ ticket_id }) => `Ticket ${ticket_id} of this order not found`,
    cause: 'A ticket that the request names is not one of the order.',
    remedy: 'Read the ids with `GET /orders/{id}`. Nothing was refunded or changed.',
  }),
  ticket_not_refundable: conflict({
    facts: { ...OfTicket, status: OneOf(NOT_VALID) },
    en: ({ ticket_id, status }) => `Ticket ${ticket_id} is ${status}`,
    cause: 'The ticket was refunded or cancelled before, or it was used and the buyer asked for the refund.',
    remedy: 'Leave it out. A used ticket is refunded with `POST /orders/{id}/refund`. This request refunded nothing.',
  }),
  refund_amount_changed: conflict({
    facts: { amount: Type.Number({ description: 'PHP.' }) },
    field: 'amount',
    en: ({ amount }) => `The refund is PHP ${amount} now`,
    cause: 'A ticket was moved to another tier, refunded or checked in since the amount was shown.',
    remedy: 'Show the new amount, and send it. Nothing was refunded.',
  }),
  refund_not_allowed: conflict({
    en: 'Refunds can no longer be requested on this page. Please ask the organizer',
    fil: 'Hindi na puwedeng humiling ng refund sa page na ito. Magtanong sa organizer',
    cause: 'The event has no refund rule, the time to ask is over, or the ticket was passed on.',
    remedy: 'Ask the organizer, who can refund every ticket.',
  }),
  refund_terms_changed: conflict({
    en: 'The refund changed since the page was opened',
    fil: 'Nagbago ang refund mula nang buksan ang page',
    cause: 'The refund rule of the event, or what a ticket cost, changed before the button was pressed.',
    remedy: 'Open the page again: it shows what the refund gives back now.',
  }),
  refund_already_requested: conflict({
    en: 'A refund was already requested for this order. The organizer answers by e-mail',
    fil: 'May hiling nang refund para sa order na ito. Sasagot ang organizer sa email',
    cause: 'The order has a request for a refund that is not decided yet.',
    remedy: 'Wait for the answer of the organizer.',
  }),
  refund_request_decided: conflict({
    facts: { status: OneOf(REFUND_REQUEST_STATUSES) },
    en: ({ status }) => `Refund request is ${status}`,
    cause: 'The request was decided before, or its tickets were refunded, cancelled or passed on meanwhile.',
    remedy: 'Nothing to do: read the order for its current status.',
  }),
  refund_request_over: conflict({
    en: 'No ticket of this refund request is valid any more',
    cause: 'The tickets were checked in or passed on after the buyer asked for the refund.',
    remedy: 'Decline the request, or refund the tickets with `POST /orders/{id}/refund`.',
  }),
  nothing_to_refund: conflict({
    en: 'Nothing is left to refund on this order',
    fil: 'Wala nang maire-refund sa order na ito',
    cause: 'All tickets of the order were refunded or cancelled before.',
    remedy: 'Nothing to do: `refunds` of the order shows the progress.',
  }),
});
