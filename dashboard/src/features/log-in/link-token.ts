import { useSyncExternalStore } from 'react';

/** The part after the `#` of an e-mailed or printed link. Browsers do not send it to any server. */
export const linkToken = (): string => window.location.hash.slice(1);

/** Follows the token of the address: a browser does not load the page anew when another link is opened in its tab. */
export const useLinkToken = (): string => useSyncExternalStore(onLink, linkToken);

function onLink(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The format of the server's tokens. Anything else comes from a link that was not copied whole. */
const TOKEN = /^[\w-]{43}$/;
export const isComplete = (token: string): boolean => TOKEN.test(token);
