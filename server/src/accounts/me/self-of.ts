import type { FastifyRequest } from 'fastify';
import { browserOf } from '../sessions/browser.ts';
import type { Self } from './change-me.ts';

/** The logged-in user of a request. */
export const selfOf = (request: FastifyRequest, now: Date): Self => ({
  userId: request.caller.id,
  sessionId: request.caller.credentialId,
  browser: browserOf(request),
  now,
});
