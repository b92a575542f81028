import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { connectionRefusals } from '../../refusals/request-refusals.ts';
import { BUILT, DOCUMENT_HEADERS, OWN_PAGES_ONLY } from './dashboard-files.ts';
import { sendMissing } from './missing-build.ts';

/**
 * One policy for all answers, so that the page can be kept on the device together with its policy: there is no nonce,
 * and no style is added at run time. The code reader is WebAssembly.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  ...OWN_PAGES_ONLY,
].join('; ');
/** The worker may read the files of the page, and nothing else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
/** Written by vite into every document, for pages that have a nonce. */
const NONCE = / nonce="CSP_NONCE"|<meta property="csp-nonce"[^>]*>/g;

/** Serves the page of the door, and the worker that keeps it on the device. Its files are those of the dashboard. */
export async function doorFiles(app: FastifyInstance, { folder = BUILT }: { folder?: string }) {
  const page = { schema: { hide: true } } as const;
  app.get('/door', page, async (_request, reply) => sendDoor(reply, folder));
  app.get('/door/worker.js', page, async (_request, reply) => sendWorker(reply, folder));
}

async function sendDoor(reply: FastifyReply, folder: string) {
  const document = await readFile(join(folder, 'door.html'), 'utf8').catch(() => undefined);
  if (document === undefined) return sendMissing(reply, 'dashboard');
  return reply
    .headers({
      'content-security-policy': POLICY,
      'permissions-policy': 'camera=(self), screen-wake-lock=(self), microphone=(), geolocation=()',
      'cache-control': 'no-cache',
      ...DOCUMENT_HEADERS,
    })
    .type('text/html; charset=utf-8')
    .send(document.replaceAll(NONCE, ''));
}

async function sendWorker(reply: FastifyReply, folder: string) {
  const worker = await readFile(join(folder, 'door-worker.js'), 'utf8').catch(() => undefined);
  if (worker === undefined) throw connectionRefusals.page_not_found();
  return reply
    .headers({
      'content-security-policy': WORKER_POLICY,
      'cache-control': 'no-cache',
      // It lies below the page that it serves.
      'service-worker-allowed': '/door',
    })
    .type('text/javascript; charset=utf-8')
    .send(worker);
}
