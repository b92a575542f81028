import type { Caller } from '../platform/http/callers/caller.ts';

export const ACTOR_KINDS = ['user', 'key', 'operator', 'system'] as const;

/** The author of a change: a dashboard user, an API key, the operator at the command line, or the service itself. */
export type Actor = Pick<Caller, 'kind' | 'id'> | { kind: 'operator' | 'system' };

export const OPERATOR: Actor = { kind: 'operator' };
export const SYSTEM: Actor = { kind: 'system' };
