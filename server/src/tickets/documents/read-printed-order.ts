import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { credentialsOf } from '../ticket-credentials.ts';
import { getTicketKey } from '../ticket-key.ts';
import { linkPath } from '../ticket-link.ts';
import type { PrintedOrder } from './printed-order.ts';
import { getOrderToPrint, listTicketsToPrint } from './queries.ts';

/** Most tickets on a page of an order, or in a PDF. */
export const TICKETS_PER_PAGE = 100;

interface Selection {
  organizationId: Uuid;
  orderId: Uuid;
  /** Only these tickets. */
  ticketIds?: Uuid[] | undefined;
  /** Only the valid tickets for this e-mail address: all of them for the buyer, their own for a guest. */
  validFor?: string;
  /** From 1. */
  page?: number;
}

/** At most `TICKETS_PER_PAGE` tickets of an order. @throws Refusal 404 */
export async function readPrintedOrder(
  db: Database,
  selection: Selection,
  { secretsKeys, publicUrl }: { secretsKeys: readonly Buffer[]; publicUrl: string },
): Promise<PrintedOrder> {
  const { organizationId, orderId, ticketIds = null, validFor = null, page = 1 } = selection;
  const [order, tickets, key] = await Promise.all([
    getOrderToPrint(db, organizationId, orderId),
    listTicketsToPrint(db, { organizationId, orderId, ticketIds, validFor, page, perPage: TICKETS_PER_PAGE }),
    getTicketKey(db, secretsKeys, organizationId),
  ]);
  const { event, revision } = order;
  return {
    ...order,
    organizationId,
    orderId,
    url: publicUrl + linkPath({ kind: 'order', organizationId, id: orderId, revision }, key.linkKey),
    tickets: tickets.map((ticket) => ({
      ...ticket,
      ...credentialsOf({ ...ticket, event }, { organizationId, key, publicUrl }),
    })),
  };
}
