import type { FastifyRequest } from 'fastify';
import { requestRefusals } from '../../refusals/request-refusals.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects cross-site requests that change something with a session cookie: browsers send the cookie with requests that
 * other sites cause. Every browser names the origin of such a request, and no page can change that header.
 * @throws Refusal 403
 */
export function requireSameOrigin({ method, headers }: FastifyRequest, publicUrl: string) {
  if (SAFE_METHODS.has(method)) return;
  const site = headers['sec-fetch-site'];
  if (site === undefined ? isOwnOrigin(headers, publicUrl) : site === 'same-origin') return;
  throw requestRefusals.cross_site_request();
}

/**
 * Compares origins, for older browsers and pages without TLS. A proxy may have rewritten Host, and the server may have
 * several names. A page without TLS may be forged, so it is rejected when the server's URL is https.
 */
function isOwnOrigin({ origin, host }: FastifyRequest['headers'], publicUrl: string): boolean {
  const from = URL.parse(origin ?? '');
  if (from === null) return false;
  const own = new URL(publicUrl);
  const isDowngraded = own.protocol === 'https:' && from.protocol === 'http:';
  return from.origin === own.origin || (from.host === host && !isDowngraded);
}
