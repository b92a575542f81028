import type { Config } from '../config/config.ts';
import { listOrderChanges } from '../orders/change-queries.ts';
import { orderChangeJson } from '../orders/change-schemas.ts';
import { findOrderConsent, getOrder, listOrderRefunds } from '../orders/queries.ts';
import { consentJson, orderJson, orderTicketsJson, refundJson } from '../orders/schemas.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import { listAnswersOfOrder } from '../tickets/answer-queries.ts';
import { listOrderTickets } from '../tickets/order-ticket-queries.ts';
import { maySeeOrderLink, orderUrl } from '../tickets/ticket-credentials.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';

interface ReadingOrders {
  config: Config;
  db: Database;
  publicUrl: () => string;
}

/** @returns what reads an order with its tickets as its caller may see it; it throws Refusal 404 */
export const orderReader =
  ({ config, db, publicUrl }: ReadingOrders) =>
  async (caller: Caller, organizationId: Uuid, orderId: Uuid) => {
    const [order, tickets, answers, refunds, changes, consent] = await Promise.all([
      getOrder(db, organizationId, orderId),
      listOrderTickets(db, organizationId, orderId),
      listAnswersOfOrder(db, organizationId, orderId),
      listOrderRefunds(db, organizationId, orderId),
      listOrderChanges(db, organizationId, orderId),
      findOrderConsent(db, organizationId, orderId),
    ]);
    const revision = order.linkRevision + sumOf(tickets, (ticket) => ticket.revision);
    const linked = { organizationId, orderId: order.id, revision };
    const url = () => orderUrl(db, config.secretsKeys, linked, publicUrl());
    return {
      ...orderJson(order),
      ...orderTicketsJson(tickets, answers),
      tickets_url: maySeeOrderLink(caller, order.channel) ? await url() : null,
      consent: consentJson(consent),
      refunds: refunds.map(refundJson),
      changes: changes.map(orderChangeJson),
    };
  };
