import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

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
])('of the pieces %j the lines are %j', async (pieces, lines) => {
  expect(await Array.fromAsync(linesOf(Readable.from(pieces)))).toStrictEqual(lines);
});
