import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config/config.ts';
import { webhookUrl } from '../../payments/accounts/webhook-url.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { ACCESS, requireAccess } from '../../platform/http/callers/access.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { Name, OneOf, Text, Url, Uuid } from '../../platform/http/contract/fields.ts';
import { Model } from '../../platform/http/contract/models.ts';
import { hook } from '../../platform/http/sockets/hook.ts';
import type { Clock } from '../../values/clock.ts';
import { LANGUAGES } from '../../values/language.ts';
import { setDeviceCookie } from '../devices/device-cookie.ts';
import { NewPassword, TriedPassword } from '../passwords/password-rules.ts';
import { makeRecoveryCodes } from '../recovery-codes/make-recovery-codes.ts';
import { MAX_TOTP_LENGTH } from '../totp/totp.ts';
import { changeMe, proveAgain } from './change-me.ts';
import { beginTotp, confirmTotp, turnOffTotp } from './change-totp.ts';
import { MeJson, readMe } from './me.ts';
import { requireProof } from './require-proof.ts';
import { selfOf } from './self-of.ts';
import { switchOrganization } from './switch-organization.ts';

const RecoveryCodes = Model('RecoveryCodes', 'Shown once.', { recovery_codes: Type.Array(Type.String()) });

const Payments = Model('OwnPayments', 'How the organization can be paid.', {
  sandbox: Type.Boolean({ description: 'Nothing is paid for real.' }),
  webhook_urls: Type.Object(
    { paymongo: Url(), xendit: Url() },
    { description: 'To be entered at the provider before its account is connected: it then shows the secret.' },
  ),
});

const NewTotp = Model('NewTotp', 'A secret for an authenticator app. It counts once its first code is sent.', {
  secret: Type.String(),
  otpauth_url: Type.String(),
});

type Options = {
  db: Database;
  clock: Clock;
  config: Config;
  providers: PaymentProviders;
  publicUrl: () => string;
};

/** Routes about the logged-in user; each requires a session. */
export const meRoutes: FastifyPluginAsyncTypebox<Options> = async (app, parts) => {
  const { db, clock, config, providers, publicUrl } = parts;
  const self = (request: FastifyRequest) => selfOf(request, clock.now());
  const me = async ({ caller }: FastifyRequest) => ({
    data: await readMe(db, { userId: caller.id, organizationId: caller.organizationId }),
  });

  app.get('/me', { schema: { response: { 200: Data(MeJson) } } }, async (request) => me(request));

  app.get(
    '/me/payments',
    {
      onRequest: hook(requireAccess(ACCESS)),
      schema: { response: { 200: Data(Payments) } },
    },
    async ({ organizationId }) => ({
      data: {
        sandbox: await providers.takesNoMoney(organizationId),
        webhook_urls: {
          paymongo: webhookUrl(publicUrl(), 'paymongo', organizationId),
          xendit: webhookUrl(publicUrl(), 'xendit', organizationId),
        },
      },
    }),
  );

  app.put(
    '/me',
    {
      schema: {
        body: Type.Object({
          name: Type.Optional(Name()),
          language: Type.Optional(OneOf(LANGUAGES)),
          password: Type.Optional(Type.Object({ current: TriedPassword, new: NewPassword })),
        }),
        response: { 200: Data(MeJson) },
      },
    },
    async (request, reply) => {
      const deviceToken = await changeMe(db, self(request), request.body);
      if (deviceToken) setDeviceCookie(reply, deviceToken);
      return me(request);
    },
  );

  app.post('/me/proof', { schema: { body: Type.Object({ password: TriedPassword }) } }, async (request, reply) => {
    await proveAgain(db, self(request), request.body.password);
    return reply.code(204).send();
  });

  app.put(
    '/me/organization',
    { schema: { body: Type.Object({ organization_id: Uuid() }), response: { 200: Data(MeJson) } } },
    async (request) => {
      const { organization_id: organizationId } = request.body;
      await switchOrganization(db, { from: request.caller, organizationId });
      return { data: await readMe(db, { userId: request.caller.id, organizationId }) };
    },
  );

  app.post(
    '/me/totp',
    {
      schema: {
        body: Type.Object({ password: TriedPassword }),
        response: { 200: Data(NewTotp) },
      },
    },
    async (request) => ({ data: await beginTotp(db, config.secretsKeys, self(request), request.body.password) }),
  );

  app.put(
    '/me/totp',
    {
      schema: {
        body: Type.Object({ code: Text(MAX_TOTP_LENGTH) }),
        response: { 200: Data(Type.Object({ ...MeJson.properties, ...RecoveryCodes.properties })) },
      },
    },
    async (request) => {
      const codes = await confirmTotp(db, config.secretsKeys, self(request), request.body.code);
      return { data: { ...(await me(request)).data, recovery_codes: codes } };
    },
  );

  app.post(
    '/me/recovery-codes',
    { onRequest: requireProof, schema: { response: { 200: Data(RecoveryCodes) } } },
    async (request) => ({ data: { recovery_codes: await makeRecoveryCodes(db, self(request)) } }),
  );

  app.delete(
    '/me/totp',
    { schema: { body: Type.Object({ password: TriedPassword, code: Text(MAX_TOTP_LENGTH) }) } },
    async (request, reply) => {
      await turnOffTotp(db, config.secretsKeys, self(request), request.body);
      return reply.code(204).send();
    },
  );
};
