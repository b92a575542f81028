import { BUYER } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { changePlaces } from '../../events/change-places.ts';
import { getEvent } from '../../events/queries.ts';
import { type RefundRule, refundableUntil, refundOf, refundRuleOf, ruleForOrder } from '../../events/refund-rule.ts';
import { hasPaymentByHand } from '../../payments/queries.ts';
import { type Database, type Tx, violatedConstraint } from '../../platform/database/database.ts';
import { ticketsReturned } from '../../platform/metrics/service-metrics.ts';
import { listOrderTickets, type OrderTicket } from '../../tickets/order-ticket-queries.ts';
import { insertRefundRequest } from '../../tickets/refund-requests/queries.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { refundUnderLock } from '../refund-order.ts';
import { saleRefusals } from '../refusals.ts';
import { requireRevision, type ShownOrder } from './require-revision.ts';
import { tellTeam } from './tell-team.ts';

interface Ask extends ShownOrder {
  eventId: Uuid;
  ticketIds: Uuid[];
  /** The `refundTerms` that the buyer agreed to. */
  agreed: string;
  now: Date;
}

/** Whether the refund is at once, and what it gives back. */
export const refundTerms = (tickets: OrderTicket[], rule: RefundRule): string =>
  `${rule.approval} ${refundOf(tickets, rule).backCentavos}`;

/**
 * The buyer asks for a refund of tickets that are valid and were not passed on. As the event's rule says, they are
 * refunded at once less its fee, or the organizer decides. Under the event's lock: of two presses one succeeds, of a
 * check-in at the same moment the first wins, and nothing is kept that the buyer did not agree to.
 * @returns what became of it
 * @throws Refusal 404 when the order has another link since; 409 when the rule does not allow it (any more), it has
 * other terms, a ticket is used, refunded or cancelled, or a request is pending
 */
export async function requestRefund(db: Database, ask: Ask): Promise<'refunded' | 'refunded_free' | 'requested'> {
  let returned = 0;
  try {
    return await changePlaces(db, ask, async (tx, places) => {
      const { rule, tickets } = await requireAllowed(tx, ask);
      if (refundTerms(tickets, rule) !== ask.agreed) throw saleRefusals.refund_terms_changed();
      const { organizationId, orderId, ticketIds, now } = ask;
      if (rule.approval === 'automatic') {
        const refund = { organizationId, actor: BUYER, orderId, ticketIds, agreedCentavos: null, fee: rule, now };
        returned = (await refundUnderLock(tx, places, refund)).returned;
        return refundOf(tickets, rule).backCentavos === 0 ? 'refunded_free' : 'refunded';
      }
      await record(tx, ask, rule);
      return 'requested';
    });
  } catch (error) {
    if (violatedConstraint(error) === 'refund_requests_one_pending') throw saleRefusals.refund_already_requested();
    throw error;
  } finally {
    ticketsReturned.inc(returned);
  }
}

async function requireAllowed(tx: Tx, ask: Ask) {
  await requireRevision(tx, ask);
  const { organizationId, eventId, orderId, ticketIds, now } = ask;
  const [event, takenByHand] = await Promise.all([
    getEvent(tx, organizationId, eventId),
    hasPaymentByHand(tx, organizationId, orderId),
  ]);
  const rule = refundRuleOf(event);
  if (!rule || refundableUntil(rule, event.startDatetime) <= now) throw saleRefusals.refund_not_allowed();
  const ofOrder = new Map((await listOrderTickets(tx, organizationId, orderId)).map((ticket) => [ticket.id, ticket]));
  const tickets = ticketIds.map((id) => {
    const ticket = ofOrder.get(id);
    if (!ticket) throw saleRefusals.ticket_not_in_order({ ticket_id: id });
    if (ticket.status !== 'valid') throw saleRefusals.ticket_not_refundable({ ticket_id: id, status: ticket.status });
    if (ticket.passedOn > 0) throw saleRefusals.refund_not_allowed();
    return ticket;
  });
  return { rule: ruleForOrder(rule, { takenByHand }), tickets };
}

async function record(tx: Tx, { organizationId, eventId, orderId, ticketIds, now }: Ask, rule: RefundRule) {
  const { feePercent, feeCentavos } = rule;
  const request = { organizationId, id: newId(now), orderId, eventId, ticketIds, feePercent, feeCentavos };
  const isTold = await tellTeam(tx, { organizationId, orderId, now });
  await insertRefundRequest(tx, { ...request, status: 'pending', isTold, createdAt: now });
  const change = { before: null, after: { ticket_ids: ticketIds } };
  recordChange(tx, {
    organizationId,
    actor: BUYER,
    action: 'order.refund_requested',
    subjectId: orderId,
    ...change,
    now,
  });
}
