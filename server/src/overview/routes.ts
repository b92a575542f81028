import type { Readable } from 'node:stream';
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import type { Database, Queryable } from '../platform/database/database.ts';
import { type Authenticate, accessAgain } from '../platform/http/callers/access-again.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import type { Lifecycle } from '../platform/http/sockets/lifecycle.ts';
import type { Clock } from '../values/clock.ts';
import { LiveStreams } from './live/live-streams.ts';
import { readOverview } from './read-overview.ts';
import { overviewRefusals } from './refusals.ts';
import { OverviewJson, overviewJson } from './schemas.ts';

interface OverviewRoutesOptions {
  db: Database;
  reads: Queryable;
  clock: Clock;
  lifecycle: Lifecycle;
  authenticate: Authenticate;
}

const LIVE_ACCESS = 'read';

export const overviewRoutes: FastifyPluginAsyncTypebox<OverviewRoutesOptions> = async (app, parts) => {
  const { reads, clock, authenticate } = parts;
  const checkOf = accessAgain(authenticate, LIVE_ACCESS);
  const streams = new LiveStreams({ ...parts, log: app.log });
  // Runs before the server waits for its requests to finish: streams never finish by themselves.
  app.addHook('preClose', async () => streams.endAll());

  app.get(
    '/overview',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getOverview',
        summary: "Read today's sales, what is on sale, and what needs attention",
        description: "Days are days in the organization's time zone.",
        tags: ['Overview'],
        response: { 200: Data(OverviewJson) },
      },
    },
    async ({ organizationId, timeZone }) => ({
      data: overviewJson(await readOverview(reads, { organizationId, timeZone, now: clock.now() })),
    }),
  );

  app.get(
    '/live',
    {
      // A HEAD request would open a stream without a reader.
      exposeHeadRoute: false,
      config: { access: LIVE_ACCESS, notShared: true, openEnded: true, refusals: [overviewRefusals.too_many_streams] },
      schema: {
        operationId: 'streamLive',
        summary: 'Follow sales, check-ins and new orders as server-sent events, at most once a second',
        description:
          'Events are named `sales`, `check-ins` and `orders`; the data of each is its whole state as JSON, sent at first and on each change. Reconnect when the stream ends.',
        tags: ['Overview'],
        response: {
          200: { description: 'Open-ended.', content: { 'text/event-stream': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const stream = streams.open({
        organizationId: request.organizationId,
        // Asked repeatedly while it is open.
        checkAccess: checkOf(request, reply),
      });
      return sendEvents(reply, stream);
    },
  );
};

const sendEvents = (reply: FastifyReply, events: Readable) =>
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    // Keeps nginx from buffering the events.
    .header('x-accel-buffering', 'no')
    .send(events);
