import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { changePlaces } from '../../events/change-places.ts';
import { recordMails } from '../../mail/record-mail.ts';
import { getOrder } from '../../orders/queries.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ticketsReturned } from '../../platform/metrics/service-metrics.ts';
import { listOrderTickets } from '../../tickets/order-ticket-queries.ts';
import { decideRefundRequest, getRefundRequest } from '../../tickets/refund-requests/queries.ts';
import type { RefundRequest } from '../../tickets/refund-requests/refund-request.ts';
import type { Uuid } from '../../values/uuid.ts';
import { refundUnderLock } from '../refund-order.ts';
import { saleRefusals } from '../refusals.ts';

interface Decision {
  organizationId: Uuid;
  actor: Actor;
  requestId: Uuid;
  now: Date;
}

/**
 * Refunds the tickets of a buyer's request that are still valid, less the fee of the rule when the buyer asked. A
 * ticket that was checked in or passed on meanwhile stays. One of two concurrent decisions succeeds.
 * @throws Refusal 404; 409 when the request was decided or closed, none of its tickets is valid, or the amount is
 * another one
 */
export async function approveRefundRequest(
  db: Database,
  decision: Decision & { agreedCentavos: number | null },
): Promise<RefundRequest> {
  const { organizationId, actor, requestId, agreedCentavos, now } = decision;
  const { event } = await getRefundRequest(db, organizationId, requestId);
  let returned = 0;
  const approved = await changePlaces(db, { organizationId, eventId: event.id }, async (tx, places) => {
    // Before the tickets are refunded, which closes pending requests.
    const { orderId, feePercent, feeCentavos, ticketIds } = await decide(tx, decision, 'approved');
    const asked = new Set(ticketIds);
    const tickets = await listOrderTickets(tx, organizationId, orderId);
    const valid = tickets
      .filter(({ id, status, passedOn }) => status === 'valid' && passedOn === 0 && asked.has(id))
      .map(({ id }) => id);
    if (valid.length === 0) throw saleRefusals.refund_request_over();
    const fee = { feePercent, feeCentavos };
    const refund = { organizationId, actor, orderId, ticketIds: valid, agreedCentavos, fee, now };
    returned = (await refundUnderLock(tx, places, refund)).returned;
    return getRefundRequest(tx, organizationId, requestId);
  });
  ticketsReturned.inc(returned);
  return approved;
}

/**
 * Declines a buyer's request and tells the buyer by e-mail, with the reason if there is one; the tickets stay as they
 * are.
 * @throws Refusal 404; 409
 */
export async function declineRefundRequest(
  db: Database,
  decision: Decision & { reason: string | null },
): Promise<RefundRequest> {
  const { organizationId, actor, requestId, reason, now } = decision;
  const { event } = await getRefundRequest(db, organizationId, requestId);
  return changePlaces(db, { organizationId, eventId: event.id }, async (tx) => {
    const { orderId, ticketIds } = await decide(tx, decision, 'declined');
    // Read under the event's lock, which an erasure of the buyer's data takes, too.
    const { customer } = await getOrder(tx, organizationId, orderId);
    const mail = {
      kind: 'refund_declined',
      recipient: customer.email,
      orderId,
      details: { ticket_ids: ticketIds, reason },
    } as const;
    recordMails(tx, organizationId, [mail], now);
    const change = { before: null, after: { ticket_ids: ticketIds } };
    recordChange(tx, { organizationId, actor, action: 'order.refund_declined', subjectId: orderId, ...change, now });
    return getRefundRequest(tx, organizationId, requestId);
  });
}

async function decide(
  tx: Tx,
  { organizationId, requestId, now }: Decision,
  status: 'approved' | 'declined',
): Promise<RefundRequest> {
  const isDecided = await decideRefundRequest(tx, organizationId, requestId, { status, now });
  const request = await getRefundRequest(tx, organizationId, requestId);
  if (!isDecided) throw saleRefusals.refund_request_decided({ status: request.status });
  return request;
}
