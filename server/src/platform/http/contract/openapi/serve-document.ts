import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** The best first. A client that says nothing gets the text. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

interface Written {
  etag: string;
  bytes: Record<Encoding, Buffer>;
}

/**
 * `GET /openapi.json`, the same bytes for every client: written and compressed with the first request, since the server's
 * own address is in it and known only then.
 */
export async function serveDocument(app: FastifyInstance) {
  let written: Promise<Written> | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async ({ headers }, reply) => {
    written ??= write(JSON.stringify(app.swagger()));
    const { etag, bytes } = await written;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (isKnown(etag, headers['if-none-match'])) return reply.code(304).send();
    const encoding = encodingFor(headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(bytes[encoding]);
  });
}

async function write(text: string): Promise<Written> {
  const [br, gzipped] = await Promise.all([compressBrotli(text), compressGzip(text)]);
  // Weak: one tag for all encodings.
  return {
    etag: `W/"${hash('sha256', text, 'base64url')}"`,
    bytes: { br, gzip: gzipped, identity: Buffer.from(text) },
  };
}

const isKnown = (etag: string, ifNoneMatch = '') =>
  ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || `W/${tag.trim().replace(/^W\//, '')}` === etag);

const encodingFor = (accepted: string | string[] | undefined): Encoding =>
  accepted ? ((negotiate(String(accepted), [...ENCODINGS]) as Encoding | null) ?? 'identity') : 'identity';
