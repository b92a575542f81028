import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

/** Rows per batch: memory does not grow with the list. */
const BATCH = 1_000;

export const CsvResponse = {
  description: 'A header line, then one line each; UTF-8.',
  content: { 'text/csv': { schema: Type.String() } },
};

type Cell = string | number | Date | null;

/** Without a byte order mark, spreadsheets read UTF-8 as another encoding, and Peña as PeÃ±a. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A formula after what a spreadsheet may treat as the end of a cell or row: in many countries `;` separates cells, and
 * quotes mean nothing there. What is before it is looked at last, so that a long run of spaces costs only its length.
 */
const HIDDEN_FORMULA = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20](?<=[;\t\r\n]\s*.)/g;

/** `escape_formulas` handles formulas at the start of a cell, and there only tab and carriage return, not line feed. */
const escaped = (text: string) => text.replace(/^\n/, "'\n").replaceAll(HIDDEN_FORMULA, "'$&");

/**
 * Streams a list as CSV, batch by batch, as fast as the client reads. Cells that a spreadsheet could read as a formula
 * (= + - @ …) are prefixed with an apostrophe, because buyers type the names. A person's file begins with a byte order
 * mark, because it is opened in a spreadsheet; a program's does not, because it would be part of the first column's
 * name.
 */
export function sendCsv(reply: FastifyReply, fileName: string, columns: string[], batches: AsyncIterable<Cell[][]>) {
  async function* lines() {
    yield (reply.request.caller?.kind === 'session' ? BYTE_ORDER_MARK : '') + write([columns]);
    for await (const batch of batches) yield write(batch);
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(lines()));
}

/**
 * The batches of a list. Each is read after the last row of the batch before it, so a batch costs the same anywhere in
 * the list, and rows added meanwhile shift nothing.
 */
export async function* inBatches<Row>(
  readAfter: (after: Row | null, limit: number) => Promise<Row[]>,
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
    // By default only the record delimiter is quoted, and a lone line feed in a name would start a new line.
    quoted_match: /[\r\n]/,
    cast: { date: (date) => date.toISOString(), number: String, string: escaped },
  });
