import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Uuid } from '../../../values/uuid.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import type { Access } from './access.ts';

/** The authenticated caller of a request with a valid key or session. */
export interface Caller {
  organizationId: Uuid;
  /** The time zone of times without an offset. */
  timeZone: string;
  /** In the addresses of the organization's shop. */
  organizationSlug: string;
  kind: 'key' | 'session' | 'door_link';
  /** The id of the API key, the user or the door link: the author of a change and the owner of an Idempotency-Key. */
  id: Uuid;
  /** The id of the API key, the session or the door link; rate limits count by it. */
  credentialId: Uuid;
  /** Whether a person confirmed who they are recently. Never true of a key. */
  isProven: boolean;
  access: ReadonlySet<Access>;
  /** The only event of a door link; null: every event of the organization. */
  eventId: Uuid | null;
  /** The only check-in list of a door link; null: the gate and every list of its events. */
  listId: Uuid | null;
  /** Says which one of `enough` it lacks. */
  refusal(enough: readonly Access[]): Refusal;
}

declare module 'fastify' {
  interface FastifyRequest extends Pick<Caller, 'organizationId' | 'timeZone' | 'organizationSlug'> {
    caller: Caller;
  }
}

/** Declares the fields up front: a request that gains fields later changes its hidden class, which slows every step. */
export function declareCaller(app: FastifyInstance) {
  app.decorateRequest('caller');
  app.decorateRequest('organizationId');
  app.decorateRequest('timeZone');
  app.decorateRequest('organizationSlug');
}

export function setCaller(request: FastifyRequest, caller: Caller) {
  request.caller = caller;
  request.organizationId = caller.organizationId;
  request.timeZone = caller.timeZone;
  request.organizationSlug = caller.organizationSlug;
}
