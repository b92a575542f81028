import assert from 'node:assert';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openFiles } from './embedded-files.ts';
import { type Engine, engineOf } from './engine.ts';
import type { Answer, Command, ThreadData } from './engine-on-a-thread.ts';

assert(parentPort, 'this file is started by engine-on-a-thread.ts');
const port = parentPort;
const { files, commandCount } = workerData as ThreadData;

const reply = (answer: Answer) => port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : []);
const emptyAnswer = (): Answer => ({ bytes: new Uint8Array() });
const replyError = (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) });

/**
 * Yields commands as they arrive. In between, the thread sleeps without an event loop, which would take more than twice
 * as long to wake up.
 */
function* commands(): Generator<Command> {
  for (;;) {
    const count = Atomics.load(commandCount, 0);
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) yield next.message;
    Atomics.wait(commandCount, 0, count);
  }
}

async function serve(engine: Engine) {
  for (const command of commands()) {
    if (command === null) return engine.close();
    await engine.exchange(Buffer.from(command.buffer)).then((bytes) => reply({ bytes }), replyError);
  }
}

try {
  const engine = engineOf(await openFiles(files));
  reply(emptyAnswer());
  await serve(engine);
  reply(emptyAnswer());
} catch (error) {
  replyError(error);
}
