import { type Static, Type } from 'typebox';
import { MAX_PRICE_PESOS, optional, Uuid } from '../../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../../platform/http/contract/models.ts';
import type { WantedPlace } from './planned-move.ts';
import { WINDOW_METHODS } from './settle-difference.ts';

/** What a person at the window chooses in one go. Larger parties move in several changes. */
const MAX_MOVES = 20;
/** All of them to or from the dearest price. */
const MAX_DIFFERENCE = MAX_MOVES * MAX_PRICE_PESOS;

const WindowMethodSchema = Enum(
  'WindowPaymentMethod',
  'At the window. CASH: from the drawer. EXTERNAL: elsewhere.',
  WINDOW_METHODS,
);

const GiveBackSchema = Enum(
  'GiveBack',
  'as_paid: the provider returns what it took, and you the rest. by_hand: you return all of it.',
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

export const NewOrderChange = Model('OrderChangeInput', 'Tickets to move: all or none.', {
  tickets: Type.Array(NewPlace, { minItems: 1, maxItems: MAX_MOVES }),
  payment_method: optional(
    described(WindowMethodSchema, 'Required when they cost more, or when you give back what a provider took.'),
  ),
  give_back: optional(described(GiveBackSchema, 'When the tickets cost less. Default: as_paid.')),
  difference: optional(
    Type.Number({
      format: 'pesos',
      minimum: -MAX_DIFFERENCE,
      maximum: MAX_DIFFERENCE,
      description: 'That of the preview, with at most two decimals: 409 if it is another one now.',
    }),
  ),
  preview: optional(Type.Boolean({ description: 'true: answers the difference and changes nothing.' })),
});

export const wantedPlace = (place: Static<typeof NewPlace>): WantedPlace => ({
  ticketId: place.ticket_id,
  tierId: place.tier_id ?? null,
  seatId: place.seat_id ?? null,
});
