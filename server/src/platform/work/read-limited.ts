/** Reads the body of an answer as text. @throws Error when it is longer than `mostBytes`, and reads no further */
export async function readLimited(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
