import { type Static, Type } from 'typebox';
import { Amount, Instant, nullable, Uuid } from '../platform/http/contract/fields.ts';
import { Model } from '../platform/http/contract/models.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { TicketNumber } from '../tickets/schemas.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { OrderChange, TicketMove, TicketPlace } from './order-change.ts';

const TicketPlaceJson = Model('TicketPlace', 'Where a ticket admits, and what it costs there.', {
  tier_id: Uuid(),
  tier_name: Type.String({ description: 'The name that the tier had at the time of the change.' }),
  price: Amount('PHP, before discount'),
  amount: Amount('PHP, after discount'),
  ...SeatFields,
});

const TicketMoveJson = Model('TicketMove', 'A ticket that was moved to another place.', {
  ticket_id: Uuid(),
  ticket_number: TicketNumber(),
  from: TicketPlaceJson,
  to: TicketPlaceJson,
  difference: Amount('PHP that the ticket costs more; negative: less'),
});

export const OrderChangeJson = Model('OrderChange', 'Tickets of an order that were moved together.', {
  id: nullable(Uuid('null: a preview, which changed nothing.')),
  difference: Amount('PHP that the order costs more; negative: less'),
  tickets: Type.Array(TicketMoveJson),
  created_at: Instant(),
});

const placeJson = (place: TicketPlace): Static<typeof TicketPlaceJson> => ({
  tier_id: place.tierId,
  tier_name: place.tierName,
  price: pesosFromCentavos(place.priceCentavos),
  amount: pesosFromCentavos(place.amountCentavos),
  ...seatFieldsJson(place.seat),
});

const moveJson = ({ ticketId, ticketNumber, from, to }: TicketMove): Static<typeof TicketMoveJson> => ({
  ticket_id: ticketId,
  ticket_number: ticketNumber,
  from: placeJson(from),
  to: placeJson(to),
  difference: pesosFromCentavos(to.amountCentavos - from.amountCentavos),
});

export const orderChangeJson = (change: OrderChange): Static<typeof OrderChangeJson> => ({
  id: change.id,
  difference: pesosFromCentavos(change.differenceCentavos),
  tickets: change.moves.map(moveJson),
  created_at: change.createdAt.toISOString(),
});
