import type { PGlite } from '@electric-sql/pglite';

/** PostgreSQL as a session uses it, on this thread or on its own. */
export interface Engine {
  /**
   * Sends messages of the wire protocol, as `concatenate` makes them. Their memory is transferred, and so is the
   * answer's.
   * @returns the complete answer; answers come in the order of the calls
   */
  exchange(messages: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>>;
  /** Closes after everything sent before. */
  close(): Promise<void>;
  /** PostgreSQL has ended itself: from now on every answer would be an error. */
  panicked(reason: string): void;
}

/** A PGlite on this thread, which blocks the thread until it has answered. */
export function engineOf(pg: Pick<PGlite, 'execProtocolRawStream' | 'close'>): Engine {
  return {
    async exchange(messages) {
      const answer: Uint8Array[] = [];
      // PGlite's other methods either parse the answer themselves, an eighth of the time of a sale, or retain it
      // forever.
      await pg.execProtocolRawStream(messages, {
        syncToFs: false,
        // These bytes are PostgreSQL's memory, which the next answer overwrites.
        onRawData: (bytes) => void answer.push(Buffer.from(bytes)),
      });
      return concatenate(answer);
    },
    close: () => pg.close(),
    panicked() {},
  };
}

/** Copies into memory of its own, which can be transferred to another thread. */
export function concatenate(parts: Uint8Array[]): Buffer<ArrayBuffer> {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
