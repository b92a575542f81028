import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language, languageNamed } from '../../../values/language.ts';

/** Says a language and nothing else: there is nothing in it for another site to abuse. */
const COOKIE = 'lang';
const COOKIE_SECONDS = 365 * 86_400;

/**
 * The language of a page: what the address asks for, what this browser was told before, what is stored with the thing that
 * the page shows, what the browser accepts; else English.
 */
export const languageOf = (request: FastifyRequest, stored: Language | null = null): Language =>
  languageAsked(request) ??
  languageNamed(cookieOf(request.headers.cookie)) ??
  stored ??
  acceptedLanguage(request.headers['accept-language']) ??
  DEFAULT_LANGUAGE;

/** `?lang=` of the address. */
export const languageAsked = ({ query }: FastifyRequest): Language | undefined =>
  languageNamed((query as { lang?: unknown } | undefined)?.lang);

/** Also where this buyer goes next: to the page of the tickets, or of the sandbox. */
export const rememberLanguage = (reply: FastifyReply, language: Language) =>
  reply.header('set-cookie', `${COOKIE}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax`);

const cookieOf = (header = '') =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
