import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Lifecycle } from '../../platform/http/sockets/lifecycle.ts';
import type { Clock } from '../../values/clock.ts';
import type { Uuid } from '../../values/uuid.ts';
import { overviewRefusals } from '../refusals.ts';
import { Feed } from './feed.ts';
import { Listener } from './listener.ts';
import { readLive } from './read-live.ts';

/** A stream costs a connection and a few KB. An organization has some pages open at desks and doors, not hundreds. */
export const MAX_STREAMS_PER_ORGANIZATION = 50;
/** A share of the file descriptors of a process (1,024 by default): buyers need the rest. */
const MAX_STREAMS = 500;
const RETRY_AFTER_SECONDS = 30;
/** How often a stream checks whether figures are due, a message is due, or the server is stopping. */
const TICK_MS = 500;

interface LiveParts {
  db: Database;
  clock: Clock;
  lifecycle: Lifecycle;
  log: FastifyBaseLogger;
}

interface StreamRequest {
  organizationId: Uuid;
  checkAccess: () => Promise<void>;
}

/** The open streams of this process. They share one timer, which runs while there is a stream. */
export class LiveStreams {
  readonly #parts: LiveParts;
  readonly #feeds = new Map<Uuid, Feed>();
  #timer: NodeJS.Timeout | undefined;
  #open = 0;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  /** @throws Refusal too_many_streams */
  open({ organizationId, checkAccess }: StreamRequest): Readable {
    const feed = this.#feeds.get(organizationId) ?? new Feed();
    if (this.#open >= MAX_STREAMS || feed.listeners.size >= MAX_STREAMS_PER_ORGANIZATION)
      throw overviewRefusals.too_many_streams({ retry_after_seconds: RETRY_AFTER_SECONDS });
    const nowMs = this.#parts.clock.now().getTime();
    const listener = new Listener(checkAccess, nowMs);
    this.#feeds.set(organizationId, feed);
    feed.add(listener, nowMs);
    this.#open += 1;
    listener.stream.once('close', () => this.#remove(organizationId, feed, listener));
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    this.#refresh(organizationId, feed);
    return listener.stream;
  }

  endAll() {
    for (const { listeners } of this.#feeds.values()) for (const listener of listeners) listener.end();
  }

  #remove(organizationId: Uuid, feed: Feed, listener: Listener) {
    this.#open -= 1;
    feed.listeners.delete(listener);
    if (feed.listeners.size === 0) this.#feeds.delete(organizationId);
    if (this.#feeds.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick() {
    const { clock, lifecycle } = this.#parts;
    if (lifecycle.phase !== 'starting' && lifecycle.phase !== 'serving') return this.endAll();
    const nowMs = clock.now().getTime();
    for (const [organizationId, feed] of this.#feeds) {
      for (const listener of feed.listeners) void listener.tick(nowMs);
      this.#refresh(organizationId, feed);
    }
  }

  #refresh(organizationId: Uuid, feed: Feed) {
    const { db, clock, log } = this.#parts;
    feed
      .refresh(
        () => readLive(db, { organizationId, now: clock.now() }),
        () => clock.now().getTime(),
      )
      .catch((error: unknown) => log.warn({ err: error }, 'could not read live figures; trying again'));
  }
}
