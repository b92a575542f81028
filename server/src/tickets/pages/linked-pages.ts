import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { orderRefusals } from '../../orders/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import type { PrintedOrder, PrintedTicket } from '../documents/printed-order.ts';
import { findLinkedTicket } from '../documents/queries.ts';
import { readPrintedOrder } from '../documents/read-printed-order.ts';
import { findOrderRevision } from '../order-ticket-queries.ts';
import { ticketRefusals } from '../refusals.ts';
import { findTicketKey } from '../ticket-key.ts';
import { type Linked, parseLinkSecret, provesLink } from '../ticket-link.ts';

type LinkRequest = FastifyRequest<{ Params: { secret: string } }>;

interface Reading {
  config: Config;
  db: Database;
  publicUrl: () => string;
}

/** The ticket that a link proves. @throws Refusal 404, the same for every invalid link */
export async function getLinkedTicket(
  reading: Reading,
  request: LinkRequest,
): Promise<{ order: PrintedOrder; ticket: PrintedTicket }> {
  const { config, db, publicUrl } = reading;
  const { secret } = request.params;
  const named = parseLinkSecret(secret);
  const found = named && (await findLinkedTicket(db, named.organizationId, named.id));
  if (!found || !(await isProven(reading, secret, { kind: 'ticket', ...named, revision: found.revision })))
    throw ticketRefusals.ticket_not_found();
  const selection = { organizationId: named.organizationId, orderId: found.orderId, ticketIds: [named.id] };
  const order = await readPrintedOrder(db, selection, { secretsKeys: config.secretsKeys, publicUrl: publicUrl() });
  request.storedLanguage = order.language;
  const [ticket] = order.tickets;
  // It may have got a new code since.
  if (ticket?.revision !== found.revision) throw ticketRefusals.ticket_not_found();
  return { order, ticket };
}

/**
 * A page of the order that a link proves, or some of its tickets. @throws Refusal 404, the same for every invalid link
 */
export async function getLinkedOrder(
  reading: Reading,
  request: LinkRequest,
  tickets: { page?: number; ticketIds?: string[] } = {},
): Promise<PrintedOrder> {
  const { config, db, publicUrl } = reading;
  const { organizationId, id: orderId } = await requireLinkOfOrder(reading, request);
  const selection = { organizationId, orderId, ...tickets };
  const order = await readPrintedOrder(db, selection, { secretsKeys: config.secretsKeys, publicUrl: publicUrl() });
  // Once more: what was read may belong to a new link, whose owner is another person.
  await requireLinkOfOrder(reading, request);
  request.storedLanguage = order.language;
  return order;
}

/** @throws Refusal 404 */
async function requireLinkOfOrder(reading: Reading, { params: { secret } }: LinkRequest) {
  const named = parseLinkSecret(secret);
  const revision = named && (await findOrderRevision(reading.db, named.organizationId, named.id));
  if (!named || revision === undefined || !(await isProven(reading, secret, { kind: 'order', ...named, revision })))
    throw orderRefusals.order_not_found();
  return named;
}

/** The order in the language of the page that links to the document. */
export const inPageLanguage = (request: FastifyRequest, order: PrintedOrder): PrintedOrder => ({
  ...order,
  language: languageOf(request),
});

export async function isProven(
  { config, db }: Pick<Reading, 'config' | 'db'>,
  secret: string,
  linked: Linked,
): Promise<boolean> {
  const key = await findTicketKey(db, config.secretsKeys, linked.organizationId);
  return key !== undefined && provesLink(secret, linked, key.linkKey);
}
