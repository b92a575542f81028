import type { Listener } from './listener.ts';
import type { LiveData } from './read-live.ts';

/** At most one refresh per second. */
const REFRESH_MS = 1_000;
/** The largest share of the database's time: counting a hundred thousand check-ins takes a while. */
const MAX_DATABASE_SHARE = 0.05;
/** Pause after a failed refresh. */
const RETRY_MS = 5_000;

/** The figures of one organization, read once for all its listeners and sent only when they change. */
export class Feed {
  readonly listeners = new Set<Listener>();
  readonly #sent = new Map<string, string>();
  #dueMs = 0;

  /** Sends the current figures to a new listener at once. */
  add(listener: Listener, nowMs: number) {
    this.listeners.add(listener);
    for (const message of this.#sent.values()) listener.send(message, nowMs);
  }

  /** @param read never runs twice at the same time */
  async refresh(read: () => Promise<LiveData>, nowMs: () => number) {
    const startedMs = performance.now();
    if (startedMs < this.#dueMs) return;
    this.#dueMs = Number.POSITIVE_INFINITY;
    try {
      const data = await read();
      for (const [name, payload] of Object.entries(data)) this.#send(name, payload, nowMs());
      this.#dueMs = startedMs + Math.max(REFRESH_MS, (performance.now() - startedMs) / MAX_DATABASE_SHARE);
    } catch (error) {
      this.#dueMs = startedMs + RETRY_MS;
      throw error;
    }
  }

  #send(name: string, payload: object, nowMs: number) {
    const message = `event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`;
    if (this.#sent.get(name) === message) return;
    this.#sent.set(name, message);
    for (const listener of this.listeners) listener.send(message, nowMs);
  }
}
