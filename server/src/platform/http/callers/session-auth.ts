import type { FastifyReply, FastifyRequest } from 'fastify';
import { tokenHash } from '../../../values/token.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { adopt, type Caller } from './caller.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Asks for the session at every request, unlike for a key: a role that was changed or taken away counts from the next
 * request on. @returns makes the caller of a session known on the request @throws Refusal not_logged_in, cross_site_request
 */
export function sessionAuth(findSession: (tokenHash: Buffer) => Promise<Caller | undefined>, publicUrl: () => string) {
  return async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = readSessionCookie(request);
    const caller = token && (await findSession(tokenHash(token)));
    if (!caller) throw requestRefusals.not_logged_in();
    requireSameOrigin(request, publicUrl());
    adopt(request, caller);
    // What a logged-in person saw is nobody's who opens the browser after them.
    reply.header('cache-control', 'no-store');
  };
}
