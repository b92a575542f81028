import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { fileNameOf } from '../../pictures/file-name.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { serviceRefusals } from '../../platform/refusals/service-refusals.ts';
import { largestFile, uploadedPicture } from '../../values/picture.ts';
import type { PassFacts } from '../wallet/pass-facts.ts';
import { DrawingQueue, type Purpose, type Waiting } from './drawing-queue.ts';
import type { PrintedOrder } from './printed-order.ts';

/** Several hundred documents; a document of one ticket has about 30 KB. */
const CACHE_BYTES = 32 * 2 ** 20;
const RETRY_AFTER_SECONDS = 5;
/**
 * The thread of an idle printer ends: its fonts and its heap are tens of megabytes, and a new one starts in half a
 * second.
 */
const IDLE_MS = 60_000;

/**
 * After the file store has failed, tickets are drawn without logos for so long: a store that does not answer would
 * delay all tickets, by ten seconds each.
 */
const WITHOUT_LOGOS_MS = 60_000;

/** What the thread draws. Logos that were not uploaded stay where they are: nothing is loaded from other servers. */
export interface ToDraw extends Wanted {
  logo: Logo | null;
}

/** A PDF of all the tickets, or a pass of the only one. */
interface Wanted {
  order: PrintedOrder;
  pass: PassFacts | null;
}

export interface Logo {
  png: Uint8Array;
  width: number;
  height: number;
}

/** The thread's answer: the document, or the error. */
export type Printed = { file: Uint8Array<ArrayBuffer> } | { error: string };

interface Drawing extends Waiting, Wanted {
  resolve(file: Buffer): void;
  reject(error: Error): void;
}

/**
 * Draws PDFs and passes for wallets on a thread of its own, one at a time, so that no sale waits for a drawing. The
 * same document is drawn once, however many ask for it: it is known by its whole content, so a changed ticket is
 * another document. Finished documents are kept until newer ones take their room. DrawingQueue decides which document
 * comes next.
 */
export class TicketPrinter {
  readonly #files: FileStore;
  readonly #queue = new DrawingQueue<Drawing>();
  readonly #finished = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => length });
  readonly #unfinished = new Map<string, Promise<Buffer>>();
  readonly #idleMs: number;
  #thread: Worker | null = null;
  #current: Drawing | null = null;
  #idle: NodeJS.Timeout | undefined;
  #withoutLogosUntilMs = 0;

  constructor(files: FileStore, { idleMs = IDLE_MS } = {}) {
    this.#files = files;
    this.#idleMs = idleMs;
  }

  /**
   * @param purpose an e-mail is never refused: it waits
   * @throws Refusal too_many_readers for a page, when too many tickets wait and this order has most of them
   */
  print(order: PrintedOrder, purpose: Purpose = 'page'): Promise<Buffer> {
    return this.#drawOnce({ order, pass: null }, purpose);
  }

  /** The pass for Apple Wallet of the only ticket of the order. @throws Refusal too_many_readers, as above */
  makePass(order: PrintedOrder, pass: PassFacts): Promise<Buffer> {
    return this.#drawOnce({ order, pass }, 'page');
  }

  #drawOnce(wanted: Wanted, purpose: Purpose): Promise<Buffer> {
    const content = hash('sha256', JSON.stringify(wanted));
    const finished = this.#finished.get(content);
    if (finished) return Promise.resolve(finished);
    // A dropped page must not take along an e-mail that waits for the same document.
    const key = `${purpose} ${content}`;
    let file = this.#unfinished.get(key);
    if (!file) {
      file = this.#draw(wanted, purpose).finally(() => this.#unfinished.delete(key));
      file.then(
        (bytes) => this.#finished.set(content, bytes),
        () => {},
      );
      this.#unfinished.set(key, file);
    }
    return file;
  }

  /** Rejects all waiting requests. */
  async close(): Promise<void> {
    const thread = this.#thread;
    const error = new Error('the printer was closed');
    for (const { reject } of this.#queue.clear()) reject(error);
    this.#fail(error);
    clearTimeout(this.#idle);
    await thread?.terminate();
  }

  #draw(wanted: Wanted, purpose: Purpose): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const { orderId, tickets } = wanted.order;
      const givenUp = this.#queue.add({ purpose, orderId, tickets: tickets.length, ...wanted, resolve, reject });
      for (const { reject } of givenUp)
        reject(serviceRefusals.too_many_readers({ retry_after_seconds: RETRY_AFTER_SECONDS }));
      this.#drawNext();
    });
  }

  #drawNext() {
    if (this.#current) return;
    clearTimeout(this.#idle);
    const next = this.#queue.next();
    if (!next) {
      this.#idle = setTimeout(() => this.#endThread(), this.#idleMs).unref();
      return;
    }
    this.#current = next;
    void this.#begin(next);
  }

  async #begin({ order, pass }: Drawing) {
    // A ticket without a logo admits its holder, too: it does not wait for a store that fails.
    const logo = await this.#readLogo(order).catch(() => {
      this.#withoutLogosUntilMs = performance.now() + WITHOUT_LOGOS_MS;
      return null;
    });
    // The printer may have been closed meanwhile.
    if (this.#current?.order !== order) return;
    this.#thread ??= this.#start();
    this.#thread.postMessage({ order, pass, logo } satisfies ToDraw);
  }

  async #readLogo({ event }: PrintedOrder): Promise<Logo | null> {
    const logo = event.organizer.logoUrl === null ? undefined : uploadedPicture(event.organizer.logoUrl);
    if (!logo || performance.now() < this.#withoutLogosUntilMs) return null;
    const png = await this.#files.read(fileNameOf(largestFile(logo)));
    return png ? { png, width: logo.width, height: logo.height } : null;
  }

  #start(): Worker {
    const thread = new Worker(new URL('printer-thread.ts', import.meta.url));
    // An idle printer does not keep the process running.
    thread.unref();
    thread.on('message', (printed: Printed) => {
      const drawn = this.#current;
      this.#current = null;
      if ('file' in printed) drawn?.resolve(Buffer.from(printed.file));
      else drawn?.reject(new Error(printed.error));
      this.#drawNext();
    });
    // If a document crashes the thread, only this document fails: the next one starts a new thread.
    thread.on('error', (error) => {
      this.#fail(error as Error);
      this.#drawNext();
    });
    return thread;
  }

  #endThread() {
    void this.#thread?.terminate();
    this.#thread = null;
  }

  #fail(error: Error) {
    this.#thread = null;
    this.#current?.reject(error);
    this.#current = null;
  }
}
