import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { Email } from '../../platform/http/contract/fields.ts';
import { logSecurityEvent } from '../../platform/http/contract/security-log.ts';
import type { Clock } from '../../values/clock.ts';
import { setDeviceCookie } from '../devices/device-cookie.ts';
import { Token } from '../links/token-field.ts';
import { NewPassword } from '../passwords/password-rules.ts';
import { browserOf } from '../sessions/browser.ts';
import { countLink } from '../throttle/throttle.ts';
import { askForReset } from './ask-for-reset.ts';
import { resetPassword } from './reset-password.ts';

type Options = { db: Database; clock: Clock };

/** Routes for a user who forgot the password. */
export const passwordResetRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock }) => {
  app.post('/password-resets', { schema: { body: Type.Object({ email: Email() }) } }, async (request, reply) => {
    const { body, ip } = request;
    logSecurityEvent(request, 'reset_requested');
    await askForReset(db, { email: body.email, address: ip, now: clock.now() });
    return reply.code(202).send();
  });

  app.put(
    '/password-resets',
    { schema: { body: Type.Object({ token: Token, password: NewPassword }) } },
    async (request, reply) => {
      const browser = browserOf(request);
      await countLink(db, { address: browser.address, now: clock.now() });
      const deviceToken = await resetPassword(db, { ...request.body, browser, now: clock.now() });
      return setDeviceCookie(reply, deviceToken).code(204).send();
    },
  );
};
