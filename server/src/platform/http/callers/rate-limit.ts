import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitRefusals } from '../../metrics/counted.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';

export const WINDOW_MS = 60_000;
/** Sessions come and go: when there are so many rings, those that count nothing any more are let go. */
const MAX_RINGS = 10_000;

export interface RateLimitState {
  allowed: boolean;
  remaining: number;
  /** Until the oldest counted request leaves the window and its slot is free again. */
  resetMs: number;
}

export interface RateLimiter {
  readonly limit: number;
  /** Counts one request of this key, if it is allowed. */
  take(key: string, nowMs: number): RateLimitState | Promise<RateLimitState>;
  close?(): void;
}

/**
 * Exact sliding window: of the requests of one key in any 60 s, at most `limit` are answered. Refused requests do not
 * count. A ring of times per key: 100 requests are 800 bytes, so no approximation is needed. Only good keys and sessions
 * come here, so memory follows those that exist.
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
      if (this.#rings.size >= MAX_RINGS) this.#letGo(nowMs);
      ring = { times: [], next: 0 };
      this.#rings.set(key, ring);
    }
    // Entries from `next` on are counted, oldest first; entries before it have left the window.
    while (ring.next < ring.times.length && (ring.times[ring.next] ?? 0) <= nowMs - WINDOW_MS) ring.next++;
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

  #letGo(nowMs: number) {
    for (const [key, { times }] of this.#rings) if ((times.at(-1) ?? 0) <= nowMs - WINDOW_MS) this.#rings.delete(key);
  }
}

/** Counts the request against its API key or session and says so in the headers. @throws Refusal rate_limited */
export function enforceRateLimit(limiter: RateLimiter, nowMs: number, request: FastifyRequest, reply: FastifyReply) {
  const state = limiter.take(request.caller.countedAs, nowMs);
  if (state instanceof Promise) return state.then((counted) => tell(limiter, counted, reply));
  return tell(limiter, state, reply);
}

function tell({ limit }: RateLimiter, { allowed, remaining, resetMs }: RateLimitState, reply: FastifyReply) {
  const resetSeconds = Math.ceil(resetMs / 1000);
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', String(resetSeconds));
  if (!allowed) {
    rateLimitRefusals.inc();
    throw requestRefusals.rate_limited({ limit, retry_after_seconds: resetSeconds });
  }
}
