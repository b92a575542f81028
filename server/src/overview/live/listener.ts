import { Readable } from 'node:stream';

/** Proxies close a connection that is silent for a minute. */
const HEART_BEAT_MS = 15_000;
/** A revoked key or an ended session receives nothing after this time. */
const CHECK_ACCESS_MS = 20_000;
/** The delay after which a browser reconnects. */
const RECONNECT_MS = 3_000;
/**
 * A page that does not read its stream, such as a sleeping one, is disconnected at this size. It reconnects when it
 * wakes.
 */
const MAX_UNREAD_BYTES = 256 * 1_024;

/** One open event stream. */
export class Listener {
  readonly stream = new Readable({ read() {} });
  /** @throws when the listener has lost access */
  readonly #checkAccess: () => Promise<void>;
  #sentMs: number;
  #checkedMs: number;

  constructor(checkAccess: () => Promise<void>, nowMs: number) {
    this.#checkAccess = checkAccess;
    this.#sentMs = nowMs;
    this.#checkedMs = nowMs;
    this.stream.push(`retry: ${RECONNECT_MS}\n\n`);
  }

  send(message: string, nowMs: number) {
    if (this.stream.destroyed || this.stream.readableEnded) return;
    this.#sentMs = nowMs;
    this.stream.push(message);
    if (this.stream.readableLength > MAX_UNREAD_BYTES) this.stream.destroy();
  }

  /** Sends a heartbeat when nothing else was sent, and checks that the listener still has access. */
  async tick(nowMs: number) {
    if (nowMs - this.#sentMs >= HEART_BEAT_MS) this.send(':\n\n', nowMs);
    if (nowMs - this.#checkedMs < CHECK_ACCESS_MS) return;
    this.#checkedMs = nowMs;
    try {
      await this.#checkAccess();
    } catch {
      this.end();
    }
  }

  /** The browser reconnects after `RECONNECT_MS`: to another instance, or to be refused. */
  end() {
    if (!this.stream.destroyed) this.stream.push(null);
  }
}
