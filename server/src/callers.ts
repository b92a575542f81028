import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findSession } from './accounts/sessions/find-session.ts';
import { SESSION_REQUESTS_PER_MINUTE } from './accounts/sessions/session.ts';
import { findCaller } from './api-keys/find-caller.ts';
import type { Parts } from './app.ts';
import { apiKeyAuth } from './http/api-key-auth.ts';
import { enforceRateLimit, type RateLimiter, SlidingWindow } from './http/rate-limit.ts';
import { sessionAuth } from './http/session-auth.ts';
import { readSessionCookie } from './http/session-cookie.ts';
import { SharedSlidingWindow } from './http/shared-rate-limit.ts';

/** Who may come in: by an API key, which wins where there is one, or by the session of somebody who is logged in. */
export function callers({ config, db, clock, publicUrl }: Parts, { log }: Pick<FastifyInstance, 'log'>) {
  const now = () => clock.now();
  const nowMs = () => clock.now().getTime();
  const byKey = apiKeyAuth((key, keyHash) => findCaller(db, key, keyHash, { now: now(), log }), nowMs);
  const bySession = sessionAuth((tokenHash) => findSession(db, tokenHash, { now: now(), log }), publicUrl);

  const limiter = (limit: number): RateLimiter =>
    config.redisUrl === null ? new SlidingWindow(limit) : new SharedSlidingWindow(limit, { url: config.redisUrl, log });
  const limiters = { key: limiter(config.rateLimitPerMinute), session: limiter(SESSION_REQUESTS_PER_MINUTE) };

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
