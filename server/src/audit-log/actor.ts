import type { Caller } from '../platform/http/callers/caller.ts';

export const ACTOR_KINDS = ['user', 'key', 'door_link', 'operator', 'system', 'buyer'] as const;

/**
 * The author of a change: a dashboard user, an API key, a door link, the operator at the command line, the service
 * itself, or the buyer of an order on its page.
 */
export type Actor = Pick<Caller, 'kind' | 'id'> | { kind: 'operator' | 'system' | 'buyer' };

/** The columns that name an actor. */
export const actorColumns = (actor: Actor) => ({
  actorKind: actor.kind === 'session' ? ('user' as const) : actor.kind,
  actorId: 'id' in actor ? actor.id : null,
});

export const OPERATOR: Actor = { kind: 'operator' };
/** A holder of the link to the order's page, who is not named in the log. */
export const BUYER: Actor = { kind: 'buyer' };
export const SYSTEM: Actor = { kind: 'system' };
