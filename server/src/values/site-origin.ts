import { LOCAL_HOSTS } from './local-hosts.ts';

/** What a policy can name: no wildcard, no IPv6 address, and nothing that would end the source or begin another one. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/;

/** The origin of a website as browsers write it: https, or http on this machine, without a path. */
export function isSiteOrigin(text: string): boolean {
  const url = ORIGIN.test(text) ? URL.parse(text) : null;
  return url?.origin === text && (url.protocol === 'https:' || LOCAL_HOSTS.has(url.hostname));
}
