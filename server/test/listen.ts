import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Messages come within seconds of what they tell, also on a machine that has other things to do. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 100;

/** Opens `GET /live` over a connection of its own and reads it as a browser would, message by message. */
export async function listen(
  app: FastifyInstance,
  { url = '/api/v1/live', headers }: { url?: string; headers: Record<string, string> },
) {
  if (!app.server.listening) await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const left = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { headers, signal: left.signal });
  let text = '';
  let read = 0;
  let ended = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  })()
    // Left, or cut off.
    .catch(() => {})
    .then(() => {
      ended = true;
    });
  if (response.status !== 200) await reading;

  async function until<Found>(find: () => Found | undefined): Promise<Found> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`the stream only said:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: () => text,
    /** Of a refusal. */
    body: () => (response.status === 200 ? {} : JSON.parse(text)) as { error?: { message: string } },
    /** The data of the next message of this name, from where the last one ended. */
    next: <Data>(name: string): Promise<Data> =>
      until(() => {
        const at = text.indexOf(`event: ${name}\ndata: `, read);
        const end = text.indexOf('\n\n', at);
        if (at < 0 || end < 0) {
          if (ended) throw new Error(`the stream ended after:\n${text}`);
          return undefined;
        }
        read = end;
        return JSON.parse(text.slice(text.indexOf('data: ', at) + 'data: '.length, end)) as Data;
      }),
    says: (words: string) => until(() => text.includes(words) || undefined),
    ended: () => until(() => ended || undefined),
    leave: () => left.abort(),
  };
}
