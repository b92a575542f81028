import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language, parseLanguage } from '../../../values/language.ts';
import { readCookies, setPageCookie } from '../cookies.ts';

/**
 * Holds only a language: nothing that another site could abuse. Over TLS its name keeps other hosts from setting it;
 * without TLS browsers refuse such a name.
 */
const COOKIE = 'lang';
const SECURE_COOKIE = `__Host-${COOKIE}`;
const COOKIE_SECONDS = 365 * 86_400;

/**
 * The language of a page. In this order: `?lang=`, the cookie of this browser, the language stored with what the page
 * shows, Accept-Language, English.
 */
export const languageOf = (request: FastifyRequest): Language =>
  requestedLanguage(request) ??
  readCookies(request, cookieOf(request)).map(parseLanguage).find(Boolean) ??
  request.storedLanguage ??
  acceptedLanguage(request.headers['accept-language']) ??
  DEFAULT_LANGUAGE;

/** `?lang=` of the address. */
export const requestedLanguage = ({ query }: FastifyRequest): Language | undefined =>
  parseLanguage((query as { lang?: unknown } | undefined)?.lang);

declare module 'fastify' {
  interface FastifyInstance {
    /** Browsers reach the service over https, as `PUBLIC_URL` says. */
    isHttps: boolean;
  }

  interface FastifyRequest {
    /** That of the order, or of what else the page shows, from when it is read: refusals after that are in it, too. */
    storedLanguage: Language | null;
  }
}

/** Keeps the language for the buyer's next pages, such as the tickets or the sandbox. */
export function rememberLanguage(reply: FastifyReply, language: Language) {
  const isSecure = isOverTls(reply.request);
  const name = cookieOf(reply.request);
  setPageCookie(reply, { name, value: language, maxAgeSeconds: COOKIE_SECONDS, isSecure });
}

const isOverTls = ({ server, protocol }: FastifyRequest): boolean => server.isHttps || protocol === 'https';

const cookieOf = (request: FastifyRequest) => (isOverTls(request) ? SECURE_COOKIE : COOKIE);
