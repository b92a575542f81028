import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { readSessionCookie } from '../../platform/http/callers/session-cookie.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { Name, OneOf, Text } from '../../platform/http/contract/fields.ts';
import { Model } from '../../platform/http/contract/models.ts';
import type { Clock } from '../../values/clock.ts';
import { LANGUAGES } from '../../values/language.ts';
import { Token } from '../links/token-field.ts';
import { welcome } from '../log-in/welcome.ts';
import { MeJson } from '../me/me.ts';
import { AssertionBody } from '../passkeys/schemas.ts';
import { TriedPassword } from '../passwords/password-rules.ts';
import { ROLES } from '../roles.ts';
import { browserOf } from '../sessions/browser.ts';
import { countLink } from '../throttle/throttle.ts';
import { MAX_TOTP_LENGTH } from '../totp/totp.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';

type Options = { db: Database; clock: Clock; config: Config; publicUrl: () => string };

const InvitationJson = Model('OpenedInvitation', 'What the invited person is told.', {
  organization_name: Type.String(),
  email: Type.String(),
  role: OneOf(ROLES),
  has_account: Type.Boolean({ description: 'true: password or passkey are that account’s.' }),
});

/** Routes for an invited person, who is not logged in yet. */
export const invitationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, config, publicUrl }) => {
  app.post(
    '/invitations/look',
    { schema: { body: Type.Object({ token: Token }), response: { 200: Data(InvitationJson) } } },
    async ({ body, ip }) => {
      await countLink(db, { address: ip, now: clock.now() });
      const { organizationName, email, role, accountId } = await readInvitation(db, { ...body, now: clock.now() });
      return { data: { organization_name: organizationName, email, role, has_account: accountId !== undefined } };
    },
  );

  app.post(
    '/invitations/accept',
    {
      schema: {
        body: Type.Object({
          token: Token,
          name: Type.Optional(Name()),
          language: Type.Optional(OneOf(LANGUAGES)),
          password: Type.Optional(TriedPassword),
          code: Type.Optional(Text(MAX_TOTP_LENGTH)),
          passkey: Type.Optional(AssertionBody),
        }),
        response: { 200: Data(MeJson) },
      },
    },
    async (request, reply) => {
      const browser = browserOf(request);
      await countLink(db, { address: browser.address, now: clock.now() });
      const acceptance = { ...request.body, oldToken: readSessionCookie(request), browser, now: clock.now() };
      const parts = { secretsKeys: config.secretsKeys, publicUrl: publicUrl() };
      return welcome(db, reply, await acceptInvitation(db, parts, acceptance));
    },
  );
};
