import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../database/database.ts';
import { ping } from '../../database/ping.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { serviceRefusals } from '../../refusals/service-refusals.ts';
import { type Lifecycle, RETRY_AFTER_SECONDS } from '../sockets/lifecycle.ts';

const SOON = { retry_after_seconds: RETRY_AFTER_SECONDS };

/** Health checks of orchestrators and load balancers; they need no key. */
export function healthRoutes(app: FastifyInstance, { db, lifecycle }: { db: Queryable; lifecycle: Lifecycle }) {
  const hidden = { schema: { hide: true } } as const;
  app.get('/healthz', hidden, async () => ({ status: 'up' }));
  app.get('/readyz', hidden, async (request) => {
    if (lifecycle.phase === 'starting') throw serviceRefusals.starting(SOON);
    if (lifecycle.phase !== 'serving') throw serviceRefusals.shutting_down(SOON);
    try {
      await ping(db);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      request.log.error({ err: error }, 'database unavailable');
      throw serviceRefusals.database_unavailable(SOON);
    }
    return { status: 'ready' };
  });
}
