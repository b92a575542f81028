import type { FastifyRequest } from 'fastify';
import { tokenHash } from '../../../values/token.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { type Caller, setCaller } from './caller.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Authenticates sessions. Unlike a key, a session is looked up on every request: a changed or removed role takes effect
 * with the next request.
 * @returns a function that sets the request's caller @throws Refusal 401; 403 from another site, or from a page for
 * another person or organization
 */
export function sessionAuth(findSession: (tokenHash: Buffer) => Promise<Caller | undefined>, publicUrl: () => string) {
  return async function authenticate(request: FastifyRequest): Promise<void> {
    const token = readSessionCookie(request);
    const caller = token && (await findSession(tokenHash(token)));
    if (!caller) throw requestRefusals.not_logged_in();
    requireSameOrigin(request, publicUrl());
    requireShown(request, caller);
    setCaller(request, caller);
  };
}

/**
 * All tabs of a browser have one session: what another tab did would otherwise change what the buttons of this one do.
 * The address says whom the tab shows where a page cannot set a header: in downloads, streams and frames. A door names
 * its organization alone: another member may go on there.
 */
function requireShown({ headers, query }: FastifyRequest, { organizationId, id }: Caller) {
  const shownFor = headers['x-shown-for'] ?? (query as Record<string, unknown>).shown_for;
  if (shownFor === undefined || shownFor === organizationId || shownFor === `${organizationId} ${id}`) return;
  throw requestRefusals.shown_for_another();
}
