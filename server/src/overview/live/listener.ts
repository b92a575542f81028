import { Readable } from 'node:stream';

/** Proxies end what is silent for a minute. */
const HEART_BEAT_MS = 15_000;
/** A key that was revoked, or a session that ended, hears nothing more after this time. */
const CHECK_ACCESS_MS = 20_000;
/** After which a browser that lost the stream connects again. */
const RECONNECT_MS = 3_000;
/** What is not read by then is not wanted: a page that sleeps is cut off, and asks again when it wakes. */
const MAX_UNREAD_BYTES = 256 * 1_024;

/** One open event stream. */
export class Listener {
  readonly stream = new Readable({ read() {} });
  /** @throws when the listener has lost access */
  readonly #checkAccess: () => Promise<void>;
  #spokenMs: number;
  #checkedMs: number;

  constructor(checkAccess: () => Promise<void>, nowMs: number) {
    this.#checkAccess = checkAccess;
    this.#spokenMs = nowMs;
    this.#checkedMs = nowMs;
    this.stream.push(`retry: ${RECONNECT_MS}\n\n`);
  }

  tell(message: string, nowMs: number) {
    if (this.stream.destroyed || this.stream.readableEnded) return;
    this.#spokenMs = nowMs;
    this.stream.push(message);
    if (this.stream.readableLength > MAX_UNREAD_BYTES) this.stream.destroy();
  }

  /** Says that it is there when there was nothing else to say, and looks whether the listener still may listen. */
  async tick(nowMs: number) {
    if (nowMs - this.#spokenMs >= HEART_BEAT_MS) this.tell(':\n\n', nowMs);
    if (nowMs - this.#checkedMs < CHECK_ACCESS_MS) return;
    this.#checkedMs = nowMs;
    try {
      await this.#checkAccess();
    } catch {
      this.end();
    }
  }

  /** The browser connects again after `RECONNECT_MS`: to another instance, or to be refused. */
  end() {
    if (!this.stream.destroyed) this.stream.push(null);
  }
}
