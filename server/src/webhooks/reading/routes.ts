import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { type Authenticate, accessAgain } from '../../platform/http/callers/access-again.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import type { Lifecycle } from '../../platform/http/sockets/lifecycle.ts';
import { readingRefusals } from '../refusals.ts';
import { awaitNotifications } from './await-notifications.ts';
import { NotificationListJson, NotificationQuery, notificationListJson, readFrom } from './schemas.ts';
import { WaitingReaders } from './waiting-readers.ts';

interface NotificationRoutesOptions {
  db: Database;
  lifecycle: Lifecycle;
  authenticate: Authenticate;
}

const READ_ACCESS = 'read';

/** Routes to read notifications, for programs that cannot receive webhooks. */
export const notificationRoutes: FastifyPluginAsyncTypebox<NotificationRoutesOptions> = async (
  app,
  { db, lifecycle, authenticate },
) => {
  const checkOf = accessAgain(authenticate, READ_ACCESS);
  const readers = new WaitingReaders({ db, lifecycle, log: app.log });
  // Runs before the server waits for its requests to finish.
  app.addHook('preClose', async () => readers.wakeAll());

  app.get(
    '/notifications',
    {
      config: { access: READ_ACCESS, notShared: true, openEnded: true, refusals: Object.values(readingRefusals) },
      schema: {
        operationId: 'listNotifications',
        summary: 'Read notifications after a cursor, and wait for the next ones',
        description:
          'What commits later comes later, so a reader who goes on at `next_cursor` misses nothing and gets nothing ' +
          'twice. 410 when some after the cursor were deleted. An organization may have 20 requests with `wait`.',
        tags: ['Webhooks'],
        querystring: NotificationQuery,
        response: { 200: Data(NotificationListJson) },
      },
    },
    async (request, reply) => {
      const { organizationId, query } = request;
      const checkAccess = checkOf(request, reply);
      const read = { organizationId, signal: goneSignal(reply), ...readFrom(query) };
      const page = await awaitNotifications(db, readers, read);
      if (read.waitMs > 0) await checkAccess();
      return { data: notificationListJson(page, { caller: request.caller, payload: query.payload ?? 'full' }) };
    },
  );
};

/** Aborted when the client has gone. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
