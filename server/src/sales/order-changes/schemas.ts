import { Type } from 'typebox';
import { Amount, optional, Uuid } from '../../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../../platform/http/contract/models.ts';
import { WINDOW_METHODS } from './settle-difference.ts';

/** What a person at the window chooses in one go. Larger parties move in several changes. */
const MAX_MOVES = 20;

const WindowMethodSchema = Enum(
  'WindowPaymentMethod',
  'How money is taken or given back at the window. CASH: from the drawer. EXTERNAL: elsewhere.',
  WINDOW_METHODS,
);

const GiveBackSchema = Enum(
  'GiveBack',
  'as_paid: the provider that was paid returns the money, and you what you took. by_hand: you return all of it.',
  ['as_paid', 'by_hand'],
);

const NewPlace = Model('TicketPlaceInput', 'Where a ticket is to be. At least one of tier_id and seat_id.', {
  ticket_id: Uuid('A valid ticket of the order.'),
  tier_id: optional(Uuid('Its new tier; without it the ticket stays in its tier.')),
  seat_id: optional(
    Uuid(
      'A free seat with the price of the tier. Without it a ticket keeps its seat if the tier prices it, or gets the best.',
    ),
  ),
});

export const NewOrderChange = Model('OrderChangeInput', 'Tickets of an order to move: all of them or none.', {
  tickets: Type.Array(NewPlace, { minItems: 1, maxItems: MAX_MOVES }),
  payment_method: optional(
    described(WindowMethodSchema, 'Required when the tickets cost more, or when you give back what a provider took.'),
  ),
  give_back: optional(described(GiveBackSchema, 'When the tickets cost less. Default: as_paid.')),
  difference: optional(
    Amount('The difference that the preview showed: when it is another one now, the answer is 409.'),
  ),
  preview: optional(Type.Boolean({ description: 'true: answers the difference and changes nothing.' })),
});
