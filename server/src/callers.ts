import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findSession } from './accounts/sessions/find-session.ts';
import { SESSION_REQUESTS_PER_MINUTE } from './accounts/sessions/session.ts';
import { findCaller } from './api-keys/find-caller.ts';
import type { Config } from './config/config.ts';
import type { Parts } from './parts.ts';
import { apiKeyAuth } from './platform/http/callers/api-key-auth.ts';
import { enforceRateLimit, type RateLimiter, SlidingWindow } from './platform/http/callers/rate-limit.ts';
import { sessionAuth } from './platform/http/callers/session-auth.ts';
import { readSessionCookie } from './platform/http/callers/session-cookie.ts';
import { trustedKeys } from './platform/http/callers/trusted-keys.ts';

/** Who may come in: by an API key, which wins where there is one, or by the session of somebody who is logged in. */
export async function callers({ config, db, clock, publicUrl }: Parts, { log }: Pick<FastifyInstance, 'log'>) {
  const now = () => clock.now();
  const nowMs = () => clock.now().getTime();
  const byKey = apiKeyAuth((key, keyHash) => findCaller(db, key, keyHash, { now: now(), log }), trustedKeys(db), nowMs);
  const bySession = sessionAuth((tokenHash) => findSession(db, tokenHash, { now: now(), log }), publicUrl);

  const limiter = await chooseLimiter(config, log);
  const [key, session] = await Promise.all([limiter(config.rateLimitPerMinute), limiter(SESSION_REQUESTS_PER_MINUTE)]);
  const limiters = { key, session };

  return {
    bySession,
    byKeyOrSession: (request: FastifyRequest, reply: FastifyReply) =>
      request.headers.authorization === undefined && readSessionCookie(request)
        ? bySession(request, reply)
        : byKey(request),
    count: (request: FastifyRequest, reply: FastifyReply) =>
      enforceRateLimit(limiters[request.caller.kind], nowMs(), request, reply),
    close() {
      limiters.key.close?.();
      limiters.session.close?.();
    },
  };
}

async function chooseLimiter(
  { redisUrl: url }: Config,
  log: FastifyBaseLogger,
): Promise<(limit: number) => RateLimiter | Promise<RateLimiter>> {
  if (url === null) return (limit) => new SlidingWindow(limit);
  // Redis' client is a quarter of all that a start would load, and few installations have one.
  const { SharedSlidingWindow } = await import('./platform/http/callers/shared-rate-limit.ts');
  return (limit) => SharedSlidingWindow.connect(limit, { url, log });
}
