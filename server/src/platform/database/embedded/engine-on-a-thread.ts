import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Files } from './embedded-files.ts';
import type { Engine } from './engine.ts';

export interface ThreadData {
  files: Files;
  /** Number of commands sent; the thread waits for it to change. */
  commandCount: Int32Array<SharedArrayBuffer>;
}

/** To the thread: messages of the wire protocol, or null to close. */
export type Command = Uint8Array<ArrayBuffer> | null;

/**
 * From the thread, for each command: PostgreSQL's complete answer (empty for a close), or the reason why there is none.
 */
export type Answer = { bytes: Uint8Array<ArrayBuffer> } | { error: string };

/**
 * Opens the embedded database on a thread of its own, so that the process handles requests while PostgreSQL computes or
 * waits for the disk. If the thread ends unexpectedly or PostgreSQL panics, the process exits: no query would be
 * answered any more, and the next start recovers everything committed.
 * @throws Error for the operator when the files cannot be opened, see `openFiles`
 */
export async function openOnThread(files: Files): Promise<Engine> {
  const commandCount = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: ThreadData = { files, commandCount };
  const thread = new Worker(new URL('engine-thread.ts', import.meta.url), { workerData });
  const waiting: { resolve(bytes: Buffer<ArrayBuffer>): void; reject(error: Error): void }[] = [];
  const answer = () => new Promise<Buffer<ArrayBuffer>>((resolve, reject) => waiting.push({ resolve, reject }));
  thread.on('message', (message: Answer) => {
    const first = waiting.shift();
    if ('bytes' in message) first?.resolve(Buffer.from(message.bytes.buffer));
    else first?.reject(new Error(message.error));
  });
  thread.on('error', (error) => process.stderr.write(`The thread of the embedded database failed: ${error}\n`));
  function send(command: Command) {
    thread.postMessage(command, command ? [command.buffer] : []);
    Atomics.add(commandCount, 0, 1);
    Atomics.notify(commandCount, 0);
  }
  const endProcess = () => process.exit(1);
  thread.on('exit', endProcess);
  const expectExit = () => thread.off('exit', endProcess);

  try {
    // The first answer is empty: the files are open. An error must call `expectExit` at once: if this thread was busy,
    // the exit of the other one is noticed together with its last message, before the code that awaits it runs.
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => {
        expectExit();
        reject(error);
      };
      waiting.push({ resolve: () => resolve(), reject: fail });
    });
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return {
    exchange(messages) {
      send(messages);
      return answer();
    },
    panicked(reason) {
      process.stderr.write(`The embedded database ended itself: ${reason}. Start the server again: it recovers.\n`);
      endProcess();
    },
    async close() {
      expectExit();
      send(null);
      await Promise.all([answer(), once(thread, 'exit')]);
    },
  };
}
