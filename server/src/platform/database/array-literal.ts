/** Writes a PostgreSQL array literal of one dimension. `element` gives the text of an element, null for NULL. */
export const writeArray = (items: readonly unknown[], element: (item: unknown) => string | null): string =>
  `{${items.map((item) => quoted(element(item))).join(',')}}`;

const quoted = (text: string | null): string =>
  text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Reads a PostgreSQL array literal of any number of dimensions. `element` parses the text of an element. */
export function readArray(literal: string, element: (text: string) => unknown): unknown[] {
  // PostgreSQL prints an array that does not start at 1 as '[2:3]={…}'. The bounds are dropped.
  let at = literal.indexOf('{') + 1;

  function readItems(): unknown[] {
    const items: unknown[] = [];
    while (literal[at] !== '}') {
      items.push(readItem());
      if (literal[at] === ',') at += 1;
    }
    at += 1;
    return items;
  }

  function readItem(): unknown {
    if (literal[at] === '{') {
      at += 1;
      return readItems();
    }
    if (literal[at] === '"') return element(readQuoted());
    const start = at;
    while (literal[at] !== ',' && literal[at] !== '}') at += 1;
    const text = literal.slice(start, at);
    return text === 'NULL' ? null : element(text);
  }

  function readQuoted(): string {
    let text = '';
    at += 1;
    while (literal[at] !== '"') {
      if (literal[at] === '\\') at += 1;
      text += literal[at];
      at += 1;
    }
    at += 1;
    return text;
  }

  return readItems();
}
