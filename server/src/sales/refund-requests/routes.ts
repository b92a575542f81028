import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eventRefusals } from '../../events/refusals.ts';
import { requireEvent } from '../../events/require-event.ts';
import { getOrder } from '../../orders/queries.ts';
import { orderRefusals } from '../../orders/refusals.ts';
import { agreedFrom, ExpectedRefund } from '../../orders/schemas.ts';
import type { Database } from '../../platform/database/database.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { IdParams } from '../../platform/http/contract/fields.ts';
import { pageFrom, pageMeta } from '../../platform/http/contract/pagination.ts';
import { listRefundRequests } from '../../tickets/refund-requests/queries.ts';
import { ticketRefusals } from '../../tickets/refusals.ts';
import type { Clock } from '../../values/clock.ts';
import { saleRefusals } from '../refusals.ts';
import { approveRefundRequest, declineRefundRequest } from './decide-refund-request.ts';
import {
  DeclineBody,
  RefundRequestJson,
  RefundRequestListJson,
  RefundRequestsQuery,
  refundRequestJson,
} from './schemas.ts';

const tags = ['Orders'];
const response = { 200: Data(RefundRequestJson) };

export const refundRequestRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, parts) => {
  const { db, clock } = parts;

  app.get(
    '/refund-requests',
    {
      config: { access: 'read', refusals: [eventRefusals.event_not_found, orderRefusals.order_not_found] },
      schema: {
        operationId: 'listRefundRequests',
        summary: 'List the refunds that buyers asked for, newest first',
        description: 'Buyers ask on the page of their order, where the `refund_rule` of the event says `request`.',
        tags,
        querystring: RefundRequestsQuery,
        response: { 200: Data(RefundRequestListJson) },
      },
    },
    async ({ organizationId, query }) => {
      const { status, event_id: eventId, order_id: orderId } = query;
      if (eventId !== undefined) await requireEvent(db, organizationId, eventId);
      // Answers 404 when the organization has no such order.
      if (orderId !== undefined) await getOrder(db, organizationId, orderId);
      const page = pageFrom(query);
      const { requests, total } = await listRefundRequests(db, organizationId, { status, eventId, orderId, page });
      return { data: { refund_requests: requests.map(refundRequestJson), meta: pageMeta(page, total) } };
    },
  );

  app.post(
    '/refund-requests/:id/approve',
    {
      config: {
        access: 'manage',
        bodyOptional: true,
        refusals: [
          ticketRefusals.refund_request_not_found,
          saleRefusals.refund_request_decided,
          saleRefusals.refund_request_over,
          saleRefusals.ticket_not_refundable,
          saleRefusals.refund_amount_changed,
        ],
      },
      schema: {
        operationId: 'approveRefundRequest',
        summary: 'Refund what a buyer asked for, less the fee',
        description:
          'Refunds those of its tickets that are still valid; one that was checked in meanwhile stays used. The fee is ' +
          'that of the rule when the buyer asked. Of two concurrent decisions one succeeds, the other is 409.',
        tags,
        params: IdParams,
        body: ExpectedRefund,
        response,
      },
    },
    async ({ organizationId, caller: actor, params: { id: requestId }, body }) => {
      const decision = { organizationId, actor, requestId, agreedCentavos: agreedFrom(body), now: clock.now() };
      return { data: refundRequestJson(await approveRefundRequest(db, decision)) };
    },
  );

  app.post(
    '/refund-requests/:id/decline',
    {
      config: {
        access: 'manage',
        bodyOptional: true,
        refusals: [ticketRefusals.refund_request_not_found, saleRefusals.refund_request_decided],
      },
      schema: {
        operationId: 'declineRefundRequest',
        summary: 'Decline what a buyer asked for, and tell them by e-mail',
        description:
          'The tickets stay as they are. The mail has the `reason`, if one is given. Of two concurrent decisions one ' +
          'succeeds, the other is 409.',
        tags,
        params: IdParams,
        body: DeclineBody,
        response,
      },
    },
    async ({ organizationId, caller: actor, params: { id: requestId }, body }) => {
      const decision = { organizationId, actor, requestId, reason: body.reason ?? null, now: clock.now() };
      return { data: refundRequestJson(await declineRefundRequest(db, decision)) };
    },
  );
};
