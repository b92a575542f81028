import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { hook } from '../sockets/hook.ts';

/**
 * Answers 404 in the error envelope for unknown routes. To the router, `/events/` is an event with an empty id; it is
 * 404 too.
 */
export function refuseUnknownRoutes(app: FastifyInstance) {
  app.setNotFoundHandler(refuse);
  // Before Fastify asks for the content type of a QUERY.
  app.addHook(
    'onRequest',
    hook((request) => {
      if (request.is404) refuse(request);
    }),
  );
  app.addHook('onRoute', (route) => {
    if (route.url.includes('/:')) route.onRequest = [route.onRequest ?? [], hook(refuseEmptyIds)].flat();
  });
}

function refuseEmptyIds(request: FastifyRequest) {
  if (Object.values(request.params as Record<string, string>).includes('')) refuse(request);
}

function refuse({ method, url }: FastifyRequest): never {
  throw requestRefusals.route_not_found({ method, path: url.split('?', 1)[0] ?? '' });
}
