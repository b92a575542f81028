import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../../../values/token.ts';

/** @returns the token in this cookie, if the request has a well-formed one */
export function readTokenCookie({ headers }: FastifyRequest, cookie: string): string | undefined {
  if (!headers.cookie) return undefined;
  for (const pair of headers.cookie.split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === cookie && isToken(value)) return value;
  }
  return undefined;
}

interface TokenCookie {
  name: string;
  token: string;
  maxAgeSeconds: number;
  /** A cookie set in a frame of another site belongs to that site's pages alone, and needs none of the older kind. */
  sameSite: 'Lax' | 'Strict' | 'None; Partitioned';
}

/** Scripts cannot read the cookie. An answer may set several. */
export const setTokenCookie = (reply: FastifyReply, { name, token, maxAgeSeconds, sameSite }: TokenCookie) =>
  reply.header(
    'set-cookie',
    `${name}=${token}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}`,
  );
