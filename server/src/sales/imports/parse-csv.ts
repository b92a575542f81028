import { CsvError, parse } from 'csv-parse/sync';
import { importRefusals } from './refusals.ts';

/** About 600 characters for each row. Parsing as many, the worst kind of text included, takes 100 ms. */
export const MAX_CSV_LENGTH = 300_000;
/**
 * Rows of people in one import. They are made in one transaction under the event's lock, for which buyers wait: see
 * decision 64.
 */
export const MAX_ROWS = 500;
/** More than any list of attendees has. */
export const MAX_COLUMNS = 100;
/** Counted before parsing, because an empty cell costs a character of the file and an object in memory. */
const MAX_CELLS = MAX_ROWS * MAX_COLUMNS;
/** Characters of a row: a quote that is never closed would make one cell of the rest of the file. */
const MAX_ROW_LENGTH = 20_000;

/** In the order of preference, where a heading has as many of both. */
const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** What csv-parse says, and what that means. */
const PROBLEMS = {
  CSV_QUOTE_NOT_CLOSED: 'quote_not_closed',
  CSV_INVALID_CLOSING_QUOTE: 'quote_misplaced',
  INVALID_OPENING_QUOTE: 'quote_misplaced',
  CSV_MAX_RECORD_SIZE: 'row_too_long',
} as const;

export interface CsvRow {
  /** As a spreadsheet counts: the headings are row 1. */
  row: number;
  /** Trimmed. */
  cells: string[];
}

export interface CsvTable {
  delimiter: Delimiter;
  headings: string[];
  /** Without empty ones. */
  rows: CsvRow[];
}

/**
 * Reads the text of a CSV file: with commas, semicolons or tabs, with or without a byte order mark. The first row has
 * the headings. Sizes are checked first, so that a hostile file costs little.
 * @throws Refusal 400 when it is too large, broken, or has no rows
 */
export function parseCsv(text: string): CsvTable {
  const delimiter = delimiterOf(text);
  if (countOf(text, delimiter) + countOf(text, '\n') + countOf(text, '\r') > MAX_CELLS)
    throw importRefusals.csv_too_large({ of: 'cells', max: MAX_CELLS });
  const [first, ...rows] = recordsOf(text, delimiter).filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (!first || rows.length === 0) throw importRefusals.csv_without_rows();
  if (rows.length > MAX_ROWS) throw importRefusals.csv_too_large({ of: 'rows', max: MAX_ROWS });
  if (first.cells.length > MAX_COLUMNS) throw importRefusals.csv_too_large({ of: 'columns', max: MAX_COLUMNS });
  return { delimiter, headings: first.cells, rows };
}

function recordsOf(text: string, delimiter: Delimiter): CsvRow[] {
  try {
    const records: string[][] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
    });
    return records.map((cells, index) => ({ row: index + 1, cells: cells.map(plainCell) }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem = PROBLEMS[error.code as keyof typeof PROBLEMS];
    if (problem === undefined) throw error;
    throw importRefusals.csv_unreadable({ line: Number(error.lines), problem });
  }
}

/**
 * The apostrophes that our exports put before what a spreadsheet would run as a formula: at the start of a cell, such
 * as a phone number with +, and behind a separator or line break, such as a list in a note.
 */
const ESCAPE = /^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=[;\t\r\n]\s*')/g;

const plainCell = (cell: string): string => cell.replaceAll(ESCAPE, '').trim();

/** The one that the headings have most of, outside quotes. */
function delimiterOf(text: string): Delimiter {
  const unquoted = text
    .slice(0, MAX_ROW_LENGTH)
    .trimStart()
    .replaceAll(/"[^"]*"/g, '');
  const [headings = ''] = unquoted.split(/[\r\n]/, 1);
  return DELIMITERS.reduce((best, one) => (countOf(headings, one) > countOf(headings, best) ? one : best));
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}
