import { isIP } from 'node:net';
import type { Refusal } from '../platform/refusals/refusal.ts';
import { isPublicAddress } from './public-address.ts';
import { targetRefusals } from './refusals.ts';

/** Names that mean this machine wherever they are looked up, or do by custom (`/etc/hosts` of most systems). */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|ip6-localhost|ip6-loopback)$/;

/**
 * Refuses what the URL itself shows to be no public target. What a name leads to is judged at every connection: see
 * `vetted-lookup.ts`.
 * @throws Refusal as `refusalOfTarget`
 */
export function checkTargetUrl(text: string, { allowPrivate }: { allowPrivate: boolean }) {
  const refusal = refusalOfTarget(text, allowPrivate);
  if (refusal) throw refusal;
}

/** @returns why nothing may be sent there, undefined when it may */
export function refusalOfTarget(text: string, allowPrivate: boolean): Refusal | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return targetRefusals.url_not_https();
  // Would be sent along, and is how `https://bank.example@10.0.0.1` looks like another place.
  if (url.username !== '' || url.password !== '') return targetRefusals.url_with_credentials();
  if (allowPrivate) return undefined;
  const host = hostOf(url);
  const isPublic = isIP(host) ? isPublicAddress(host) : !LOCAL_NAME.test(host);
  return isPublic ? undefined : targetRefusals.url_not_public();
}

/**
 * Without brackets and closing dot. The parser has already made one spelling of all: decimal, octal, hexadecimal and
 * short IPv4 forms, full-width digits, capitals.
 */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
