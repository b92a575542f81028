import { expect, test } from 'vitest';
import { parseInvariants, readInvariants } from './read-invariants.ts';

const HEAD = '-- What the file is for.\n\n-- And how it is read.\n\n';
const NO_EVENT = '-- no event is lost\n-- or forgotten\nselect id\n  from lost;';

test('a paragraph is a description and its statement; paragraphs before the first explain the file', () => {
  expect(parseInvariants(`${HEAD}${NO_EVENT}\n\n\n-- no tier is lost\nselect 1;\n`, 'sales')).toEqual([
    { unit: 'sales', description: 'no event is lost or forgotten', text: 'select id\n  from lost' },
    { unit: 'sales', description: 'no tier is lost', text: 'select 1' },
  ]);
});

test.each([
  ['a statement without a description', 'select 1;'],
  ['a description without a statement', '-- no tier is lost'],
  ['a statement without its semicolon', '-- no tier is lost\nselect 1'],
  ['two statements', '-- no tier is lost\nselect 1; select 2;'],
  ['a statement cut in two by an empty line', '-- no tier is lost\nselect 1\n\n from lost;'],
  ['a comment inside a statement', '-- no tier is lost\nselect 1 -- one\n from lost;'],
  ['a repeated description', NO_EVENT],
])('%s is rejected and quoted', (_case, paragraph) => {
  const [first = ''] = paragraph.split('\n');
  expect(() => parseInvariants(`${NO_EVENT}\n\n${paragraph}`, 'sales')).toThrow(`the only semicolon:\n${first}`);
});

test('the files of this version have many descriptions, none twice', async () => {
  const descriptions = (await readInvariants()).map(({ description }) => description);
  expect(descriptions.length).toBeGreaterThan(30);
  expect(new Set(descriptions).size).toBe(descriptions.length);
});
