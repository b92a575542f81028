import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hook } from '../sockets/hook.ts';

/**
 * Kinds of access. Each role and each scope of an API key is a set of these; a route lists which of them are enough.
 * - `read`: GETs of business data, without what `sell`, `box_office` and `manage` alone may read
 * - `sell`: checkouts
 * - `box_office`: orders that are paid by hand, or given away
 * - `hand_out`: the codes and links of tickets, and sending them again: what a person at a counter gives to guests
 * - `door`: what staff at a door need, and nothing else
 * - `event_door`: the same at the door of one event, with a door link. A route that lists it refuses other events
 * - `manage`: events, promo codes, webhooks, refunds
 * - `own`: settings and audit log, and reading what `secure` changes
 * - `secure`: changing team, API keys and payment accounts. No key has it: it needs a person who confirmed the password
 * recently
 */
export const ACCESS = [
  'read',
  'sell',
  'door',
  'event_door',
  'box_office',
  'hand_out',
  'manage',
  'own',
  'secure',
] as const;
export type Access = (typeof ACCESS)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required access; any of these is enough. */
    access?: Access | readonly Access[];
  }
}

/**
 * The only check of a caller's access against the access that a route requires: 403 without it. The check is attached
 * when the route is registered; unknown routes answer 404 to every authenticated caller.
 * @throws Error at start for a route without `access`, so that no route is open by oversight
 */
export function requireAccessOnEveryRoute(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const { access = [] } = route.config ?? {};
    if (access.length === 0)
      throw new Error(
        `${route.method} ${route.url} has no access rule: its config needs an access, see http/callers/access.ts`,
      );
    route.onRequest = [route.onRequest ?? [], hook(requireAccess(access))].flat();
  });
}

/** @returns a check of a request; it throws Refusal 403 when the caller has none of these */
export function requireAccess(access: Access | readonly Access[]) {
  const enough = typeof access === 'string' ? [access] : access;
  return ({ caller }: FastifyRequest) => {
    if (!enough.some((each) => caller.access.has(each))) throw caller.refusal(enough);
  };
}

/** The first of `names`, sorted from least to most access, that grants one of `enough`; refusals suggest it. */
export function leastGranting<Name extends string>(
  names: readonly Name[],
  access: Record<Name, ReadonlySet<Access>>,
  enough: readonly Access[],
): Name | undefined {
  return names.find((name) => enough.some((each) => access[name].has(each)));
}
