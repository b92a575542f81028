import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** Width of code, which Biome keeps. Biome does not wrap comments. */
const MAX_WIDTH = 120;
const IS_COMMENT = /^\s*(?:\/\/ |\/?\*+ |-- )/;
/** Written by scripts, from texts of the API and comments of tables.sql. */
const GENERATED = [/(^|\/)generated\//, /(^|\/)tables\.ts$/, /\.d\.ts$/];

const files = globSync(
  '{bench,cli,dashboard,docs-site,e2e,embed,mcp,scripts,sdk,server,simulate}/**/*.{ts,tsx,mjs,sql}',
  {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist[^/]*)(\/|$)/.test(path),
  },
).filter((path) => !GENERATED.some((name) => name.test(path)));

test('no line of a comment is wider than code', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const wide = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > MAX_WIDTH && IS_COMMENT.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});

const COMMENT = /^\s*(?:\/\/|--|\/?\*+)\s(?<line>.*)|\s\/\/\s(?<end>.*)/;
const PRONOUN = /\b(?:nobody|somebody|whoever|everybody)\b/i;
const FRAGMENT = /(?:^|[.:;] )Of /;

test('comments of the server name their subject', () => {
  const unclear = files
    .filter((path) => path.startsWith('server/src/'))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((source, index) => {
          const { line, end } = COMMENT.exec(source)?.groups ?? {};
          const text = line ?? end ?? '';
          return PRONOUN.test(text) || FRAGMENT.test(text) ? [`${path}:${index + 1}: ${text}`] : [];
        }),
    );
  expect(unclear).toEqual([]);
});
