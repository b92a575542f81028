import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { type Access, requireAccess } from './access.ts';

/** Authenticates a request. @throws Refusal when it has no access, or no longer */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/**
 * Checks the access of a long request again while it runs. @returns a function that makes this check for a request that
 * was let in. The check throws a Refusal when its key was revoked, when its session has ended or is of another
 * organization now, or when the key or session no longer has this access.
 */
export function accessAgain(authenticate: Authenticate, access: Access) {
  const requireIt = requireAccess(access);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { organizationId } = request;
    return async (): Promise<void> => {
      await authenticate(request, reply);
      // Access to another organization says nothing about this one.
      if (request.organizationId !== organizationId) throw requestRefusals.not_logged_in();
      requireIt(request);
    };
  };
}
