import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOMAINS } from '../../src/domains.ts';
import { documents, root, textOf } from './documents.ts';

interface Quote {
  document: string;
  path: string;
  lines: string[];
}

/** Code blocks that begin with the path of a file, as a comment: `// server/src/app.ts: what is shown`. */
const quotes: Quote[] = documents.flatMap((document) =>
  [
    ...textOf(document).matchAll(
      /^```\w+\n(?:\/\/|--) ((?:server|dashboard|simulate)\/\S+\.\w+)\b[^\n]*\n(.*?)^```$/gms,
    ),
  ].map(([, path = '', code = '']) => ({ document, path, lines: code.trim().split('\n') })),
);

/** The first quoted line that the file does not have after those before it; indentation and `…` do not count. */
function missingLine({ path, lines }: Quote): string | undefined {
  const source = readFileSync(join(root, path), 'utf8').split('\n');
  let at = 0;
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '…')
    .find((line) => {
      const found = source.findIndex((other, index) => index >= at && other.trim() === line);
      at = found + 1;
      return found === -1;
    });
}

test('quoted code in documents matches the sources, in order', () => {
  expect(quotes.length).toBeGreaterThan(2);
  const missing = quotes
    .map((quote) => ({ ...quote, line: missingLine(quote) }))
    .filter(({ line }) => line !== undefined);
  expect(missing.map(({ document, path, line }) => `${document}: ${path} has no line "${line}"`)).toEqual([]);
});

test('ARCHITECTURE.md lists the domains in the order of domains.ts', () => {
  expect(textOf('ARCHITECTURE.md').replaceAll(/\s+/g, ' ')).toContain(DOMAINS.join(' → '));
});
