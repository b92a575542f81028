import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Files } from './embedded-files.ts';
import type { Engine } from './engine.ts';

export interface ThreadData {
  files: Files;
  /** How many orders were given: what the thread waits for. */
  ordered: Int32Array<SharedArrayBuffer>;
}

/** To the thread: messages of the wire protocol; null: close. */
export type Order = Uint8Array<ArrayBuffer> | null;

/** From the thread, for each order: all that PostgreSQL answers (nothing to a close), or why there is no answer. */
export type Answer = { bytes: Uint8Array<ArrayBuffer> } | { error: string };

/**
 * Opens the files of the embedded database on a thread of its own, so that requests are read and answered while PostgreSQL
 * computes or waits for the disk. When the thread ends by itself, the process ends: nothing else would be answered, and
 * the next start finds all that was.
 * @throws Error for the operator when they cannot be opened, see `openFiles`
 */
export async function openOnThread(files: Files): Promise<Engine> {
  const ordered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: ThreadData = { files, ordered };
  const thread = new Worker(new URL('engine-thread.ts', import.meta.url), { workerData });
  const waiting: { resolve(bytes: Buffer<ArrayBuffer>): void; reject(error: Error): void }[] = [];
  const answer = () => new Promise<Buffer<ArrayBuffer>>((resolve, reject) => waiting.push({ resolve, reject }));
  thread.on('message', (message: Answer) => {
    const first = waiting.shift();
    if ('bytes' in message) first?.resolve(Buffer.from(message.bytes.buffer));
    else first?.reject(new Error(message.error));
  });
  thread.on('error', (error) => process.stderr.write(`The thread of the embedded database failed: ${error}\n`));
  function give(order: Order) {
    thread.postMessage(order, order ? [order.buffer] : []);
    Atomics.add(ordered, 0, 1);
    Atomics.notify(ordered, 0);
  }
  const endProcess = () => process.exit(1);
  thread.on('exit', endProcess);
  const letGo = () => thread.off('exit', endProcess);

  try {
    // Its first answer is empty: the files are open. A refusal lets go at once: when this thread was busy, the other one's end
    // is found together with its last message, before whoever awaits that runs.
    await new Promise<void>((resolve, reject) => {
      const refuse = (error: Error) => {
        letGo();
        reject(error);
      };
      waiting.push({ resolve: () => resolve(), reject: refuse });
    });
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return {
    exchange(messages) {
      give(messages);
      return answer();
    },
    async close() {
      letGo();
      give(null);
      await Promise.all([answer(), once(thread, 'exit')]);
    },
  };
}
