import { orderRefusals } from '../../orders/refusals.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findOrderRevision } from '../../tickets/order-ticket-queries.ts';
import type { Uuid } from '../../values/uuid.ts';

/** The order as its page showed it. */
export interface ShownOrder {
  organizationId: Uuid;
  orderId: Uuid;
  revision: number;
}

/** A link that was void meanwhile does nothing. @throws Refusal 404 when the order has another link since */
export async function requireRevision(tx: Tx, { organizationId, orderId, revision }: ShownOrder) {
  if ((await findOrderRevision(tx, organizationId, orderId)) !== revision) throw orderRefusals.order_not_found();
}
