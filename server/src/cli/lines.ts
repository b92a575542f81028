/**
 * Splits streamed text into lines. Only `\n` ends a line: Node's readline also splits at U+2028 and U+2029, which may
 * occur in JSON, for example in text that an organizer pasted. Reads only on demand.
 */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
