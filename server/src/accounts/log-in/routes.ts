import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { clearSessionCookie, readSessionCookie } from '../../platform/http/callers/session-cookie.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { MAX_EMAIL_LENGTH, Text } from '../../platform/http/contract/fields.ts';
import type { Clock } from '../../values/clock.ts';
import { tokenHash } from '../../values/token.ts';
import { MeJson } from '../me/me.ts';
import { TriedPassword } from '../passwords/password-rules.ts';
import { browserOf } from '../sessions/browser.ts';
import { deleteSession } from '../sessions/queries.ts';
import { MAX_TOTP_LENGTH } from '../totp/totp.ts';
import { logIn } from './log-in.ts';
import { welcome } from './welcome.ts';

type Options = { db: Database; clock: Clock; config: Config };

/** Log-in and log-out: they need no session and are not part of the public API. */
export const logInRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, config }) => {
  app.post(
    '/log-in',
    {
      schema: {
        body: Type.Object({
          email: Text(MAX_EMAIL_LENGTH),
          password: TriedPassword,
          code: Type.Optional(Text(MAX_TOTP_LENGTH)),
        }),
        response: { 200: Data(MeJson) },
      },
    },
    async (request, reply) => {
      const oldToken = readSessionCookie(request);
      const found = await logIn(db, config.secretsKeys, {
        ...request.body,
        oldToken,
        browser: browserOf(request),
        now: clock.now(),
      });
      return welcome(db, reply, found);
    },
  );

  app.post('/log-out', async (request, reply) => {
    const token = readSessionCookie(request);
    if (token) await deleteSession(db, tokenHash(token));
    return clearSessionCookie(reply).code(204).send();
  });
};
