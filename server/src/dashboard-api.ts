import type { FastifyInstance } from 'fastify';
import { invitationRoutes } from './accounts/invitations/routes.ts';
import { logInRoutes } from './accounts/log-in/routes.ts';
import { meRoutes } from './accounts/me/routes.ts';
import { ownPasskeyRoutes, passkeyLogInRoutes } from './accounts/passkeys/routes.ts';
import { passwordResetRoutes } from './accounts/password-resets/routes.ts';
import { sessionRoutes } from './accounts/sessions/routes.ts';
import { setUpRoutes } from './accounts/set-up/routes.ts';
import type { callers } from './callers.ts';
import { brandPreviews } from './organizations/pages/routes.ts';
import type { Parts } from './parts.ts';
import { requireSameOrigin } from './platform/http/callers/same-origin.ts';
import { MAX_LOG_IN_BODY_BYTES, readJsonBodies } from './platform/http/contract/bodies.ts';
import { noStore } from './platform/http/contract/no-store.ts';
import { hook } from './platform/http/sockets/hook.ts';

type Authentication = Pick<Awaited<ReturnType<typeof callers>>, 'bySession' | 'count'>;

/** Requests of the dashboard outside of the API: logging in, and a user's own account. */
export async function dashboardApi(app: FastifyInstance, parts: Parts, authentication: Authentication) {
  readJsonBodies(app, MAX_LOG_IN_BODY_BYTES);
  app.addHook('onRequest', noStore);
  app.addHook(
    'onRequest',
    hook((request) => requireSameOrigin(request, parts.publicUrl())),
  );
  await app.register(logInRoutes, parts);
  await app.register(setUpRoutes, parts);
  await app.register(passwordResetRoutes, parts);
  await app.register(invitationRoutes, parts);
  await app.register(passkeyLogInRoutes, parts);
  await app.register(async (own) => {
    own.addHook('onRequest', hook(authentication.bySession));
    own.addHook('onRequest', hook(authentication.count));
    await own.register(meRoutes, parts);
    await own.register(sessionRoutes, parts);
    await own.register(ownPasskeyRoutes, parts);
    await own.register(brandPreviews, parts);
  });
}
