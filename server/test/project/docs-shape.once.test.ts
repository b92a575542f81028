import { expect, test } from 'vitest';
import { documents, proseOf, textOf } from './documents.ts';

const MAX_LINE_LENGTH = 200;
const MAX_PARAGRAPH_LINES = 6;

/** Lines that are not running text: headings, tables, pictures, and link definitions. */
const notProse = /^(#|\||<|\[[^\]]+\]: )/;
const listItem = /^ *([-*]|\d+\.) /;

/** Paragraphs; an item of a list is one. */
function paragraphsOf(document: string): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of proseOf(document).split('\n')) {
    if (line.trim() === '' || notProse.test(line)) paragraphs.push([]);
    else if (listItem.test(line)) paragraphs.push([line]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs;
}

test(`no line of the documents is longer than ${MAX_LINE_LENGTH} characters`, () => {
  expect(documents.length).toBeGreaterThan(60);
  const long = documents.flatMap((document) =>
    textOf(document)
      .split('\n')
      .flatMap((line, index) => (line.length > MAX_LINE_LENGTH ? [`${document}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test(`no paragraph is longer than ${MAX_PARAGRAPH_LINES} lines`, () => {
  const long = documents.flatMap((document) =>
    paragraphsOf(document)
      .filter((lines) => lines.length > MAX_PARAGRAPH_LINES)
      .map(([first]) => `${document}: ${first}`),
  );
  expect(long).toEqual([]);
});

test('every document begins with its title and a sentence', () => {
  const without = documents.filter((document) => !/^# \S.*\n\n(?![#|<>-])\S/.test(textOf(document)));
  expect(without).toEqual([]);
});
