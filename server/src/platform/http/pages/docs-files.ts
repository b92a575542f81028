import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { connectionRefusals } from '../../refusals/request-refusals.ts';
import { DOCUMENT_HEADERS } from './dashboard-files.ts';
import { sendMissing } from './missing-build.ts';

/** The output folder of scripts/build-docs.ts. */
const BUILT = fileURLToPath(new URL('../../../../../docs-site/dist', import.meta.url));

/** One policy for all answers. A page sends requests to the API and loads the index of the search, nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = { ...DOCUMENT_HEADERS, 'content-security-policy': POLICY, 'cache-control': 'no-cache' };

/**
 * Serves the built documentation at `/docs/`, without authentication: a folder with an `index.html` for each page.
 * Files with a hash in their name are cached forever. Without a build it answers 500.
 */
export async function docsFiles(app: FastifyInstance, { folder = BUILT }: { folder?: string }) {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    redirect: true,
    schemaHide: true,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => !path.includes('/.'),
    setHeaders: (reply, path) => {
      for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value);
      if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  app.get('', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/', 308));
  app.setNotFoundHandler(async (_request, reply) => {
    if (existsSync(join(folder, 'index.html'))) throw connectionRefusals.page_not_found();
    return sendMissing(reply, 'documentation');
  });
}

/** `GET /api/v1/docs`, which the contract names: the page of all operations. It needs no key. */
export async function referencePage(app: FastifyInstance) {
  const hidden = { schema: { hide: true } } as const;
  app.get('/docs', hidden, async (_request, reply) => {
    const page = await readFile(join(BUILT, 'reference/index.html'), 'utf8').catch(() => undefined);
    if (page === undefined) return sendMissing(reply, 'documentation');
    return reply.headers(HEADERS).type('text/html; charset=utf-8').send(page);
  });
  app.get('/docs/', hidden, async (_request, reply) => reply.redirect(`${app.prefix}/docs`));
}
