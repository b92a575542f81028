/** An answer that is longer than any that is expected. */
export class AnswerTooLong extends Error {}

/**
 * Reads the body of an answer as text. @throws AnswerTooLong when it is longer than `mostBytes`, and reads no further
 */
export async function readLimited(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new AnswerTooLong(`the answer has more than ${mostBytes} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
