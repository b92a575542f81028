import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hook } from '../sockets/hook.ts';

/**
 * What a caller may do, from looking to owning. A role and the scopes of an API key are each a set of these; a route says
 * which of them are enough.
 * - `read`: every GET that shows business data
 * - `sell`: checkouts
 * - `door`: what a door needs, and nothing else
 * - `manage`: events, promo codes, webhooks, refunds
 * - `own`: team, API keys, payment accounts, settings, audit log
 */
export const ACCESS = ['read', 'sell', 'door', 'manage', 'own'] as const;
export type Access = (typeof ACCESS)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may: any of these is enough. */
    access?: Access | readonly Access[];
  }
}

/**
 * The one place that holds what a caller may do against what the route needs: 403 for who may not. Decided about when the
 * route is made; what is no route answers 404 to whoever may be here at all.
 * @throws Error at start for a route that does not say who may use it: nothing is open by being forgotten
 */
export function requireAccessOnEveryRoute(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const { access = [] } = route.config ?? {};
    if (access.length === 0)
      throw new Error(
        `${route.method} ${route.url} does not say who may use it: its config needs access, see http/access.ts`,
      );
    route.onRequest = [route.onRequest ?? [], hook(requireAccess(access))].flat();
  });
}

/** @returns a check of a request. @throws Refusal insufficient_scope or insufficient_role when its caller may none of these */
export function requireAccess(access: Access | readonly Access[]) {
  const enough = typeof access === 'string' ? [access] : access;
  return ({ caller }: FastifyRequest) => {
    if (!enough.some((each) => caller.access.has(each))) throw caller.refusal(enough);
  };
}

/** The first of `names`, least first, that gives one of `enough`: what a refusal tells its reader to ask for. */
export function leastWith<Name extends string>(
  names: readonly Name[],
  gives: Record<Name, ReadonlySet<Access>>,
  enough: readonly Access[],
): Name | undefined {
  return names.find((name) => enough.some((access) => gives[name].has(access)));
}
