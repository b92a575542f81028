import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, proseOf, root, textOf } from './documents.ts';

/** Anchors of the headings of a document, as GitHub creates them. */
const anchorsOf = (path: string) =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** `[text](target)`, `[label]: target` at the end of a page, and pictures. */
const TARGETS = /\]\(((?!https?:)[^)\s]*)\)|^\[[^\]]+\]: ((?!https?:)\S+)$|(?:src|href)="((?!https?:)[^"]+)"/gm;

const linksOf = (document: string) =>
  [...proseOf(document).matchAll(TARGETS)].map(([, inline, defined, html]) => {
    const [path = '', anchor] = (inline ?? defined ?? html ?? '').split('#');
    return {
      link: `${document}: ${path}${anchor ? `#${anchor}` : ''}`,
      target: path === '' ? document : join(dirname(document), path),
      anchor,
    };
  });

test('every link in the documents leads to an existing file and heading', () => {
  const links = documents.flatMap(linksOf);
  expect(links.length).toBeGreaterThan(500);
  const dead = links.filter(
    ({ target, anchor }) =>
      !existsSync(join(root, target)) ||
      (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)),
  );
  expect(dead.map(({ link }) => link)).toEqual([]);
});

test('every [label] is defined once at the end of its page, and every definition is used', () => {
  const wrong = documents.flatMap((document) => {
    const prose = proseOf(document);
    const defined = [...prose.matchAll(/^\[([^\]]+)\]: /gm)].map(([, label = '']) => label);
    const used = new Set([...prose.matchAll(/(?<!\])\[([^\]\n]+)\](?![(:])/g)].map(([, label = '']) => label));
    used.delete(' ');
    return [
      ...defined.filter((label, index) => defined.indexOf(label) !== index).map((label) => `defined twice: ${label}`),
      ...defined.filter((label) => !used.has(label)).map((label) => `not used: ${label}`),
      ...[...used].filter((label) => !defined.includes(label)).map((label) => `not defined: ${label}`),
    ].map((problem) => `${document}: ${problem}`);
  });
  expect(wrong).toEqual([]);
});
