import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { Resolve } from '../src/webhooks/delivery/vetted-lookup.ts';

const certificates = join(import.meta.dirname, 'certificates');

/** For `NODE_EXTRA_CA_CERTS`. */
export const authorityFile = join(certificates, 'authority.pem');
export const authority = readFileSync(authorityFile, 'utf8');

export interface Heard {
  path: string;
  headers: IncomingHttpHeaders;
  /** Exactly the bytes that came. */
  body: Buffer;
  json: { id: string; type: string; created_at: string; data: Record<string, unknown> };
  atMs: number;
}

type Behaviour = (response: ServerResponse, heard: Heard, request: IncomingMessage) => void;

/** An organizer's program behind real TLS. It answers 200 to everything until told to behave otherwise. */
export async function openReceiver() {
  const behaviours = new Map<string, Behaviour>();
  const heard: Heard[] = [];
  let connections = 0;
  const server = createServer({
    key: readFileSync(join(certificates, 'server.key')),
    cert: readFileSync(join(certificates, 'server.pem')),
  });
  server.on('secureConnection', () => connections++);
  // Who is cut off in the middle of an answer, as some tests mean to be, is no fault of the receiver.
  server.on('tlsClientError', () => {});
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    const one: Heard = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      json: JSON.parse(body.toString()),
      atMs: Date.now(),
    };
    heard.push(one);
    response.on('error', () => {});
    (behaviours.get(one.path) ?? ok)(response, one, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;

  return {
    port,
    /** A name that shows nothing of where it leads: see `resolve`. */
    url: (path: string) => `https://hooks.receiver.test:${port}${path}`,
    /** The name service of the tests: every name of `receiver.test` leads here. */
    resolve: ((_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])) as Resolve,
    heard,
    at: (path: string) => heard.filter((one) => one.path === path),
    connections: () => connections,
    behave(path: string, behaviour: Behaviour) {
      behaviours.set(path, behaviour);
    },
    closeConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

const ok: Behaviour = (response) => response.end('thanks');

export const answers =
  (status: number, headers: Record<string, string> = {}, text = ''): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(text);
