import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noStore } from '../../platform/http/contract/no-store.ts';
import { sendDocument } from '../../platform/http/pages/page.ts';
import { connectionRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Clock } from '../../values/clock.ts';
import { APPLE_SERVICE } from './pass-facts.ts';
import { passSerial } from './pass-serial.ts';
import { deleteRegistration, listChangedPasses } from './queries.ts';
import { getProvenPass, type PassReading, readPass } from './read-pass.ts';
import { registerPhone } from './register-phone.ts';

interface PassRoute {
  Params: { device: string; passType: string; serial: string };
}

interface ListRoute {
  Params: { device: string; passType: string };
  Querystring: { passesUpdatedSince?: unknown };
}

/** Ids and tokens that Apple makes; a token becomes part of the path of a push. */
const DEVICE = /^[\w-]{1,100}$/;
const PUSH_TOKEN = /^[A-Za-z0-9]{1,200}$/;
/** Milliseconds, as this server writes them. */
const TAG = /^\d{1,13}$/;
/** More tickets than a phone has. */
const MAX_PASSES_LISTED = 1_000;
const MAX_BODY_BYTES = 65_536;
const MAX_LOG_CHARACTERS = 2_000;
/**
 * The longest between the time of a change and its commit: a phone that asks in between must not believe that it knows
 * all changes until then. It asks for these once more.
 */
const SETTLED_AFTER_MS = 60_000;

/**
 * The web service that Apple Wallet calls for passes that are in it: phones register and unregister, ask which passes
 * changed, and get them. A phone proves itself with the token in the pass.
 */
export async function applePassRoutes(app: FastifyInstance, options: PassReading & { clock: Clock }) {
  const { config, db, clock } = options;
  const { applePasses } = config;
  if (!applePasses) return;
  app.addHook('onRequest', noStore);
  const hidden = { schema: { hide: true }, bodyLimit: MAX_BODY_BYTES };
  const devicePath = `${APPLE_SERVICE}/v1/devices/:device/registrations/:passType`;

  const proven = ({ params: { passType, serial }, headers: { authorization } }: FastifyRequest<PassRoute>) =>
    getProvenPass(options, { passType, serial, authorization });

  app.post<PassRoute & { Body: { pushToken?: unknown } | null }>(
    `${devicePath}/:serial`,
    hidden,
    async (request, reply) => {
      const { pass } = await proven(request);
      const { device: deviceId } = request.params;
      const pushToken = request.body?.pushToken;
      if (typeof pushToken !== 'string' || !PUSH_TOKEN.test(pushToken) || !DEVICE.test(deviceId))
        throw connectionRefusals.page_not_found();
      const isNew = await registerPhone(db, pass, { deviceId, pushToken, now: clock.now() });
      return reply.code(isNew ? 201 : 200).send();
    },
  );

  app.delete<PassRoute>(`${devicePath}/:serial`, hidden, async (request, reply) => {
    const { pass } = await proven(request);
    await deleteRegistration(db, pass, request.params.device);
    return reply.send();
  });

  app.get<ListRoute>(devicePath, hidden, async ({ params, query }, reply) => {
    if (params.passType !== applePasses.passTypeId) throw connectionRefusals.page_not_found();
    const tag = query.passesUpdatedSince;
    const since = typeof tag === 'string' && TAG.test(tag) ? new Date(Number(tag)) : null;
    const passes = await listChangedPasses(db, params.device, { since, limit: MAX_PASSES_LISTED });
    if (passes.length === 0) return reply.code(204).send();
    const lastUpdated = String(clock.now().getTime() - SETTLED_AFTER_MS);
    return reply.send(JSON.stringify({ serialNumbers: passes.map(passSerial), lastUpdated }));
  });

  app.get<PassRoute>(`${APPLE_SERVICE}/v1/passes/:passType/:serial`, hidden, async (request, reply) => {
    const found = await proven(request);
    const { changedAt } = found.current;
    if (wholeSeconds(changedAt) <= Date.parse(request.headers['if-modified-since'] ?? ''))
      return reply.code(304).send();
    const settled = clock.now().getTime() - SETTLED_AFTER_MS;
    const modified = new Date(Math.min(changedAt.getTime(), settled));
    reply.header('last-modified', modified.toUTCString());
    return sendDocument(reply, 'ticket.pkpass', await readPass(options, found));
  });

  app.post<{ Body: unknown }>(`${APPLE_SERVICE}/v1/log`, hidden, async ({ body, log }, reply) => {
    // A stranger can send these, so they are logged only at the debug level.
    log.debug({ wallet: JSON.stringify(body ?? null).slice(0, MAX_LOG_CHARACTERS) }, 'message from Apple Wallet');
    return reply.send();
  });
}

/** The header has no milliseconds. */
const wholeSeconds = (time: Date): number => Math.floor(time.getTime() / 1_000) * 1_000;
