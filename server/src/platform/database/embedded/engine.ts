import type { PGlite } from '@electric-sql/pglite';

/** PostgreSQL itself, as far as a session needs it: on this thread, or on one of its own. */
export interface Engine {
  /**
   * Sends messages of the wire protocol, as `joined` makes them: their memory is given away, and so is the answer's.
   * @returns all that is answered; what is sent first is answered first
   */
  exchange(messages: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>>;
  /** After what was sent before. */
  close(): Promise<void>;
}

/** A PGlite of this thread, which does nothing else until it has answered. */
export function engineOf(pg: Pick<PGlite, 'execProtocolRawStream' | 'close'>): Engine {
  return {
    async exchange(messages) {
      const answer: Uint8Array[] = [];
      // Of PGlite's other ways one reads each answer itself, an eighth of a sale, and keeps it for ever.
      await pg.execProtocolRawStream(messages, {
        syncToFs: false,
        // Bytes of PostgreSQL's own memory, which it writes the next ones to.
        onRawData: (bytes) => void answer.push(Buffer.from(bytes)),
      });
      return joined(answer);
    },
    close: () => pg.close(),
  };
}

/** In memory of its own, which can be handed over to another thread. */
export function joined(parts: Uint8Array[]): Buffer<ArrayBuffer> {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
