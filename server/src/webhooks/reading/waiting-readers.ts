import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Lifecycle } from '../../platform/http/sockets/lifecycle.ts';
import type { Uuid } from '../../values/uuid.ts';
import { readingRefusals } from '../refusals.ts';
import { readLastPositions } from './queries.ts';

/** Its programs, and the people who write them: each gets all notifications with one request. */
export const MOST_PER_ORGANIZATION = 20;
/** A share of the file descriptors of a process (1,024 by default): buyers need the rest. */
const MOST = 200;
const RETRY_AFTER_SECONDS = 30;
/** One statement for all readers that wait. */
const LOOK_EVERY_MS = 500;

interface Reader {
  organizationId: Uuid;
  position: number;
  wake: () => void;
}

interface ReaderParts {
  db: Database;
  lifecycle: Lifecycle;
  log: FastifyBaseLogger;
}

/** The requests of this process that wait for a notification. One timer looks for all of them, while there are any. */
export class WaitingReaders {
  readonly #parts: ReaderParts;
  readonly #ofOrganization = new Map<Uuid, number>();
  readonly #waiting = new Set<Reader>();
  #open = 0;
  #timer: NodeJS.Timeout | undefined;
  #looks = false;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Counts a request that may wait, while `read` runs. @throws Refusal too_many_waiting */
  async admit<Result>(organizationId: Uuid, read: () => Promise<Result>): Promise<Result> {
    const countOf = () => this.#ofOrganization.get(organizationId) ?? 0;
    if (this.#open >= MOST || countOf() >= MOST_PER_ORGANIZATION)
      throw readingRefusals.too_many_waiting({ retry_after_seconds: RETRY_AFTER_SECONDS });
    this.#open += 1;
    this.#ofOrganization.set(organizationId, countOf() + 1);
    try {
      return await read();
    } finally {
      this.#open -= 1;
      if (countOf() > 1) this.#ofOrganization.set(organizationId, countOf() - 1);
      else this.#ofOrganization.delete(organizationId);
    }
  }

  /** Whether a request may wait on. */
  get serves(): boolean {
    return this.#parts.lifecycle.phase === 'starting' || this.#parts.lifecycle.phase === 'serving';
  }

  /** Resolves when there may be something after this position, after `ms`, when `signal` is aborted, or to stop. */
  wait(organizationId: Uuid, position: number, ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!this.serves || signal.aborted) return Promise.resolve();
    const reader: Reader = { organizationId, position, wake: () => resolve() };
    const end = setTimeout(resolve, ms);
    signal.addEventListener('abort', reader.wake, { once: true });
    this.#waiting.add(reader);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    return promise.finally(() => {
      clearTimeout(end);
      signal.removeEventListener('abort', reader.wake);
      this.#waiting.delete(reader);
      if (this.#waiting.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  wakeAll() {
    for (const { wake } of this.#waiting) wake();
  }

  async #look() {
    if (!this.serves) return this.wakeAll();
    if (this.#looks) return;
    this.#looks = true;
    const readers = [...this.#waiting];
    try {
      const organizationIds = [...new Set(readers.map((reader) => reader.organizationId))];
      const last = await readLastPositions(this.#parts.db, organizationIds);
      for (const reader of readers) if ((last.get(reader.organizationId) ?? 0) > reader.position) reader.wake();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'could not look for notifications; trying again');
    } finally {
      this.#looks = false;
    }
  }
}
