import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTokenCookie, setCookie } from '../cookies.ts';

/**
 * With the prefix `__Host-`, browsers accept the cookie only from this host, over TLS (or on localhost), for all paths.
 */
export const SESSION_COOKIE = '__Host-takilya';
const COOKIE = { name: SESSION_COOKIE, sameSite: 'Lax', isSecure: true } as const;

/** @returns the session token, if the request has a well-formed one */
export const readSessionCookie = (request: FastifyRequest): string | undefined =>
  readTokenCookie(request, SESSION_COOKIE);

export const setSessionCookie = (reply: FastifyReply, token: string, maxAgeSeconds: number) =>
  setCookie(reply, { ...COOKIE, value: token, maxAgeSeconds });

/**
 * Ends the session in the browser, and empties its cache. Storage stays: it may have check-ins that were not sent yet.
 */
export const clearSessionCookie = (reply: FastifyReply) =>
  setCookie(reply, { ...COOKIE, value: '', maxAgeSeconds: 0 }).header('clear-site-data', '"cache"');
