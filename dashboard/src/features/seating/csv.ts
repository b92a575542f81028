export interface CsvRecord {
  /** The line where it starts; the first line is 1. */
  line: number;
  cells: string[];
}

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** RFC 4180. @returns in `broken` the line of a quote that is not closed, or not at the start of its cell */
export function readCsv(text: string): { records: CsvRecord[]; broken: number | null } {
  const source = text.replace(/^\uFEFF/, '');
  const records: CsvRecord[] = [];
  let line = 1;
  let record: CsvRecord = { line, cells: [] };
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < source.length || record.cells.length > 0) {
    const found = FIELD.exec(source);
    if (!found) return { records, broken: line };
    const [all, quoted, plain = '', end] = found;
    record.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += all.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    if (record.cells.some((cell) => cell.trim() !== '')) records.push(record);
    record = { line, cells: [] };
  }
  return { records, broken: null };
}

const cell = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** With a byte order mark, as the other files of the dashboard: spreadsheets read ñ as two letters without it. */
export const writeCsv = (records: string[][]): string =>
  `\uFEFF${records.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`;
