import assert from 'node:assert';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openFiles } from './embedded-files.ts';
import { type Engine, engineOf } from './engine.ts';
import type { Answer, Order, ThreadData } from './engine-on-a-thread.ts';

assert(parentPort, 'this file is started by engine-on-a-thread.ts');
const port = parentPort;
const { files, ordered } = workerData as ThreadData;

const tell = (answer: Answer) => port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : []);
const nothing = (): Answer => ({ bytes: new Uint8Array() });
const refuse = (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) });

/** As they come. The thread sleeps in between without an event loop, which takes more than twice as long to wake up. */
function* orders(): Generator<Order> {
  for (;;) {
    const count = Atomics.load(ordered, 0);
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) yield next.message;
    Atomics.wait(ordered, 0, count);
  }
}

async function serve(engine: Engine) {
  for (const order of orders()) {
    if (order === null) return engine.close();
    await engine.exchange(Buffer.from(order.buffer)).then((bytes) => tell({ bytes }), refuse);
  }
}

try {
  const engine = engineOf(await openFiles(files));
  tell(nothing());
  await serve(engine);
  tell(nothing());
} catch (error) {
  refuse(error);
}
