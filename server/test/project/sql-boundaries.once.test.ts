import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOMAINS } from '../../src/domains.ts';

/** The SQL of a domain reads and writes its own tables and those of the domains before it. */
const root = join(import.meta.dirname, '../../src');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The place of each table's domain in the order. */
const places = new Map(
  DOMAINS.flatMap((domain, place) =>
    globSync(`${domain}/tables.sql`, { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/^create table (\w+)/gm)].map(([, table = '']): [string, number] => [table, place]),
    ),
  ),
);

/** Places where a statement names a table: after these words, or in a `from` list, with its alias. */
const NAMED =
  /\b(?:from|join|into|update|using|table|references)\s+(?:only\s+)?(\w+)|,\s*(\w+)\s+(?:as\s+)?(?!from\b)[a-z]\w*\s*(?=where\b|join\b|left\b|on\b|order\b|group\b|returning\b|set\b|,|\n|$)/gi;

/** The lines of `text` that name a table of a domain after the one at `place`. */
function strangers(text: string, place: number): { line: number; table: string }[] {
  return [...text.matchAll(NAMED)].flatMap(({ 1: after, 2: listed, index }) => {
    const table = after ?? listed ?? '';
    return (places.get(table) ?? -1) > place ? [{ line: text.slice(0, index).split('\n').length, table }] : [];
  });
}

/** The SQL templates of a source, with everything else blank, so that line numbers stay the same. */
function sqlOf(source: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  let sql = '';
  let end = 0;
  for (const { 0: template, index } of source.matchAll(/(?:sql|raw\()`(?:[^`\\]|\\.)*`/g)) {
    sql += blank(source.slice(end, index)) + template;
    end = index + template.length;
  }
  return sql + blank(source.slice(end));
}

describe('the SQL of a domain', () => {
  test('creates its tables in tables.sql', () => expect(places.size).toBeGreaterThan(30));

  test.each(DOMAINS.map((domain, place) => ({ domain, place })))(
    '$domain: uses only its own tables and those of the domains before it',
    ({ domain, place }) => {
      const files = globSync([`${domain}/**/*.ts`, `${domain}/tables.sql`], { cwd: root }).filter(
        (path) => !path.endsWith('.test.ts'),
      );
      const found = files.flatMap((path) => {
        const text = path.endsWith('.sql') ? read(path).replaceAll(/--.*/g, '') : sqlOf(read(path));
        return strangers(text, place).map(({ line, table }) => `${path}:${line} names ${table}`);
      });
      expect(found).toEqual([]);
    },
  );

  test.each([
    'select 1 from orders o',
    'select 1 from events e join orders o on true',
    'update orders set status = $1',
    'insert into orders (id) values ($1)',
    'delete from orders where id = $1',
    'select 1 from events e, orders o where true',
    'alter table orders add foreign key (id) references events',
    'create table x (id uuid references orders)',
  ])('is read by this test: %s', (statement) => {
    expect(strangers(statement, DOMAINS.indexOf('events'))).toEqual([{ line: 1, table: 'orders' }]);
    expect(strangers(statement, DOMAINS.indexOf('orders'))).toEqual([]);
  });
});
