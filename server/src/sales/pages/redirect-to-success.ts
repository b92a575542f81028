import type { FastifyReply } from 'fastify';
import { orderRefusals } from '../../orders/refusals.ts';
import type { Sale } from '../queries.ts';

/** Redirects the browser to the organizer's page, with the ids of the checkout and the order in the query. */
export function redirectToSuccess(reply: FastifyReply, code: string, sale: Sale | undefined) {
  if (!sale) throw orderRefusals.order_not_found();
  const url = new URL(sale.successUrl);
  const ids = { checkout_id: code, order_id: sale.orderId };
  // Programs read the first parameter of a name. The rest of the query stays as it was.
  for (const name of Object.keys(ids)) if (url.searchParams.has(name)) url.searchParams.delete(name);
  const added = String(new URLSearchParams(ids));
  url.search = url.search ? `${url.search}&${added}` : added;
  return reply.redirect(url.href, 303);
}
