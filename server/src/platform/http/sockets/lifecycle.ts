import type { FastifyInstance } from 'fastify';
import { serviceRefusals } from '../../refusals/service-refusals.ts';
import { hook } from './hook.ts';

/**
 * The phase of the server; it only moves forward.
 * - `starting`: it listens and answers, but is not ready.
 * - `serving`: it is ready.
 * - `leaving`: it was told to stop. /readyz fails, requests are answered, and connections are not kept alive, so that a
 *   load balancer with health checks sends its requests elsewhere before any are refused.
 * - `handing over`: reads are answered 503, everything else is done. A load balancer without health checks (nginx)
 *   repeats the read elsewhere and, after the 503, sends nothing more here. It must not repeat a POST that it has sent,
 *   so none is refused.
 * - `closing`: no new connections; requests on open connections are refused before any work.
 */
export interface Lifecycle {
  phase: 'starting' | 'serving' | 'leaving' | 'handing over' | 'closing';
}

export const RETRY_AFTER_SECONDS = 1;

/** Closes connections once the server is stopping: a request is answered, and its connection is not reused. */
export function endConnectionsWhenLeaving(app: FastifyInstance, lifecycle: Lifecycle) {
  app.addHook(
    'onRequest',
    hook((_request, reply) => {
      if (lifecycle.phase !== 'starting' && lifecycle.phase !== 'serving') reply.header('connection', 'close');
    }),
  );
}

/** Refuses requests that another instance should serve, before any work. */
export function refuseWhenLeaving(app: FastifyInstance, lifecycle: Lifecycle) {
  app.addHook(
    'onRequest',
    hook(({ method }) => {
      const isRead = method === 'GET' || method === 'HEAD';
      if (lifecycle.phase === 'closing' || (lifecycle.phase === 'handing over' && isRead))
        throw serviceRefusals.shutting_down({ retry_after_seconds: RETRY_AFTER_SECONDS });
    }),
  );
}
