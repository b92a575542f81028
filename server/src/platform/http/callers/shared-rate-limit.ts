import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { createClient } from 'redis';
import { type RateLimiter, type RateLimitState, SlidingWindow, WINDOW_MS } from './rate-limit.ts';

/**
 * The whole decision in one atomic step at Redis (or Valkey): drop requests outside the window, as a `SlidingWindow`
 * does, count, and add this request if it is allowed. It uses Redis's clock, so that instances agree even if their
 * clocks differ.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + window, '+inf')
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
/** While Redis does not answer, one request in this time asks it, and the others do not wait. */
const PAUSE_MS = 1_000;
/**
 * A connection that is silent for this long is made anew: that of a machine that lost power stays for a quarter of an
 * hour.
 */
const RECONNECT_AFTER_MS = 5_000;
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
  reconnectAfterMs?: number;
}

/**
 * Counts in Redis, for all instances. While Redis is unavailable each process counts alone, logs that once, and fails
 * no request. When Redis is back, the count is shared again.
 */
export class SharedCounts {
  readonly #options: Required<Options>;
  #client: ReturnType<typeof openClient>;
  #reachable = true;
  /** While Redis does not answer: since when, on this connection, and when it is asked again. */
  #silentSinceMs = 0;
  #askAtMs = 0;

  /** Resolves when Redis is connected, or known to be unavailable. */
  static async connect(options: Options): Promise<SharedCounts> {
    const counts = new SharedCounts(options);
    // Rejects with the first error, too.
    await within(CONNECT_TIMEOUT_MS, once(counts.#client, 'ready')).catch((error) => counts.#reportUnreachable(error));
    return counts;
  }

  private constructor({
    windowMs = WINDOW_MS,
    timeoutMs = TIMEOUT_MS,
    reconnectAfterMs = RECONNECT_AFTER_MS,
    ...options
  }: Options) {
    this.#options = { ...options, windowMs, timeoutMs, reconnectAfterMs };
    this.#client = this.#openClient();
  }

  limiter(limit: number): RateLimiter {
    const alone = new SlidingWindow(limit);
    return { limit, take: async (key, nowMs) => (await this.#take(key, limit)) ?? alone.take(key, nowMs) };
  }

  close() {
    this.#client.destroy();
  }

  #openClient() {
    return openClient(this.#options.url, (error) => this.#reportUnreachable(error));
  }

  /** @returns undefined when Redis does not answer in time */
  async #take(key: string, limit: number): Promise<RateLimitState | undefined> {
    const askedMs = performance.now();
    if (!this.#reachable) {
      if (askedMs < this.#askAtMs) return undefined;
      this.#askAtMs = askedMs + PAUSE_MS;
    }
    const { log, windowMs, timeoutMs, reconnectAfterMs } = this.#options;
    try {
      const reply = await within(
        timeoutMs,
        this.#client.eval(TAKE, {
          keys: [`takilya:rate:${key}`],
          arguments: [String(windowMs), String(limit), randomUUID()],
        }),
      );
      if (!this.#reachable) log.info('Redis answers again: rate limits are shared');
      this.#reachable = true;
      const [allowed, remaining, resetMs] = reply as [number, number, number];
      return { allowed: allowed === 1, remaining, resetMs };
    } catch (error) {
      this.#reportUnreachable(error);
      if (this.#client.isReady && performance.now() - this.#silentSinceMs > reconnectAfterMs) this.#reconnect();
      return undefined;
    }
  }

  #reconnect() {
    this.#client.destroy();
    this.#client = this.#openClient();
    this.#silentSinceMs = performance.now();
  }

  #reportUnreachable(error: unknown) {
    if (!this.#reachable) return;
    this.#reachable = false;
    this.#silentSinceMs = performance.now();
    this.#askAtMs = this.#silentSinceMs + PAUSE_MS;
    this.#options.log.warn({ err: error }, 'Redis cannot be reached: each process counts rate limits by itself');
  }
}

function openClient(url: string, onError: (error: Error) => void) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(tries * 100, LONGEST_RECONNECT_MS) },
  });
  // Without a listener an error event would end the process.
  client.on('error', onError);
  // Rejects only when the client is replaced or closed.
  client.connect().catch(() => {});
  return client;
}

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // A process that was busy for longer runs its timers before it reads what has arrived meanwhile.
    timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`))), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
