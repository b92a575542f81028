import type { FastifyRequest } from 'fastify';
import { requestRefusals } from '../../refusals/request-refusals.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What changes something on the word of a cookie has to come from a page of ours: a browser sends the cookie with what
 * other pages make it send, too. Every browser says where such a request comes from, and no page can change what it says.
 * @throws Refusal cross_site_request
 */
export function requireSameOrigin({ method, headers }: FastifyRequest, publicUrl: string) {
  if (SAFE_METHODS.has(method)) return;
  const site = headers['sec-fetch-site'];
  if (site === undefined ? isOurs(headers, publicUrl) : site === 'same-origin') return;
  throw requestRefusals.cross_site_request();
}

/** Older browsers, and pages without TLS. A proxy may have rewritten Host; the server may have several names. */
function isOurs({ origin, host }: FastifyRequest['headers'], publicUrl: string): boolean {
  const from = URL.parse(origin ?? '');
  return from !== null && (from.origin === new URL(publicUrl).origin || from.host === host);
}
