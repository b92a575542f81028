import assert from 'node:assert';
import { existsSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { drawTickets } from './pdf.ts';
import type { Printed, ToDraw } from './ticket-printer.ts';

const port = parentPort;
assert(port, 'this file is started by ticket-printer.ts');

// A buyer who draws the PDF of a hundred tickets again and again must not slow down the pages of others. On Linux each
// thread has a priority of its own; elsewhere threads share that of the process.
const OWN_THREAD = '/proc/thread-self';
if (existsSync(OWN_THREAD))
  try {
    setPriority(Number(basename(readlinkSync(OWN_THREAD))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Sandboxes of services and containers may refuse it, and a ticket matters more than its priority.
  }

port.on('message', async ({ order, pass, logo }: ToDraw) => {
  const printed = await draw({ order, pass, logo }).then(
    (file): Printed => ({ file }),
    (error): Printed => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  port.postMessage(printed, 'file' in printed ? [printed.file.buffer] : []);
});

async function draw({ order, pass, logo }: ToDraw) {
  if (!pass) return drawTickets(order, logo);
  // Its libraries take 200 ms and 20 MB: loaded with the first pass.
  const { makeApplePass } = await import('../wallet/apple-pass.ts');
  return makeApplePass(order, pass, logo);
}
