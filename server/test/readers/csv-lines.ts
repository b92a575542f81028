/** Reads CSV strictly by RFC 4180, like a spreadsheet. */
export function csvLines(text: string): string[][] {
  const lines: string[][] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  let line: string[] = [];
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex;
    const [, value, end] = cell.exec(text) ?? [];
    if (value === undefined) throw new Error(`not CSV: ${JSON.stringify(text.slice(start, start + 100))}`);
    line.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end !== '\r\n') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** Rows by the names of the header line. */
export function csvRows(text: string): Record<string, string>[] {
  const [columns = [], ...lines] = csvLines(text);
  return lines.map((line) => Object.fromEntries(columns.map((column, index) => [column, line[index] ?? ''])));
}
