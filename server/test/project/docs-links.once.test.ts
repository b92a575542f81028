import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names of the headings of a document, as its readers' browsers know them. */
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (document: string) =>
  [...read(document).matchAll(/\]\(((?!https?:)[^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([link, path = '', anchor]) => ({
    link: `${document}: ${link.slice(1)}`,
    target: path === '' ? document : join(dirname(document), path),
    anchor,
  }));

test('every link of the documents leads to a file, and to a heading that it has', () => {
  const links = documents.flatMap(linksOf);
  expect(links.length).toBeGreaterThan(500);
  const dead = links.filter(
    ({ target, anchor }) =>
      !existsSync(join(root, target)) ||
      (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)),
  );
  expect(dead.map(({ link }) => link)).toEqual([]);
});
