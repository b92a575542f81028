import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

/** Refusals of joining. */
export const joinRefusals = declareRefusals({
  tier_not_sold_out: conflict({
    facts: { left: Type.Integer() },
    temporary: true,
    en: ({ left }) => `Not sold out: ${left} available`,
    fil: ({ left }) => `Hindi pa sold out: ${left} pa ang available`,
    cause: 'The tier has places that anyone can buy.',
    remedy: 'Create a checkout for at most `left` places.',
  }),
  larger_than_tier: conflict({
    facts: { max: Type.Integer() },
    field: 'quantity',
    en: ({ max }) => `At most ${max} of these tickets are available together`,
    fil: ({ max }) => `Hanggang ${max} lang ng ticket na ito ang makukuha nang sabay`,
    cause: 'The tier, or the largest section with its price, has fewer places than the party needs.',
    remedy: 'Join with at most `max` places, or for another tier.',
  }),
  already_on_waiting_list: conflict({
    facts: { status: OneOf(['waiting', 'offered']) },
    temporary: true,
    field: 'customer.email',
    en: ({ status }) =>
      status === 'offered'
        ? 'This e-mail address has an offer from the waiting list of this tier'
        : 'This e-mail address is already on the waiting list of this tier',
    fil: ({ status }) =>
      status === 'offered'
        ? 'May alok na mula sa waiting list ng tier na ito ang email address na ito'
        : 'Nasa waiting list na ng tier na ito ang email address na ito',
    cause: 'One address has one place in the line of a tier. An offer counts until it ends.',
    remedy: 'Wait for the mail with the offer. To change the number of places, leave the list and join again.',
  }),
  waiting_list_full: conflict({
    facts: { max: Type.Integer() },
    temporary: true,
    en: ({ max }) => `The waiting list of this tier is full: ${max.toLocaleString('en-US')} people are on it`,
    fil: ({ max }) => `Puno na ang waiting list ng tier na ito: ${max.toLocaleString('en-US')} na ang naghihintay`,
    cause: 'The tier has as many waiting entries as a list can have.',
    remedy: 'Offer another tier.',
  }),
  waiting_list_closed: conflict({
    en: 'The waiting list is closed: sales of this tier end within an hour',
    fil: 'Sarado na ang waiting list: isang oras na lang o mas maikli bago matapos ang bentahan ng tier na ito',
    cause: 'Less than an hour is left until sales of the event or tier end, which is too short for an offer.',
    remedy: 'Free places are on sale for everyone now: create a checkout.',
  }),
});

export const entryRefusals = declareRefusals({
  entry_not_found: notFound('Waiting list entry'),
  entry_ended: conflict({
    facts: { status: OneOf(['bought', 'passed', 'left', 'ended']) },
    en: ({ status }) => `The waiting list entry is ${status}`,
    cause: 'The entry no longer waits: its offer was bought or passed, or it left the list meanwhile.',
    remedy: 'Read the list with `GET /events/{id}/waiting-list`.',
  }),
  offer_being_paid: conflict({
    temporary: true,
    en: 'The offer is being paid',
    fil: 'Binabayaran na ang alok',
    cause: 'A payment for the offered places is under way.',
    remedy:
      'Wait until it ends. The organizer can end the hold with `POST /checkouts/{id}/release`: the money is refunded.',
  }),
});
