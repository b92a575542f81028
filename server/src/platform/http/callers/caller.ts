import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Uuid } from '../../../values/uuid.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import type { Access } from './access.ts';

/** Who asks: set on every request that came with a good key or a session. */
export interface Caller {
  organizationId: Uuid;
  /** In which times without an offset are read. */
  timeZone: string;
  kind: 'key' | 'session';
  /** The API key, or the user: who did it, and whose an Idempotency-Key is. */
  id: Uuid;
  /** The API key, or the session: whose requests are counted. */
  countedAs: Uuid;
  access: ReadonlySet<Access>;
  /** Says which one of `enough` it lacks. */
  refusal(enough: readonly Access[]): Refusal;
}

declare module 'fastify' {
  interface FastifyRequest extends Pick<Caller, 'organizationId' | 'timeZone'> {
    caller: Caller;
  }
}

/** Requests have the fields from the start: one that grows them on its way is another shape at every step of it. */
export function declareCaller(app: FastifyInstance) {
  app.decorateRequest('caller');
  app.decorateRequest('organizationId');
  app.decorateRequest('timeZone');
}

export function adopt(request: FastifyRequest, caller: Caller) {
  request.caller = caller;
  request.organizationId = caller.organizationId;
  request.timeZone = caller.timeZone;
}
