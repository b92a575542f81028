import { BUYER } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { changePlaces } from '../../events/change-places.ts';
import { orderRefusals } from '../../orders/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import { findOrderRevision } from '../../tickets/order-ticket-queries.ts';
import { closeRefundRequest } from '../../tickets/refund-requests/queries.ts';
import type { Uuid } from '../../values/uuid.ts';

interface Withdrawal {
  organizationId: Uuid;
  eventId: Uuid;
  orderId: Uuid;
  /** The revision of the order as its page showed it: a link that was void meanwhile withdraws nothing. */
  revision: number;
  now: Date;
}

/**
 * The buyer keeps the tickets after all: the pending request is closed. If the organizer decides at the same time, the
 * first to lock the event wins.
 * @returns whether a request was pending
 * @throws Refusal 404 when the order has another link since
 */
export function withdrawRefundRequest(db: Database, withdrawal: Withdrawal): Promise<boolean> {
  const { organizationId, eventId, orderId, revision, now } = withdrawal;
  return changePlaces(db, { organizationId, eventId }, async (tx) => {
    if ((await findOrderRevision(tx, organizationId, orderId)) !== revision) throw orderRefusals.order_not_found();
    const ticketIds = await closeRefundRequest(tx, organizationId, orderId, now);
    if (!ticketIds) return false;
    const change = { before: { ticket_ids: ticketIds }, after: null };
    recordChange(tx, {
      organizationId,
      actor: BUYER,
      action: 'order.refund_request_withdrawn',
      subjectId: orderId,
      ...change,
      now,
    });
    return true;
  });
}
