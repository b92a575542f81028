import type { FastifyRequest } from 'fastify';
import type { Self } from './change-me.ts';

/** The logged-in user of a request. */
export const selfOf = ({ caller, ip }: FastifyRequest, now: Date): Self => ({
  userId: caller.id,
  sessionId: caller.credentialId,
  address: ip,
  now,
});
