import type { FastifyInstance, FastifyReply } from 'fastify';
import { queryOf, repeated, withQuery } from './address-query.ts';

/** To the present address of a page. Browsers ask again each time: an address that was changed may be changed back. */
export const moved = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'no-cache').redirect(address, 301);

/**
 * The answer to a form stands at the address of the form, below that of its page. Reloaded or opened again, it is the
 * page.
 */
export function leadBack(app: FastifyInstance, page: string, forms: string[]) {
  for (const form of forms)
    app.get<{ Params: Record<string, string> }>(`${page}/${form}`, async ({ params, url }, reply) => {
      const path = page.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
      return reply.redirect(withQuery(path, repeated(queryOf(url))), 303);
    });
}
