import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { Email, Name, OneOf } from '../../platform/http/contract/fields.ts';
import type { Clock } from '../../values/clock.ts';
import { LANGUAGES } from '../../values/language.ts';
import { Token } from '../links/token-field.ts';
import { welcome } from '../log-in/welcome.ts';
import { MeJson } from '../me/me.ts';
import { NewPassword } from '../passwords/password-rules.ts';
import { browserOf } from '../sessions/browser.ts';
import { countLink } from '../throttle/throttle.ts';
import { setUp } from './set-up.ts';

/** Routes that create the first account of an installation. */
export const setUpRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, { db, clock }) => {
  app.post(
    '/set-up',
    {
      schema: {
        body: Type.Object({
          token: Token,
          organization_name: Name(),
          name: Name(),
          language: Type.Optional(OneOf(LANGUAGES)),
          email: Email(),
          password: NewPassword,
        }),
        response: { 200: Data(MeJson) },
      },
    },
    async (request, reply) => {
      const { organization_name: organizationName, ...fields } = request.body;
      const browser = browserOf(request);
      await countLink(db, { address: browser.address, now: clock.now() });
      return welcome(db, reply, await setUp(db, { ...fields, organizationName, browser, now: clock.now() }));
    },
  );
};
