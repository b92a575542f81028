import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findSession } from './accounts/sessions/find-session.ts';
import { SESSION_REQUESTS_PER_MINUTE } from './accounts/sessions/session.ts';
import { findCaller } from './api-keys/find-caller.ts';
import type { Config } from './config/config.ts';
import { isDoorSecret } from './door-links/door-secret.ts';
import { findDoorCaller } from './door-links/find-door-caller.ts';
import type { Parts } from './parts.ts';
import { apiKeyAuth } from './platform/http/callers/api-key-auth.ts';
import { enforceRateLimit, type RateLimiter, SlidingWindow } from './platform/http/callers/rate-limit.ts';
import { sessionAuth } from './platform/http/callers/session-auth.ts';
import { readSessionCookie } from './platform/http/callers/session-cookie.ts';
import { trustedKeys } from './platform/http/callers/trusted-keys.ts';

/**
 * Authentication and rate limits of callers. An API key, or the secret of a door link in its place, takes precedence
 * over the session of a logged-in user.
 */
export async function callers({ config, db, clock, publicUrl }: Parts, { log }: Pick<FastifyInstance, 'log'>) {
  const now = () => clock.now();
  const nowMs = () => clock.now().getTime();
  const byKey = apiKeyAuth(
    (key, keyHash) => (isDoorSecret(key) ? findDoorCaller : findCaller)(db, key, keyHash, { now: now(), log }),
    trustedKeys(db),
    nowMs,
  );
  const bySession = sessionAuth(
    (tokenHash, organizationId) => findSession(db, { tokenHash, organizationId }, { now: now(), log }),
    publicUrl,
  );

  const counts = await chooseCounts(config, log);
  const [key, session] = [counts.limiter(config.rateLimitPerMinute), counts.limiter(SESSION_REQUESTS_PER_MINUTE)];
  // A phone at a door is used by a person, as a session is.
  const limiters = { key, session, door_link: session };

  return {
    bySession,
    byKeyOrSession: (request: FastifyRequest) =>
      request.headers.authorization === undefined && readSessionCookie(request) ? bySession(request) : byKey(request),
    count: (request: FastifyRequest, reply: FastifyReply) =>
      enforceRateLimit(limiters[request.caller.kind], nowMs(), request, reply),
    close: () => counts.close(),
  };
}

interface Counts {
  limiter(limit: number): RateLimiter;
  close(): void;
}

async function chooseCounts({ redisUrl: url }: Config, log: FastifyBaseLogger): Promise<Counts> {
  if (url === null) return { limiter: (limit) => new SlidingWindow(limit), close() {} };
  // The Redis client is a quarter of the code that a start would load, and few installations use it.
  const { SharedCounts } = await import('./platform/http/callers/shared-rate-limit.ts');
  return SharedCounts.connect({ url, log });
}
