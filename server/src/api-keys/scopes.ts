import { ACCESS, type Access } from '../platform/http/callers/access.ts';

/** Scopes of API keys, from the fewest rights to the most. */
export const SCOPES = ['read', 'sell', 'door', 'box_office', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

/**
 * `all` is everything that a program may do. A leaked key must not outlive its discovery: it can neither make another
 * key, nor invite an owner, nor send the money elsewhere.
 */
export const SCOPE_ACCESS: Record<Scope, ReadonlySet<Access>> = {
  read: new Set(['read']),
  sell: new Set(['sell', 'read']),
  door: new Set(['door']),
  box_office: new Set(['box_office', 'read']),
  all: new Set(ACCESS.filter((access) => access !== 'secure')),
};
