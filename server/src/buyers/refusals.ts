import { Type } from 'typebox';
import { Uuid } from '../platform/http/contract/fields.ts';
import { conflict, declareRefusals } from '../platform/refusals/declare-refusals.ts';

const listed = (description: string) => Type.Array(Uuid(), { description: `${description} At most 50 are listed.` });

export const buyerRefusals = declareRefusals({
  buyer_data_needed: conflict({
    temporary: true,
    facts: {
      tickets: listed('Tickets of events that are not over.'),
      checkouts: listed('Checkouts that hold places, or whose money may still arrive.'),
      refunds: listed('Refunds on their way.'),
      subscriptions: listed('Subscriptions whose paid period is not over.'),
    },
    en: ({ tickets, checkouts, refunds, subscriptions }) =>
      `This person’s data is still needed for ${[
        ...counted(tickets, 'ticket'),
        ...counted(checkouts, 'checkout'),
        ...counted(refunds, 'refund'),
        ...counted(subscriptions, 'subscription'),
      ].join(', ')}`,
    cause:
      'The person has a ticket of an event that is not over, a hold, money on its way, or a subscription that is paid for.',
    remedy:
      'Refund the tickets, release the checkouts and wait for the money, or wait until the events and paid periods are over. Then send the request again.',
  }),
});

const counted = (ids: string[], noun: string) =>
  ids.length === 0 ? [] : [`${ids.length} ${noun}${ids.length === 1 ? '' : 's'}`];
