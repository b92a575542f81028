import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language, parseLanguage } from '../../../values/language.ts';
import { isInFrame, isOverTls, readCookies, setCookie, setFrameCookie } from '../cookies.ts';

/**
 * Holds only a language: nothing that another site could abuse. Over TLS its name keeps other hosts from setting it;
 * without TLS browsers refuse such a name.
 */
const COOKIE = 'lang';
/** The cookie of a frame on another site, the only one that a browser keeps there. */
const FRAME_COOKIE = 'frame_lang';
const COOKIE_SECONDS = 365 * 86_400;

/**
 * The language of a page. In this order: `?lang=`, the cookie of this browser, the language stored with what the page
 * shows, Accept-Language, English.
 */
export const languageOf = (request: FastifyRequest): Language =>
  requestedLanguage(request) ??
  readLanguage(request) ??
  request.storedLanguage ??
  acceptedLanguage(request.headers['accept-language']) ??
  DEFAULT_LANGUAGE;

/** `?lang=` of the address. */
export const requestedLanguage = ({ query }: FastifyRequest): Language | undefined =>
  parseLanguage((query as { lang?: unknown } | undefined)?.lang);

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The language stored with the order, or whatever the page shows. Set when that is read, so that later refusals use
     * it, too.
     */
    storedLanguage: Language | null;
  }
}

/**
 * Keeps the language for the buyer's next pages, such as the tickets or the sandbox. A frame on a site of the same
 * domain keeps both cookies: then that of all pages, which is never older, is the language of the frame, too.
 */
export function rememberLanguage(reply: FastifyReply, language: Language) {
  const { request } = reply;
  const kept = { value: language, maxAgeSeconds: COOKIE_SECONDS };
  setCookie(reply, { ...kept, name: nameFor(request, COOKIE), sameSite: 'Lax', isSecure: isOverTls(request) });
  if (isInFrame(request)) setFrameCookie(reply, { ...kept, name: nameFor(request, FRAME_COOKIE) });
}

const readLanguage = (request: FastifyRequest): Language | undefined =>
  [COOKIE, FRAME_COOKIE]
    .flatMap((name) => readCookies(request, nameFor(request, name)))
    .map(parseLanguage)
    .find(Boolean);

const nameFor = (request: FastifyRequest, name: string) => (isOverTls(request) ? `__Host-${name}` : name);
