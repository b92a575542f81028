import { BUYER } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { changePlaces } from '../../events/change-places.ts';
import type { Database } from '../../platform/database/database.ts';
import { closeRefundRequest } from '../../tickets/refund-requests/queries.ts';
import type { Uuid } from '../../values/uuid.ts';
import { requireRevision, type ShownOrder } from './require-revision.ts';

interface Withdrawal extends ShownOrder {
  eventId: Uuid;
  now: Date;
}

/**
 * The buyer keeps the tickets after all: the pending request is closed. If the organizer decides at the same time, the
 * first to lock the event wins.
 * @returns whether a request was pending
 * @throws Refusal 404 when the order has another link since
 */
export function withdrawRefundRequest(db: Database, withdrawal: Withdrawal): Promise<boolean> {
  const { organizationId, eventId, orderId, now } = withdrawal;
  return changePlaces(db, { organizationId, eventId }, async (tx) => {
    await requireRevision(tx, withdrawal);
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
