import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { printedOrder, printedTicket } from '../../../test/fixtures/printed-order.ts';
import { readPdf } from '../../../test/readers/pdf-reader.ts';
import { FolderStore } from '../../platform/files/folder-store.ts';
import { plainBrand } from '../../values/brand.ts';
import { MAX_TICKETS_WAITING } from './drawing-queue.ts';
import type { PrintedOrder } from './printed-order.ts';
import { TicketPrinter } from './ticket-printer.ts';

/** As many as a page of an order shows. */
const LARGE = 100;

let printer: TicketPrinter;
beforeEach(() => {
  printer = new TicketPrinter(new FolderStore(tmpdir()));
});
afterEach(() => printer.close());

const ticketsOf = (count: number) => Array.from({ length: count }, () => printedTicket());

/** Notes the names of documents in the order in which they are finished. */
function finishes() {
  const order: string[] = [];
  return {
    order,
    note: (name: string, pdf: Promise<Buffer>) =>
      pdf.then(
        () => order.push(name),
        (error) => order.push(`${name}: ${error.code}`),
      ),
  };
}

describe('the ticket printer', () => {
  test('draws each document, and one that cannot be drawn fails alone', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => `N${index}`);
    const printed = numbers.map((number) => printer.print(printedOrder([printedTicket({ number })])));
    const broken = printer.print({ ...printedOrder([]), event: null as never });
    const after = printer.print(printedOrder([printedTicket({ number: 'after' })]));
    await expect(broken).rejects.toThrow();
    for (const [index, pdf] of printed.entries()) expect((await readPdf(await pdf))[0]?.text).toContain(numbers[index]);
    expect((await readPdf(await after))[0]?.text).toContain('after');
  });

  test('draws the same document once, however many ask for it, then and later', async () => {
    const order = printedOrder(ticketsOf(2));
    const asked = Array.from({ length: 500 }, () => printer.print(order));
    const [first] = await Promise.all(asked);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([first]));
    expect(await printer.print(structuredClone(order))).toBe(first);
    expect(await printer.print(order, 'mail')).toBe(first);
  });

  test('ends its thread when it is idle, and starts another for the next document', async () => {
    const thread = once(process, 'worker').then(([worker]) => worker as Worker);
    const idle = new TicketPrinter(new FolderStore(tmpdir()), { idleMs: 0 });
    await idle.print(printedOrder(ticketsOf(1)));
    await once(await thread, 'exit');
    expect((await readPdf(await idle.print(printedOrder([printedTicket({ number: 'next' })]))))[0]?.text).toContain(
      'next',
    );
    await idle.close();
  });

  test('draws also where the system refuses a thread a priority of its own', () => {
    const refusing = `
      import os from 'node:os';
      import { syncBuiltinESMExports } from 'node:module';
      os.setPriority = () => { throw new Error('EPERM'); };
      syncBuiltinESMExports();`;
    const printing = `
      import { printedOrder, printedTicket } from './server/test/fixtures/printed-order.ts';
      import { TicketPrinter } from './server/src/tickets/documents/ticket-printer.ts';
      const printer = new TicketPrinter();
      process.stdout.write((await printer.print(printedOrder([printedTicket()]))).subarray(0, 4));
      await printer.close();`;
    const program = ['--import', `data:text/javascript,${encodeURIComponent(refusing)}`, '-e', printing];
    expect(execFileSync(process.execPath, program, { encoding: 'utf8' })).toBe('%PDF');
  });

  test.each<[string, (order: PrintedOrder) => PrintedOrder]>([
    ['language', (order) => ({ ...order, language: 'fil' })],
    ['revision of a ticket', (order) => ({ ...order, tickets: order.tickets.map((t) => ({ ...t, revision: 2 })) })],
    ['title of the event', (order) => ({ ...order, event: { ...order.event, title: 'Moved' } })],
  ])('draws another document for another %s', async (_what, change) => {
    const order = printedOrder(ticketsOf(1));
    const first = await printer.print(order);
    expect(await printer.print(change(order))).not.toBe(first);
  });

  test('serves other orders while one order asks for more than the printer takes', async () => {
    const greedy = printedOrder([]).orderId;
    const { order, note } = finishes();
    const asked = Array.from({ length: (2 * MAX_TICKETS_WAITING) / LARGE }, () =>
      note('greedy', printer.print({ ...printedOrder(ticketsOf(LARGE)), orderId: greedy })),
    );
    const others = [
      note('ticket', printer.print(printedOrder(ticketsOf(1)))),
      note('mail', printer.print(printedOrder(ticketsOf(1)), 'mail')),
    ];
    await Promise.all(others);
    // The document that was being drawn, and one that the mail took turns with.
    expect(order.filter((name) => name === 'greedy').length).toBeLessThanOrEqual(2);
    expect(order).toContain('greedy: too_many_readers');
    expect(order).not.toContain('ticket: too_many_readers');
    await printer.close();
    await Promise.all(asked);
  });

  test('asks a store that failed for no other logo for a while: all tickets would wait for one that does not answer', async () => {
    const logoUrl = `/files/0190a000-0000-7000-8000-000000000000/logo-${'0'.repeat(32)}-480x192`;
    const organizer = { ...plainBrand('Mabuhay Concerts', { isTest: false }), logoUrl };
    const files = new FolderStore(tmpdir());
    let asked = 0;
    files.read = () => Promise.reject(new Error(`away, ${++asked}`));
    const others = new TicketPrinter(files);
    for (let n = 0; n < 3; n++) await others.print(printedOrder(ticketsOf(1), { organizer }));
    expect(asked).toBe(1);
    await others.close();
  });

  test('rejects what waits when it is closed', async () => {
    const waiting = Array.from({ length: 5 }, () => printer.print(printedOrder(ticketsOf(1))).catch((error) => error));
    await printer.close();
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ message: 'the printer was closed' });
  });
});
