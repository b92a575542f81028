import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { IdParams, Instant, nullable, Uuid } from '../../platform/http/contract/fields.ts';
import { Model } from '../../platform/http/contract/models.ts';
import { shown } from '../../platform/http/contract/wire.ts';
import type { Clock } from '../../values/clock.ts';
import { requireProof } from '../me/require-proof.ts';
import { namesOf } from './browser.ts';
import { endSession } from './end-session.ts';
import { deleteSessionsOf, listSessions, type SessionOfUser } from './queries.ts';

const SessionJson = Model('Session', 'A log-in of the user that has not ended.', {
  id: Uuid(),
  created_at: Instant(),
  last_seen_at: Instant('To the minute.'),
  browser: nullable(Type.String()),
  system: nullable(Type.String()),
  address: Type.String({ description: 'IP address of the log-in.' }),
  current: Type.Boolean({ description: 'The session of this request.' }),
});

const sessionJson = (session: SessionOfUser, current: string) =>
  shown(SessionJson, { ...session, ...namesOf(session.userAgent), current: session.id === current });

/** Routes about the sessions of the logged-in person, in all organizations; each requires a session. */
export const sessionRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/me/sessions',
    { schema: { response: { 200: Data(Type.Object({ sessions: Type.Array(SessionJson) })) } } },
    async ({ caller }) => {
      const sessions = await listSessions(db, caller.id, clock.now());
      return { data: { sessions: sessions.map((session) => sessionJson(session, caller.credentialId)) } };
    },
  );

  // A thief of a session must not be able to log its owner out.
  app.delete('/me/sessions/:id', { onRequest: requireProof, schema: { params: IdParams } }, async (request, reply) => {
    await endSession(db, request.caller.id, request.params.id);
    return reply.code(204).send();
  });

  app.delete('/me/sessions', { onRequest: requireProof }, async ({ caller }, reply) => {
    await deleteSessionsOf(db, caller.id, { but: caller.credentialId });
    return reply.code(204).send();
  });
};
