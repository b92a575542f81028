import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../../../values/token.ts';

/**
 * With the prefix `__Host-`, browsers accept the cookie only from this host, over TLS (or on localhost), for all paths.
 */
export const SESSION_COOKIE = '__Host-takilya';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** @returns the session token, if the request has a well-formed one */
export function readSessionCookie({ headers }: FastifyRequest): string | undefined {
  if (!headers.cookie) return undefined;
  for (const pair of headers.cookie.split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === SESSION_COOKIE && isToken(value)) return value;
  }
  return undefined;
}

export const setSessionCookie = (reply: FastifyReply, token: string, maxAgeSeconds: number) =>
  reply.header('set-cookie', `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}`);

/**
 * Ends the session in the browser, and empties its cache. Storage stays: it may have check-ins that were not sent yet.
 */
export const clearSessionCookie = (reply: FastifyReply) =>
  reply.header('set-cookie', `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`).header('clear-site-data', '"cache"');
