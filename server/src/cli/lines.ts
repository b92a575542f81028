/**
 * The lines of a text that comes in pieces. Only `\n` ends one: to Node's readline U+2028 and U+2029 do too, which may stand
 * in JSON, and in what an organizer pasted. Nothing is read before somebody asks.
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
