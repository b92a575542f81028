import type { FastifyRequest } from 'fastify';
import { connectionRefusals, requestRefusals } from '../../refusals/request-refusals.ts';

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
 * Rejects what a page of another website sends to a page of buyers. There is no session to abuse, but the network
 * address is the visitor's: the script of a hostile website could hold tickets and fill waiting lists, each of its
 * visitors up to the limits of one address. Programs and old browsers name no site and pass. So do other hosts of our
 * own domain, which an attacker does not have.
 * @throws Refusal 403
 */
export function refuseOtherSites({ method, headers }: FastifyRequest) {
  if (!SAFE_METHODS.has(method) && headers['sec-fetch-site'] === 'cross-site')
    throw connectionRefusals.form_of_another_site();
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
