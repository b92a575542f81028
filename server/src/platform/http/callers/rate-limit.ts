import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitRefusals } from '../../metrics/service-metrics.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';

export const WINDOW_MS = 60_000;
/** Sessions come and go: at this number, rings without a counted request are dropped. */
const MAX_RINGS = 10_000;

export interface RateLimitState {
  allowed: boolean;
  remaining: number;
  /** Milliseconds until the oldest counted request leaves the window and frees its slot. */
  resetMs: number;
}

export interface RateLimiter {
  readonly limit: number;
  /** Counts one request of this key if it is allowed. */
  take(key: string, nowMs: number): RateLimitState | Promise<RateLimitState>;
}

/**
 * Exact sliding window: at most `limit` requests of one key are allowed in any 60 s. Refused requests do not count.
 * Each key has a ring of times: 100 requests take 800 bytes, so no approximation is needed. Only valid keys and
 * sessions are counted, so the memory is bounded by their number.
 */
export class SlidingWindow implements RateLimiter {
  readonly limit: number;
  readonly #rings = new Map<string, { times: number[]; next: number }>();

  constructor(limit: number) {
    this.limit = limit;
  }

  take(key: string, nowMs: number): RateLimitState {
    let ring = this.#rings.get(key);
    if (!ring) {
      if (this.#rings.size >= MAX_RINGS) this.#dropIdle(nowMs);
      ring = { times: [], next: 0 };
      this.#rings.set(key, ring);
    }
    // Entries from `next` on are counted, oldest first; earlier entries have left the window.
    while (ring.next < ring.times.length && isOutside(ring.times[ring.next], nowMs)) ring.next++;
    if (ring.next > this.limit) {
      ring.times = ring.times.slice(ring.next);
      ring.next = 0;
    }
    const counted = ring.times.length - ring.next;
    const allowed = counted < this.limit;
    if (allowed) ring.times.push(nowMs);
    const oldest = ring.times[ring.next] ?? nowMs;
    return { allowed, remaining: Math.max(0, this.limit - counted - 1), resetMs: oldest + WINDOW_MS - nowMs };
  }

  #dropIdle(nowMs: number) {
    for (const [key, { times }] of this.#rings) if (isOutside(times.at(-1), nowMs)) this.#rings.delete(key);
  }
}

/**
 * Whether a time is outside the window. Times in the future are, too: after the clock was set back they would be
 * counted for hours.
 */
const isOutside = (timeMs = 0, nowMs: number): boolean => Math.abs(nowMs - timeMs) >= WINDOW_MS;

/**
 * Counts the request of an API key or session and sets the rate limit headers.
 * @throws Refusal 429 with Retry-After
 */
export function enforceRateLimit(limiter: RateLimiter, nowMs: number, request: FastifyRequest, reply: FastifyReply) {
  const state = limiter.take(request.caller.credentialId, nowMs);
  if (state instanceof Promise) return state.then((counted) => applyLimit(limiter, counted, reply));
  return applyLimit(limiter, state, reply);
}

function applyLimit({ limit }: RateLimiter, { allowed, remaining, resetMs }: RateLimitState, reply: FastifyReply) {
  const resetSeconds = Math.ceil(resetMs / 1000);
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', String(resetSeconds));
  if (!allowed) {
    rateLimitRefusals.inc();
    throw requestRefusals.rate_limited({ limit, retry_after_seconds: resetSeconds });
  }
}
