import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLines } from './lines.ts';

test.each([
  [[], []],
  [['one\ntwo\n'], ['one', 'two']],
  [
    ['o', 'ne\nt', 'w', 'o'],
    ['one', 'two'],
  ],
  [
    ['one\n', '\n', 'three\r\n'],
    ['one', '', 'three\r'],
  ],
  [['{"name":"a\u2028b\u2029c"}\n'], ['{"name":"a\u2028b\u2029c"}']],
])('the chunks %j contain the lines %j', async (chunks, lines) => {
  expect(await Array.fromAsync(readLines(Readable.from(chunks)))).toStrictEqual(lines);
});

test('a long line is searched for its end once, and not again with each chunk', async () => {
  const split = vi.spyOn(String.prototype, 'split');
  onTestFinished(() => split.mockRestore());
  const chunk = 'A'.repeat(1_000);
  const lines = await Array.fromAsync(readLines(Readable.from([...Array(100).fill(chunk), '\n'])));
  const searched = split.mock.contexts.map((text) => String(text).length);
  expect(lines.map(({ length }) => length)).toEqual([100_000]);
  expect(searched.reduce((sum, length) => sum + length)).toBe(100_001);
});
