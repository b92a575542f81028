import { isIP } from 'node:net';
import { badRequest } from '../platform/refusals/errors.ts';
import { isPublicAddress } from './public-address.ts';

/** Names that mean this machine wherever they are looked up, or do by custom (`/etc/hosts` of most systems). */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|ip6-localhost|ip6-loopback)$/;

/**
 * Refuses what the URL itself shows to be no public target. What a name leads to is judged at every connection: see
 * `vetted-lookup.ts`.
 * @throws ApiError 400
 */
export function checkTargetUrl(text: string, { allowPrivate }: { allowPrivate: boolean }) {
  const problem = targetProblem(text, allowPrivate);
  if (problem) throw badRequest(`url ${problem}`);
}

/** @returns why nothing may be sent there, undefined when it may */
export function targetProblem(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'must be an https URL';
  // Would be sent along, and is how `https://bank.example@10.0.0.1` looks like another place.
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (allowPrivate) return undefined;
  const host = hostOf(url);
  const isPublic = isIP(host) ? isPublicAddress(host) : !LOCAL_NAME.test(host);
  return isPublic ? undefined : 'must not point to a private or local address';
}

/**
 * Without brackets and closing dot. The parser has already made one spelling of all: decimal, octal, hexadecimal and
 * short IPv4 forms, full-width digits, capitals.
 */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
