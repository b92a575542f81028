import { type Static, Type } from 'typebox';
import { attendeeOrNull } from '../checkouts/attendee.ts';
import {
  AttributionJson,
  attributionJson,
  ChannelSchema,
  MAX_ATTRIBUTION_LENGTH,
} from '../checkouts/attribution-schemas.ts';
import { MOST_PER_ORDER } from '../checkouts/checkout.ts';
import { RequiredItems } from '../checkouts/request-schemas.ts';
import { EventReferenceJson } from '../events/schemas.ts';
import { REFUND_REASONS, refundReasonIn } from '../payments/refund-reason.ts';
import {
  Amount,
  Email,
  ExpectedPesos,
  Instant,
  Label,
  MAX_PHONE_LENGTH,
  Name,
  nullable,
  optional,
  PersonName,
  Text,
  Url,
  Uuid,
  Uuids,
} from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { TimeRangeQuery } from '../platform/http/contract/time-range.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { AnswerJson, answerJson } from '../questions/schemas.ts';
import { SeatFields, seatFieldsJson } from '../seating/schemas.ts';
import { seatFrom } from '../seating/seat.ts';
import type { Answer, OrderAnswer } from '../tickets/answer-queries.ts';
import type { OrderTicket } from '../tickets/order-ticket-queries.ts';
import {
  AttendeeOrNullJson,
  CustomerJson,
  TicketNumber,
  TicketStatusSchema,
  TierAtPurchaseJson,
} from '../tickets/schemas.ts';
import { centavosFromPesos, pesosFromCentavos } from '../values/money.ts';
import { OrderChangeJson } from './change-schemas.ts';
import { ORDER_STATUSES, type Order, type OrderLine, UNNAMED_BUYER } from './order.ts';
import { ORDER_NUMBER_PATTERN } from './order-number.ts';
import type { OrderConsent, OrderRefund } from './queries.ts';
import { saleFields } from './sale-schemas.ts';
import { MAX_SEARCH_LENGTH } from './search-text.ts';

export const SearchText = Type.Optional(
  Name(
    MAX_SEARCH_LENGTH,
    'Beginnings of words in the name or e-mail address of the buyer or of an attendee, a telephone number, a ticket or order number, or an order id.',
  ),
);

export const OrderNumber = () => Type.String({ pattern: ORDER_NUMBER_PATTERN, examples: ['TK-7F3K-29QD'] });

const LinkQuery = {
  source: Type.Optional(Label(MAX_ATTRIBUTION_LENGTH, 'Only orders with this source.')),
  ref: Type.Optional(Label(MAX_ATTRIBUTION_LENGTH, 'Only orders with this referral code.')),
};

const OrderStatusSchema = Enum('OrderStatus', 'Whether an order was refunded.', ORDER_STATUSES);

const OrderFilterQuery = {
  event_id: Type.Optional(Uuid('Only this event.')),
  status: Type.Optional(described(OrderStatusSchema, 'Omit for all.')),
  tier_id: Type.Optional(Uuid('Only orders with tickets of this tier.')),
  refund_failed: Type.Optional(Type.Boolean({ description: 'true: only with a failed refund.' })),
  ...TimeRangeQuery('Orders paid'),
  ...LinkQuery,
};

export const OrdersQuery = Type.Object({ ...PageQuery(20, 50), ...OrderFilterQuery, q: SearchText });

export const OrdersCsvQuery = Type.Object({
  ...OrderFilterQuery,
  ids: Type.Optional(Uuids('Only these orders, with commas between their ids.')),
});

export const NewOrder = Model('OrderInput', 'An order of the box office: paid by hand, or given away.', {
  event_id: Uuid(),
  items: RequiredItems('The tickets: all of them or none.'),
  customer: Model('OrderCustomerInput', 'The buyer. Tickets are sent to the e-mail address.', {
    name: optional(PersonName(`Full name; ${UNNAMED_BUYER} when omitted.`)),
    email: Email(),
    phone: optional(Text(MAX_PHONE_LENGTH)),
  }),
  ...saleFields,
});

const expectedAmount = {
  amount: optional(ExpectedPesos('PHP that you expect: 409 if it is another amount now.')),
};

/** What a refund may give back; null: whatever it is. */
export const agreedFrom = ({ amount }: Static<Type.TObject<typeof expectedAmount>>): number | null =>
  typeof amount === 'number' ? centavosFromPesos(amount) : null;

export const ExpectedRefund = Model('ExpectedRefund', 'What a refund should give back.', expectedAmount);

export const RefundBody = Model('RefundRequest', 'The tickets of an order to refund.', {
  ticket_ids: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: Uuid(),
      minItems: 1,
      maxItems: MOST_PER_ORDER,
      description: 'Only these tickets; omit for the whole order.',
    }),
  ),
  ...expectedAmount,
});

export const OrderCustomerJson = Model('OrderCustomer', 'The buyer of an order.', {
  ...CustomerJson.properties,
  phone: nullable(Type.String()),
});

const OrderItemJson = Model('OrderItem', 'The tickets of one tier of an order, as they were bought.', {
  tier_id: Uuid(),
  tier_name: Type.String({ description: 'The name that the tier has now.' }),
  section_id: nullable(Uuid('null: general admission, or the section left the plan.')),
  quantity: Type.Integer({ description: 'Refunded tickets included.' }),
  unit_price: Amount('PHP, of one ticket before discount'),
  subtotal: Amount('PHP, before discount'),
});

export const OrderJson = Model('OrderSummary', 'A paid order, without its tickets.', {
  id: Uuid(),
  order_number: OrderNumber(),
  event: EventReferenceJson,
  customer: OrderCustomerJson,
  quantity: Type.Integer(),
  items: Type.Array(OrderItemJson, { description: 'In the order of the tickets.' }),
  subtotal: Amount('PHP, before discount'),
  discount: Amount(),
  promo_code: nullable(Type.String()),
  total_amount: Amount('PHP, what its tickets cost, after discount and changes'),
  refunded_amount: Amount('PHP, refunded or being refunded'),
  status: OrderStatusSchema,
  payment_method: Type.String({ description: 'The payment method, an upper-case code.', examples: ['GCASH'] }),
  reference: nullable(Type.String({ description: 'Box office: your number of the payment.' })),
  note: nullable(Type.String({ description: 'Box office: your words.' })),
  channel: ChannelSchema,
  attribution: AttributionJson,
  paid_at: Instant(),
  created_at: Instant(),
});

const RefundStatusSchema = Enum('RefundStatus', 'pending: in progress, retried when it fails.', [
  'pending',
  'succeeded',
  'failed',
]);

const RefundReasonSchema = Enum('RefundReason', 'Why the money is refunded, as a code.', REFUND_REASONS);

export const RefundJson = Model('Refund', 'A refund to a buyer.', {
  id: Uuid(),
  amount: Amount(),
  status: RefundStatusSchema,
  reason: Type.String(),
  reason_code: RefundReasonSchema,
  failure_reason: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  created_at: Instant(),
  updated_at: Instant(),
});

const OrderTicketJson = Model('OrderTicket', 'A ticket of an order.', {
  id: Uuid(),
  ticket_number: TicketNumber(),
  status: TicketStatusSchema,
  tier_id: Uuid(),
  tier: TierAtPurchaseJson,
  amount: Amount('PHP, paid for it.'),
  refund_fee: Amount('PHP, kept of its refund.'),
  ...SeatFields,
  attendee: AttendeeOrNullJson,
  answers: Type.Array(AnswerJson, { description: 'To questions about each ticket.' }),
});

export const ConsentJson = Model('Consent', 'The exact text a buyer agreed to on the hosted page.', {
  text: Type.String(),
  given_at: Instant(),
});

export const OrderWithTicketsJson = Model('Order', 'A paid order with its tickets and refunds.', {
  ...OrderJson.properties,
  ticket_ids: Type.Array(Uuid()),
  tickets: Type.Array(OrderTicketJson),
  answers: Type.Array(AnswerJson, { description: 'To questions about the order.' }),
  tickets_url: nullable(
    Url('The page of all its tickets, for the buyer. Null below `manage`; with `hand_out`, of the box office.'),
  ),
  consent: nullable(described(ConsentJson, 'null: the event had no text.')),
  refunds: Type.Array(RefundJson, { description: 'Of tickets, and of differences of changes.' }),
  changes: Type.Array(OrderChangeJson, { description: 'Moved tickets, the oldest first.' }),
});

export const OrderListJson = Model('OrderList', 'A page of paid orders, newest first.', {
  orders: Type.Array(OrderJson),
  meta: PageMeta,
});

const itemJson = (line: OrderLine): Static<typeof OrderItemJson> => ({
  tier_id: line.tierId,
  tier_name: line.tierName,
  section_id: line.sectionId,
  quantity: line.quantity,
  unit_price: pesosFromCentavos(line.unitPriceCentavos),
  subtotal: pesosFromCentavos(line.quantity * line.unitPriceCentavos),
});

export const orderJson = (order: Order): Static<typeof OrderJson> => ({
  id: order.id,
  order_number: order.orderNumber,
  event: order.event,
  customer: order.customer,
  quantity: order.quantity,
  items: order.lines.map(itemJson),
  subtotal: pesosFromCentavos(order.subtotalCentavos),
  discount: pesosFromCentavos(order.discountCentavos),
  promo_code: order.promoCode,
  total_amount: pesosFromCentavos(order.totalCentavos),
  refunded_amount: pesosFromCentavos(order.refundedCentavos),
  status: order.status,
  payment_method: order.paymentMethod,
  reference: order.reference,
  note: order.note,
  channel: order.channel,
  attribution: attributionJson(order),
  paid_at: order.paidAt.toISOString(),
  created_at: order.createdAt.toISOString(),
});

const orderTicketJson = (ticket: OrderTicket, answers: Answer[]): Static<typeof OrderTicketJson> => ({
  id: ticket.id,
  ticket_number: ticket.ticketNumber,
  status: ticket.status,
  tier_id: ticket.tierId,
  tier: { name: ticket.tierName, price: pesosFromCentavos(ticket.priceCentavos) },
  amount: pesosFromCentavos(ticket.amountCentavos),
  refund_fee: pesosFromCentavos(ticket.keptCentavos),
  ...seatFieldsJson(seatFrom(ticket)),
  attendee: attendeeOrNull({ name: ticket.attendeeName, email: ticket.attendeeEmail }),
  answers: answers.map(answerJson),
});

/** The tickets of an order, and what was answered about each and about the order. */
export function orderTicketsJson(tickets: OrderTicket[], answers: OrderAnswer[]) {
  const about = Map.groupBy(answers, ({ ticketId }) => ticketId);
  return {
    ticket_ids: tickets.map(({ id }) => id),
    tickets: tickets.map((ticket) => orderTicketJson(ticket, about.get(ticket.id) ?? [])),
    answers: (about.get(null) ?? []).map(answerJson),
  };
}

export const consentJson = (consent: OrderConsent | undefined) => (consent ? shown(ConsentJson, consent) : null);

export const refundJson = (refund: OrderRefund) =>
  shown(RefundJson, {
    ...refund,
    amount: pesosFromCentavos(refund.amountCentavos),
    reason: refundReasonIn('en', refund.reason),
    reasonCode: refund.reason,
  });
