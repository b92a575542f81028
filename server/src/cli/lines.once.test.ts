import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
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
