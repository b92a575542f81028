import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { readSessionCookie } from '../../platform/http/callers/session-cookie.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { IdParams } from '../../platform/http/contract/fields.ts';
import type { Clock } from '../../values/clock.ts';
import { welcome } from '../log-in/welcome.ts';
import { MeJson } from '../me/me.ts';
import { requireProof } from '../me/require-proof.ts';
import { selfOf } from '../me/self-of.ts';
import { browserOf } from '../sessions/browser.ts';
import { countLink } from '../throttle/throttle.ts';
import { removePasskey, renamePasskey } from './change-passkeys.ts';
import { beginPasskeyLogIn, logInWithPasskey } from './log-in-with-passkey.ts';
import { listPasskeys } from './queries.ts';
import { beginPasskey, registerPasskey } from './register-passkey.ts';
import {
  AssertionBody,
  CreationOptions,
  PasskeyJson,
  PasskeyName,
  passkeyJson,
  RegistrationBody,
  RequestOptions,
} from './schemas.ts';

type Options = { db: Database; clock: Clock; publicUrl: () => string };

/** Log-in by passkey: it needs no session. */
export const passkeyLogInRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, publicUrl }) => {
  app.post(
    '/log-in/passkey/options',
    { schema: { response: { 200: Data(RequestOptions) } } },
    async ({ ip: address }) => {
      await countLink(db, { address, now: clock.now() });
      return { data: await beginPasskeyLogIn(db, publicUrl(), clock.now()) };
    },
  );

  app.post(
    '/log-in/passkey',
    { schema: { body: AssertionBody, response: { 200: Data(MeJson) } } },
    async (request, reply) => {
      const now = clock.now();
      await countLink(db, { address: request.ip, now });
      const attempt = {
        assertion: request.body,
        oldToken: readSessionCookie(request),
        browser: browserOf(request),
        now,
      };
      return welcome(db, reply, await logInWithPasskey(db, publicUrl(), attempt));
    },
  );
};

/** Passkeys of the logged-in user. */
export const ownPasskeyRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, publicUrl }) => {
  const Passkeys = Type.Object({ passkeys: Type.Array(PasskeyJson) });

  app.get('/me/passkeys', { schema: { response: { 200: Data(Passkeys) } } }, async ({ caller }) => ({
    data: { passkeys: (await listPasskeys(db, caller.id)).map(passkeyJson) },
  }));

  app.post(
    '/me/passkeys/options',
    { onRequest: requireProof, schema: { response: { 200: Data(CreationOptions) } } },
    async (request) => ({ data: await beginPasskey(db, publicUrl(), selfOf(request, clock.now())) }),
  );

  app.post(
    '/me/passkeys',
    {
      onRequest: requireProof,
      schema: {
        body: Type.Object({ name: PasskeyName, registration: RegistrationBody }),
        response: { 201: Data(Type.Object({ passkey: PasskeyJson, recovery_codes: Type.Array(Type.String()) })) },
      },
    },
    async (request, reply) => {
      const self = selfOf(request, clock.now());
      const { passkey, recoveryCodes } = await registerPasskey(db, publicUrl(), self, request.body);
      reply.code(201);
      return { data: { passkey: passkeyJson(passkey), recovery_codes: recoveryCodes } };
    },
  );

  app.put(
    '/me/passkeys/:id',
    { onRequest: requireProof, schema: { params: IdParams, body: Type.Object({ name: PasskeyName }) } },
    async (request, reply) => {
      await renamePasskey(db, selfOf(request, clock.now()), { ...request.params, ...request.body });
      return reply.code(204).send();
    },
  );

  app.delete('/me/passkeys/:id', { onRequest: requireProof, schema: { params: IdParams } }, async (request, reply) => {
    await removePasskey(db, selfOf(request, clock.now()), request.params.id);
    return reply.code(204).send();
  });
};
