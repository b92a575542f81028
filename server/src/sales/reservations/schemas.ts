import { type Static, Type } from 'typebox';
import { placesOf } from '../../checkouts/checkout.ts';
import { MAX_ITEMS, RequiredItems, SeatIds } from '../../checkouts/request-schemas.ts';
import { EventReferenceJson } from '../../events/schemas.ts';
import { MAX_NOTE_LENGTH } from '../../orders/order.ts';
import { saleFields } from '../../orders/sale-schemas.ts';
import {
  Amount,
  Email,
  Instant,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  Name,
  nullable,
  optional,
  PersonName,
  Text,
  Timestamp,
  Uuid,
} from '../../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../../platform/http/contract/pagination.ts';
import { shown } from '../../platform/http/contract/wire.ts';
import { seatLabel } from '../../seating/seat.ts';
import { rowKey, seatId } from '../../seating/seat-id.ts';
import { pesosFromCentavos } from '../../values/money.ts';
import { parseTimestamp } from '../../values/timestamps.ts';
import { type KeptSeat, RESERVATION_STATES, type Reservation } from './reservation.ts';

const ReservationStateSchema = Enum(
  'ReservationState',
  'kept: it can be picked up. picked_up: all of it became orders. let_go: by staff, or the event was cancelled. ended: its time was over, or the event completed.',
  RESERVATION_STATES,
);

const personFields = {
  email: optional(Email()),
  phone: optional(Text(MAX_PHONE_LENGTH)),
  note: optional(Text(MAX_NOTE_LENGTH, 'Your own words.')),
  until: optional(Timestamp('Until then the places are kept; null: until they are let go, or the event is completed.')),
};

export const NewReservation = Model('ReservationInput', 'Places to keep for a name.', {
  event_id: Uuid(),
  items: RequiredItems('The places: all of them or none. `seat_ids` can be sent whoever chooses the seats.'),
  name: PersonName('Whom they are kept for.'),
  ...personFields,
});

export const ReservationChanges = Model('ReservationChanges', 'Omitted fields stay as they are; null clears them.', {
  name: Type.Optional(PersonName('Whom the places are kept for.')),
  ...personFields,
});

const PickedItem = Model('PickedItemInput', 'Kept places that are picked up.', {
  tier_id: Uuid(),
  section_id: optional(Uuid('Needed where the same tier is kept in several sections.')),
  quantity: optional(Type.Integer({ minimum: 1, description: 'Required without `seat_ids`.' })),
  seat_ids: Type.Optional(SeatIds),
});

export const PickUpBody = Model('PickUpInput', 'How the places are paid, and who buys them.', {
  items: Type.Optional(
    Type.Unsafe<Static<typeof PickedItem>[] | null>({
      type: ['array', 'null'],
      items: PickedItem,
      minItems: 1,
      maxItems: MAX_ITEMS,
      description: 'Only these places: the others stay kept. Omit for all.',
    }),
  ),
  customer: optional(
    Model('PickUpCustomerInput', 'The buyer. Omitted fields are those of the reservation.', {
      name: optional(PersonName('Full name')),
      email: optional(Email()),
      phone: optional(Text(MAX_PHONE_LENGTH)),
    }),
  ),
  ...saleFields,
});

export const ReservationsQuery = Type.Object({
  ...PageQuery(20, 100),
  event_id: Type.Optional(Uuid('Only of this event.')),
  state: Type.Optional(described(ReservationStateSchema, 'Omit for all.')),
  q: Type.Optional(Name(MAX_NAME_LENGTH, 'Part of the name, without regard to case and accents.')),
});

const KeptSeatJson = Model('ReservationSeat', 'A seat that is kept.', {
  section: Type.String(),
  row: Type.String(),
  seat: Type.Integer(),
  label: Type.String({ examples: ['A-12'] }),
  seat_id: Uuid(),
});

const KeptItemJson = Model('ReservationItem', 'Places of one tier that are kept.', {
  tier_id: Uuid(),
  tier_name: Type.String({ description: 'The name that the tier has now.' }),
  section_id: nullable(Uuid('null: general admission, or an add-on.')),
  quantity: Type.Integer(),
  unit_price: Amount('PHP, of one ticket, on the day on which it was kept'),
  subtotal: Amount(),
  seats: Type.Array(KeptSeatJson),
});

export const ReservationJson = Model('Reservation', 'Places that are kept for a name, without payment.', {
  id: Uuid(),
  event: EventReferenceJson,
  state: ReservationStateSchema,
  name: Type.String(),
  email: nullable(Type.String({ description: 'Once all is picked up: of the buyer, as `phone`.' })),
  phone: nullable(Type.String()),
  note: nullable(Type.String()),
  until: nullable(Instant('null: until they are let go, or the event is completed.')),
  quantity: Type.Integer({ description: 'Of all items.' }),
  items: Type.Array(KeptItemJson, { description: 'What is kept now; afterwards, what was kept last.' }),
  total_amount: Amount('PHP, to be paid for what is kept'),
  picked_up: Type.Integer({ description: 'Places that were picked up.' }),
  order_ids: Type.Array(Uuid(), { description: 'What was picked up, the oldest first.' }),
  created_at: Instant(),
});

export const ReservationListJson = Model('ReservationList', 'A page of reservations, newest first.', {
  reservations: Type.Array(ReservationJson),
  meta: PageMeta,
});

const seatJson = (eventId: string, seat: KeptSeat): Static<typeof KeptSeatJson> => ({
  ...seat,
  label: seatLabel(seat),
  seat_id: seatId(rowKey(eventId, seat.section, seat.row), seat.seat),
});

export function reservationJson(reservation: Reservation) {
  const seats = reservation.seats.values();
  const { orders, event } = reservation;
  return shown(ReservationJson, {
    ...reservation,
    until: reservation.keptUntil,
    items: reservation.lines.map((line) => ({
      tier_id: line.tierId,
      tier_name: line.tierName,
      section_id: line.sectionId,
      quantity: line.quantity,
      unit_price: pesosFromCentavos(line.unitPriceCentavos),
      subtotal: pesosFromCentavos(line.quantity * line.unitPriceCentavos),
      seats: line.admission ? [...seats.take(line.quantity)].map((seat) => seatJson(event.id, seat)) : [],
    })),
    totalAmount: pesosFromCentavos(reservation.subtotalCentavos),
    pickedUp: placesOf(orders),
    orderIds: orders.map(({ id }) => id),
  });
}

/** undefined was not sent, null clears. */
export const fieldsFrom = (body: Static<typeof ReservationChanges>, timeZone: string) => ({
  name: body.name,
  email: body.email,
  phone: body.phone,
  note: body.note,
  keptUntil: untilFrom(body, timeZone),
});

export const untilFrom = ({ until }: { until?: string | null }, timeZone: string): Date | null | undefined =>
  until == null ? until : parseTimestamp(until, timeZone);
