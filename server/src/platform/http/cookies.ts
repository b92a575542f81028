import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../../values/token.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Browsers reach the service over https, as `PUBLIC_URL` says. */
    isHttps: boolean;
  }
}

/** The browser reached us over TLS. Without it, browsers keep Secure cookies from localhost alone. */
export const isOverTls = ({ server, protocol }: FastifyRequest): boolean => server.isHttps || protocol === 'https';

/** The values of the cookies with this name: a browser sends one for each path and host that set it. */
export const readCookies = ({ headers }: FastifyRequest, name: string): string[] =>
  (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [found, value = ''] = pair.trim().split('=', 2);
    return found === name ? [value] : [];
  });

/** @returns the token in this cookie, if the request has a well-formed one */
export const readTokenCookie = (request: FastifyRequest, name: string): string | undefined =>
  readCookies(request, name).find(isToken);

interface PageCookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
}

/** The request is for a page in a frame, on our own site or on another one. */
export const isInFrame = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'iframe';

interface Cookie extends PageCookie {
  sameSite: 'Lax' | 'Strict' | 'None; Partitioned';
  /** Sent over TLS alone (or to localhost). */
  isSecure: boolean;
}

/** Scripts cannot read the cookie. An answer may set several. */
export const setCookie = (reply: FastifyReply, { name, value, maxAgeSeconds, sameSite, isSecure }: Cookie) =>
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}`,
  );

/** A cookie of a page in a frame. On other sites browsers keep none but those that belong to that site alone. */
export const setFrameCookie = (reply: FastifyReply, cookie: PageCookie) =>
  setCookie(reply, { ...cookie, sameSite: 'None; Partitioned', isSecure: true });

/** A cookie of a page that other sites may show in a frame. */
export const setPageCookie = (reply: FastifyReply, cookie: PageCookie) =>
  isInFrame(reply.request)
    ? setFrameCookie(reply, cookie)
    : setCookie(reply, { ...cookie, sameSite: 'Lax', isSecure: isOverTls(reply.request) });
