import { Worker } from 'node:worker_threads';
import { serviceRefusals } from '../../platform/refusals/service-refusals.ts';
import type { PrintedOrder } from './printed-order.ts';

/**
 * Of all documents that wait: buyers who press the button together, and the handful of mails that are written at once. A
 * ticket is 10 to 20 ms of the thread, so nobody waits longer than a few seconds for others.
 */
const MOST_TICKETS_WAITING = 200;
const TRY_AGAIN_AFTER_SECONDS = 2;

/** From the thread: the document, or why there is none. */
export type Printed = { pdf: Uint8Array<ArrayBuffer> } | { error: string };

interface Waiting {
  tickets: number;
  resolve(pdf: Buffer): void;
  reject(error: Error): void;
}

/**
 * Draws PDFs on a thread of its own, so that no sale waits for a drawing. The thread starts with the first document and
 * is started again after one that it did not survive; documents come back in the order in which they were asked for.
 */
export class TicketPrinter {
  #thread: Worker | null = null;
  #waiting: Waiting[] = [];

  /** An order of any size is drawn when nothing else waits. @throws Refusal 503 when too many tickets do */
  print(order: PrintedOrder): Promise<Buffer> {
    const tickets = order.tickets.length;
    const before = this.#waiting.reduce((sum, waiting) => sum + waiting.tickets, 0);
    if (before > 0 && before + tickets > MOST_TICKETS_WAITING)
      throw serviceRefusals.overloaded({ retry_after_seconds: TRY_AGAIN_AFTER_SECONDS });
    this.#thread ??= this.#start();
    this.#thread.postMessage(order);
    return new Promise((resolve, reject) => this.#waiting.push({ tickets, resolve, reject }));
  }

  /** What waits is refused. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#end(new Error('the printer was closed'));
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL('printer-thread.ts', import.meta.url));
    // It alone is no reason for the process to stay.
    thread.unref();
    thread.on('message', (printed: Printed) => {
      const asked = this.#waiting.shift();
      if ('pdf' in printed) asked?.resolve(Buffer.from(printed.pdf));
      else asked?.reject(new Error(printed.error));
    });
    thread.on('error', (error) => this.#end(error as Error));
    return thread;
  }

  #end(error: Error) {
    this.#thread = null;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
