import assert from 'node:assert';
import { existsSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { drawTickets } from './pdf.ts';
import type { Printed, ToDraw } from './ticket-printer.ts';

const port = parentPort;
assert(port, 'this file is started by ticket-printer.ts');

// Whoever draws the PDF of a hundred tickets again and again must not take the processor from those who load a page. Linux
// gives each thread a priority of its own; elsewhere they share that of the process.
const OWN_THREAD = '/proc/thread-self';
if (existsSync(OWN_THREAD))
  setPriority(Number(basename(readlinkSync(OWN_THREAD))), constants.priority.PRIORITY_BELOW_NORMAL);

port.on('message', async ({ order, logo }: ToDraw) => {
  const printed = await drawTickets(order, logo).then(
    (pdf): Printed => ({ pdf }),
    (error): Printed => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  port.postMessage(printed, 'pdf' in printed ? [printed.pdf.buffer] : []);
});
