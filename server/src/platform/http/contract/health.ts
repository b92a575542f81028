import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../database/database.ts';
import { ping } from '../../database/ping.ts';
import { unavailable } from '../../refusals/errors.ts';
import { type Lifecycle, RETRY_AFTER_SECONDS } from '../sockets/lifecycle.ts';

/** Health checks of orchestrators and load balancers; they need no key. */
export function healthRoutes(app: FastifyInstance, { db, lifecycle }: { db: Queryable; lifecycle: Lifecycle }) {
  const hidden = { schema: { hide: true } } as const;
  app.get('/healthz', hidden, async () => ({ status: 'up' }));
  app.get('/readyz', hidden, async (request) => {
    if (lifecycle.phase === 'starting') throw unavailable('Starting', RETRY_AFTER_SECONDS);
    if (lifecycle.phase !== 'serving') throw unavailable('Shutting down', RETRY_AFTER_SECONDS);
    try {
      await ping(db);
    } catch (error) {
      request.log.error({ err: error }, 'readiness check failed: the database does not answer');
      throw unavailable('The database does not answer', RETRY_AFTER_SECONDS);
    }
    return { status: 'ready' };
  });
}
