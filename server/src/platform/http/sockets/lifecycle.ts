import type { FastifyInstance } from 'fastify';
import { serviceRefusals } from '../../refusals/service-refusals.ts';
import { hook } from './hook.ts';

/**
 * Where the server is between its start and its end; it only moves on.
 * - `starting`: it listens and answers, but is not prepared yet.
 * - `leaving`: it was told to stop. It is not ready any more, answers everything, and lets no connection be used again, so
 *   that a load balancer which looks at /readyz has sent its requests elsewhere before anything is refused.
 * - `handing over`: reads are answered 503, the rest is still done. A load balancer that never looks (nginx) repeats a read
 *   elsewhere and, having seen the 503, sends nothing more here. It must not repeat a POST that it has sent, so none is refused.
 * - `closing`: nobody can connect any more; what still comes on a connection is refused, and nothing of it was done.
 */
export interface Lifecycle {
  phase: 'starting' | 'serving' | 'leaving' | 'handing over' | 'closing';
}

export const RETRY_AFTER_SECONDS = 1;

/** Lets connections end once the server is told to stop: who uses one again gets an answer, and may not reuse it. */
export function endConnectionsWhenLeaving(app: FastifyInstance, lifecycle: Lifecycle) {
  app.addHook(
    'onRequest',
    hook((_request, reply) => {
      if (lifecycle.phase !== 'starting' && lifecycle.phase !== 'serving') reply.header('connection', 'close');
    }),
  );
}

/** Refuses what another instance should do, before anything of it is done. */
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
