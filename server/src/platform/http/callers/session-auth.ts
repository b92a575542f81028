import type { FastifyRequest } from 'fastify';
import { tokenHash } from '../../../values/token.ts';
import { isUuid, type Uuid } from '../../../values/uuid.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { type Caller, setCaller } from './caller.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';

/** The caller of a session in this organization of its person, or in the one that new tabs show. */
type FindSession = (tokenHash: Buffer, organizationId?: Uuid) => Promise<Caller | undefined>;

/**
 * Authenticates sessions. Unlike a key, a session is looked up on every request: a changed or removed role takes effect
 * with the next request. A request is for the organization that it names, else for that of the session.
 * @returns a function that sets the request's caller @throws Refusal 401; 403 from another site, or from a page for
 * another person, or for an organization that is not the person's
 */
export function sessionAuth(findSession: FindSession, publicUrl: () => string) {
  const reasonFor = async (hash: Buffer, organizationId: string | undefined) =>
    organizationId !== undefined && (await findSession(hash))
      ? requestRefusals.shown_for_another()
      : requestRefusals.not_logged_in();

  return async function authenticate(request: FastifyRequest): Promise<void> {
    const token = readSessionCookie(request);
    if (!token) throw requestRefusals.not_logged_in();
    const hash = tokenHash(token);
    const [organizationId, userId] = shownIn(request);
    const caller =
      organizationId === undefined || isUuid(organizationId) ? await findSession(hash, organizationId) : undefined;
    if (!caller) throw await reasonFor(hash, organizationId);
    requireSameOrigin(request, publicUrl());
    if (userId !== undefined && userId !== caller.id) throw requestRefusals.shown_for_another();
    setCaller(request, caller);
  };
}

/**
 * All tabs of a browser have one session, and each shows an organization: what another tab did must not change what the
 * buttons of this one do. The address says whom the tab shows where a page cannot set a header: in downloads, streams
 * and frames. A door names its organization alone: another member may go on there.
 */
function shownIn({ headers, query }: FastifyRequest): (string | undefined)[] {
  const shown = headers['x-shown-for'] ?? (query as Record<string, unknown>).shown_for;
  return shown === undefined ? [] : String(shown).split(' ');
}
