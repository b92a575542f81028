import { isIP } from 'node:net';
import type { Refusal } from '../platform/refusals/refusal.ts';
import { isPublicAddress } from './public-address.ts';
import { targetRefusals } from './refusals.ts';

/** Names that mean this machine by standard, or by custom (`/etc/hosts` of most systems). */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|ip6-localhost|ip6-loopback)$/;

/** An empty user and password, which the parser drops: `https://@10.0.0.1`. */
const EMPTY_USERINFO = /^https:[/\\]*:?@/i;

/**
 * Refuses a URL that is not a public target by itself. The addresses of its name are checked at every connection, in
 * `vetted-lookup.ts`.
 * @throws Refusal as `refusalOfTarget`
 */
export function checkTargetUrl(text: string, { allowPrivate }: { allowPrivate: boolean }) {
  const refusal = refusalOfTarget(text, allowPrivate);
  if (refusal) throw refusal;
}

/** @returns why nothing is sent to this URL; undefined when it is allowed */
export function refusalOfTarget(text: string, allowPrivate: boolean): Refusal | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return targetRefusals.url_not_https();
  // Credentials would be sent to the receiver, and they disguise the host, as in `https://bank.example@10.0.0.1`.
  if (url.username !== '' || url.password !== '' || EMPTY_USERINFO.test(text))
    return targetRefusals.url_with_credentials();
  if (allowPrivate) return undefined;
  const host = hostOf(url);
  const isPublic = isIP(host) ? isPublicAddress(host) : !LOCAL_NAME.test(host);
  return isPublic ? undefined : targetRefusals.url_not_public();
}

/**
 * Removes brackets and final dots. The parser has already normalized the notation: decimal, octal, hexadecimal and
 * short IPv4 forms, full-width digits, capitals.
 */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
