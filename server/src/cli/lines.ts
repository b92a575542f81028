/**
 * Splits streamed text into lines. Only `\n` ends a line: Node's readline also splits at U+2028 and U+2029, which may
 * occur in JSON, for example in text that an organizer pasted. Reads only on demand,
 * and each character once, however long a line is.
 */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    pieces.push(first);
    for (const other of others) {
      yield pieces.join('');
      pieces = [other];
    }
  }
  const rest = pieces.join('');
  if (rest !== '') yield rest;
}
