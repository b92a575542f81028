import type { Listener } from './listener.ts';
import type { LiveData } from './schemas.ts';

/** At most one reading a second, */
const EVERY_MS = 1_000;
/** and never more of the database's time than this share: counting a hundred thousand at the doors takes a while. */
const SHARE = 0.05;
/** What failed is not asked again at once. */
const AFTER_FAILURE_MS = 5_000;

/** The figures of one organization, read once for all who listen, and told only when they changed. */
export class Feed {
  readonly listeners = new Set<Listener>();
  /** Time zone of the organization, from the newest listener's request; days begin in it. */
  timeZone: string;
  readonly #told = new Map<string, string>();
  #dueMs = 0;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  /** What was told already is told to the newcomer at once. */
  add(listener: Listener, nowMs: number) {
    this.listeners.add(listener);
    for (const message of this.#told.values()) listener.tell(message, nowMs);
  }

  /** @param read never runs twice at the same time */
  async refresh(read: () => Promise<LiveData>, nowMs: () => number) {
    const startedMs = performance.now();
    if (startedMs < this.#dueMs) return;
    this.#dueMs = Number.POSITIVE_INFINITY;
    try {
      const data = await read();
      for (const [name, payload] of Object.entries(data)) this.#tell(name, payload, nowMs());
      this.#dueMs = startedMs + Math.max(EVERY_MS, (performance.now() - startedMs) / SHARE);
    } catch (error) {
      this.#dueMs = startedMs + AFTER_FAILURE_MS;
      throw error;
    }
  }

  #tell(name: string, payload: object, nowMs: number) {
    const message = `event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`;
    if (this.#told.get(name) === message) return;
    this.#told.set(name, message);
    for (const listener of this.listeners) listener.tell(message, nowMs);
  }
}
