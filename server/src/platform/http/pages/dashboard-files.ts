import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { connectionRefusals } from '../../refusals/request-refusals.ts';
import { sendMissing } from './missing-build.ts';
import { preloadsFor } from './page-preloads.ts';

/** The output folder of scripts/build.ts. */
export const BUILT = fileURLToPath(new URL('../../../../../dashboard/dist', import.meta.url));
/** The placeholder for the nonce, written by dashboard/vite.config.ts. */
const NONCE_PLACEHOLDER = 'CSP_NONCE';
const NONCE_BYTES = 16;

/** The pages before the log-in have their own document, with half of the code. */
const OUTSIDE = /^\/dashboard\/(log-in|set-up|reset|invitation)$/;

/** What every document of the build may do apart from scripts, styles and pictures. */
export const OWN_PAGES_ONLY = [
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "media-src 'self' blob:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** Headers of every document of the build. */
export const DOCUMENT_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Libraries add styles at run time, with the nonce. Event images may come from any host. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    // Previews of what buyers see.
    "frame-src 'self'",
    ...OWN_PAGES_ONLY,
  ].join('; ');

/**
 * Serves the built dashboard at `/dashboard/`: files with a hash in their name are cached forever, every other URL is a
 * page and gets a document. Without a build it answers 500.
 */
export async function dashboardFiles(app: FastifyInstance, { folder = BUILT }: { folder?: string }) {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    index: false,
    schemaHide: true,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => !/\.html|\/\./.test(path),
    setHeaders: (reply, path) => {
      const named = path.includes('/assets/');
      reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = { schema: { hide: true } } as const;
  app.get('', page, async (_request, reply) => reply.redirect('/dashboard/', 308));
  app.get('/', { ...page, prefixTrailingSlash: 'slash' }, async (_request, reply) =>
    sendDocument(reply, folder, { name: 'index.html', path: '/' }),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/dashboard\/(api|assets)\//.test(path);
    if (!isPage) throw connectionRefusals.page_not_found();
    const name = OUTSIDE.test(path) ? 'outside.html' : 'index.html';
    return sendDocument(reply, folder, { name, path: path.replace(/^\/dashboard/, '') });
  });
}

/** Not cacheable: the nonce in the document belongs to the policy in the header. */
async function sendDocument(reply: FastifyReply, folder: string, { name, path }: { name: string; path: string }) {
  const document = await readFile(join(folder, name), 'utf8').catch(() => undefined);
  if (document === undefined) return sendMissing(reply, 'dashboard');
  const preloads = await preloadsFor(path, folder);
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return reply
    .headers({
      'content-security-policy': policy(nonce),
      'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
      'cache-control': 'no-store',
      ...DOCUMENT_HEADERS,
    })
    .type('text/html; charset=utf-8')
    .send(document.replace('</head>', `${preloads}</head>`).replaceAll(NONCE_PLACEHOLDER, nonce));
}
