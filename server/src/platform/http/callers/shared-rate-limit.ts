import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { createClient } from 'redis';
import { type RateLimiter, type RateLimitState, SlidingWindow, WINDOW_MS } from './rate-limit.ts';

/**
 * The whole decision in one atomic step at Redis (or Valkey): drop requests that left the window, count, and add this
 * request if it is allowed. It uses Redis's clock, so that instances agree even if their clocks differ.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local counted = redis.call('ZCARD', KEYS[1])
local allowed = counted < limit
if allowed then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], window)
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or now
return { allowed and 1 or 0, math.max(0, limit - counted - 1), oldest + window - now }`;

/** The longest wait of a request for Redis: a slow counter must not slow the sale. */
const TIMEOUT_MS = 100;
/**
 * The longest wait of a start for Redis, so that its first requests are already counted together with the other
 * instances'.
 */
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_RECONNECT_MS = 5_000;

interface Options {
  url: string;
  log: FastifyBaseLogger;
  windowMs?: number;
  timeoutMs?: number;
}

/**
 * The sliding window shared by all instances. While Redis is unavailable each process counts alone, logs that once, and
 * fails no request. When Redis is back, the count is shared again.
 */
export class SharedSlidingWindow implements RateLimiter {
  readonly limit: number;
  readonly #local: SlidingWindow;
  readonly #client: ReturnType<typeof createClient>;
  readonly #log: FastifyBaseLogger;
  readonly #windowMs: number;
  readonly #timeoutMs: number;
  #reachable = true;

  /** Resolves when Redis is connected, or known to be unavailable. */
  static async connect(limit: number, options: Options): Promise<SharedSlidingWindow> {
    const limiter = new SharedSlidingWindow(limit, options);
    await within(CONNECT_TIMEOUT_MS, Promise.race([limiter.#client.connect(), once(limiter.#client, 'error')])).catch(
      (error) => limiter.#reportUnreachable(error),
    );
    return limiter;
  }

  private constructor(limit: number, { url, log, windowMs = WINDOW_MS, timeoutMs = TIMEOUT_MS }: Options) {
    this.limit = limit;
    this.#local = new SlidingWindow(limit);
    this.#log = log;
    this.#windowMs = windowMs;
    this.#timeoutMs = timeoutMs;
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: (tries) => Math.min(tries * 100, LONGEST_RECONNECT_MS) },
    });
    // Without a listener an error event would end the process. The next request notices the failure.
    this.#client.on('error', (error) => this.#reportUnreachable(error));
  }

  async take(key: string, nowMs: number): Promise<RateLimitState> {
    try {
      const reply = await within(
        this.#timeoutMs,
        this.#client.eval(TAKE, {
          keys: [`takilya:rate:${key}`],
          arguments: [String(this.#windowMs), String(this.limit), randomUUID()],
        }),
      );
      const [allowed, remaining, resetMs] = reply as [number, number, number];
      if (!this.#reachable) this.#log.info('Redis answers again: rate limits are shared');
      this.#reachable = true;
      return { allowed: allowed === 1, remaining, resetMs };
    } catch (error) {
      this.#reportUnreachable(error);
      return this.#local.take(key, nowMs);
    }
  }

  close() {
    this.#client.destroy();
  }

  #reportUnreachable(error: unknown) {
    if (this.#reachable)
      this.#log.warn({ err: error }, 'Redis cannot be reached: each process counts rate limits by itself');
    this.#reachable = false;
  }
}

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
