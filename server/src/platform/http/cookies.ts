import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../../values/token.ts';

/** The values of the cookies with this name: a browser sends one for each path and host that set it. */
export const readCookies = ({ headers }: FastifyRequest, name: string): string[] =>
  (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [found, value = ''] = pair.trim().split('=', 2);
    return found === name ? [value] : [];
  });

/** @returns the token in this cookie, if the request has a well-formed one */
export const readTokenCookie = (request: FastifyRequest, name: string): string | undefined =>
  readCookies(request, name).find(isToken);

interface Cookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
  /** A cookie set in a frame of another site belongs to that site's pages alone, and needs none of the older kind. */
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
