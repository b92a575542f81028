import { eventRefusals } from '../events/refusals.ts';
import { conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';

export const orderRefusals = declareRefusals({
  order_not_found: notFound('Order'),
  buyer_erased: conflict({
    en: () => 'The personal data of this buyer was erased',
    cause: 'The buyer’s personal data was erased on request.',
    remedy: 'Nothing: the order keeps its amounts, and names no person any more.',
  }),
});

/** Refusals of the filters that lists of orders and of attendees have in common. */
export const FILTER_REFUSALS = [
  eventRefusals.event_not_found,
  eventRefusals.tier_not_found,
  fieldRefusals.fields_out_of_order,
];
