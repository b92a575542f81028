import { Type } from 'typebox';
import { EventReferenceJson } from '../../events/schemas.ts';
import { OrderNumber } from '../../orders/schemas.ts';
import { Amount, Instant, Name, nullable, optional, Uuid } from '../../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../../platform/http/contract/pagination.ts';
import { shown } from '../../platform/http/contract/wire.ts';
import { REFUND_REQUEST_STATUSES, type RefundRequest } from '../../tickets/refund-requests/refund-request.ts';
import { CustomerJson } from '../../tickets/schemas.ts';
import { pesosFromCentavos } from '../../values/money.ts';

const RefundRequestStatusSchema = Enum(
  'RefundRequestStatus',
  'closed: withdrawn, or its tickets were refunded, cancelled or passed on, or the buyer got another address.',
  REFUND_REQUEST_STATUSES,
);

export const RefundRequestsQuery = Type.Object({
  ...PageQuery(20, 100),
  status: Type.Optional(described(RefundRequestStatusSchema, 'Omit for all.')),
  event_id: Type.Optional(Uuid('Only this event.')),
  order_id: Type.Optional(Uuid('Only this order.')),
});

/** As much as people read of a mail. */
const MAX_REASON_LENGTH = 1_000;

export const DeclineBody = Model('RefundDecline', 'What the buyer is told.', {
  reason: optional(Name(MAX_REASON_LENGTH, 'Why, in the mail to the buyer. Blank lines separate paragraphs.')),
});

const RequestedTicketJson = Model('RequestedRefundTicket', 'A ticket that a buyer wants to give back.', {
  id: Uuid(),
  ticket_number: Type.String(),
  tier: Type.String({ description: 'Name of the tier.' }),
  attendee: Type.String({ description: 'Name of the attendee; the buyer’s if none was given.' }),
});

export const RefundRequestJson = Model(
  'RequestedRefund',
  'A refund that a buyer asked for on the page of their order.',
  {
    id: Uuid(),
    status: RefundRequestStatusSchema,
    order_id: Uuid(),
    order_number: OrderNumber(),
    event: EventReferenceJson,
    customer: CustomerJson,
    ticket_ids: Type.Array(Uuid()),
    tickets: Type.Array(RequestedTicketJson, { description: 'The same, in the order of the items.' }),
    fee_percent: Type.Integer({ description: 'Of the price of each ticket; the rule when the buyer asked.' }),
    fee_fixed: Amount('PHP of each ticket, in addition.'),
    refund_amount: nullable(
      Amount(
        'PHP that approving it gives back now: for its tickets that are valid, less the fee. null: it is decided.',
      ),
    ),
    created_at: Instant(),
    decided_at: nullable(Instant()),
  },
);

export const RefundRequestListJson = Model('RequestedRefundList', 'A page of refund requests, newest first.', {
  refund_requests: Type.Array(RefundRequestJson),
  meta: PageMeta,
});

export const refundRequestJson = (request: RefundRequest) =>
  shown(RefundRequestJson, {
    ...request,
    tickets: request.tickets.map(({ number, ...ticket }) => ({ ...ticket, ticket_number: number })),
    feeFixed: pesosFromCentavos(request.feeCentavos),
    refundAmount: request.refundCentavos === null ? null : pesosFromCentavos(request.refundCentavos),
  });
