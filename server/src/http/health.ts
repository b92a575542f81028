import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../database/database.ts';
import { ping } from '../database/ping.ts';
import { unavailable } from './errors.ts';

/** Whether the server takes work. */
export interface Lifecycle {
  /** It listens, but is not prepared yet: true until it is, once. */
  starting?: boolean;
  /** Turned on once, when it is told to stop. */
  draining: boolean;
}

const RETRY_AFTER_SECONDS = 1;

/** For the machines that watch: they need no key. */
export function healthRoutes(app: FastifyInstance, { db, lifecycle }: { db: Queryable; lifecycle: Lifecycle }) {
  const hidden = { schema: { hide: true } } as const;
  app.get('/healthz', hidden, async () => ({ status: 'up' }));
  app.get('/readyz', hidden, async (request) => {
    if (lifecycle.starting) throw unavailable('Starting', RETRY_AFTER_SECONDS);
    if (lifecycle.draining) throw unavailable('Shutting down', RETRY_AFTER_SECONDS);
    try {
      await ping(db);
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw unavailable('The database does not answer', RETRY_AFTER_SECONDS);
    }
    return { status: 'ready' };
  });
}

/** A request that arrives on a connection kept alive while the server stops. */
export function refuseWhileDraining(lifecycle: Lifecycle) {
  if (lifecycle.draining) throw unavailable('Shutting down: try again', RETRY_AFTER_SECONDS);
}
