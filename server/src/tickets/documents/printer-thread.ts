import assert from 'node:assert';
import { parentPort } from 'node:worker_threads';
import { drawTickets } from './pdf.ts';
import type { PrintedOrder } from './printed-order.ts';
import type { Printed } from './ticket-printer.ts';

const port = parentPort;
assert(port, 'this file is started by ticket-printer.ts');

port.on('message', async (order: PrintedOrder) => {
  const printed = await drawTickets(order).then(
    (pdf): Printed => ({ pdf }),
    (error): Printed => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  port.postMessage(printed, 'pdf' in printed ? [printed.pdf.buffer] : []);
});
