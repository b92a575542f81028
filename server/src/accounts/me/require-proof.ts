import type { FastifyRequest } from 'fastify';
import { hook } from '../../platform/http/sockets/hook.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';

/** Changes of a person's own account: every role may make them, within half an hour of the last proof. */
export const requireProof = hook(({ caller }: FastifyRequest) => {
  if (!caller.isProven) throw requestRefusals.password_needed();
});
