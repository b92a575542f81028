import type { FastifyReply } from 'fastify';
import { orderRefusals } from '../../orders/refusals.ts';
import type { Sale } from '../queries.ts';

/** Redirects the browser to the organizer's page, with the ids of the checkout and the order in the query. */
export function redirectToSuccess(reply: FastifyReply, code: string, sale: Sale | undefined) {
  if (!sale) throw orderRefusals.order_not_found();
  const url = new URL(sale.successUrl);
  const ids = { checkout_id: code, order_id: sale.orderId };
  // Programs read the first parameter of a name. The rest of the query stays as it was, in its spelling, too.
  const isId = (parameter: string) => Object.keys(ids).some((name) => new URLSearchParams(`?${parameter}`).has(name));
  const others = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => !isId(parameter));
  url.search = [others.join('&'), String(new URLSearchParams(ids))].filter(Boolean).join('&');
  return reply.redirect(url.href, 303);
}
