import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

/** How many rows are read and written at a time: memory stays the same however long the list is. */
const BATCH = 1_000;

export const CsvResponse = {
  description: 'A header line, then a line each; UTF-8.',
  content: { 'text/csv': { schema: Type.String() } },
};

type Cell = string | number | Date | null;

/** A formula after a line feed is one to some spreadsheets; `escape_formulas` knows tab and carriage return only. */
const escapedLineFeed = (text: string) => (text.startsWith('\n') ? `'${text}` : text);

/**
 * Streams a list as CSV, batch by batch, as fast as the client reads. Cells that a spreadsheet would take for a formula
 * (= + - @ …) get an apostrophe before them: names are typed by strangers.
 */
export function sendCsv(reply: FastifyReply, fileName: string, columns: string[], batches: AsyncIterable<Cell[][]>) {
  async function* lines() {
    yield write([columns]);
    for await (const batch of batches) yield write(batch);
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(lines()));
}

/**
 * The batches of a list. Each is read after the last row of the one before, so it costs the same however far down the
 * list, and what is added meanwhile shifts nothing.
 */
export async function* inBatches<Row>(
  readAfter: (after: Row | null, most: number) => Promise<Row[]>,
  cellsOf: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  let after: Row | null = null;
  do {
    const rows: Row[] = await readAfter(after, BATCH);
    if (rows.length > 0) yield rows.map(cellsOf);
    after = rows.length < BATCH ? null : (rows.at(-1) ?? null);
  } while (after !== null);
}

const write = (rows: Cell[][]): string =>
  stringify(rows, {
    escape_formulas: true,
    record_delimiter: 'windows',
    // By itself it quotes the record's own delimiter only: a lone line feed in a name would begin a line of its own.
    quoted_match: /[\r\n]/,
    cast: { date: (date) => date.toISOString(), number: String, string: escapedLineFeed },
  });
