import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A stream, or an answer that waits for something to happen: each request has its own. */
    notShared?: boolean;
  }
}

/**
 * Concurrent requests for the same data share one read: during an on-sale, thousands of clients refresh one event. A
 * read starts only after every request that shares it has arrived, so no response is older than its request. Requests
 * that arrive while it runs gather for the next read. Reads are shared per organization, URL and access of the caller,
 * which decides what a response contains; after authentication and rate limit. Each door link reads for itself, because
 * it may see its own event only.
 */
export function shareReads(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && !route.config?.notShared) route.handler = shared(route.handler);
  });
}

interface Reading {
  /** The read that new requests join: it has not started. */
  next: Promise<Buffer> | null;
  running: Promise<unknown>;
}

function shared(handler: RouteHandlerMethod): RouteHandlerMethod {
  const readings = new Map<string, Reading>();

  async function read(key: string, reading: Reading, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    await Promise.all([reading.running, nextTurn()]);
    const answer = serialized(handler, request, reply);
    reading.next = null;
    reading.running = answer.then(done, done);
    return answer;

    function done() {
      if (reading.next === null) readings.delete(key);
    }
  }

  return async (request, reply) => {
    const { access, kind, id } = request.caller;
    const who = kind === 'door_link' ? id : [...access].join();
    const key = `${request.organizationId} ${who} ${request.url}`;
    let reading = readings.get(key);
    if (!reading) {
      reading = { next: null, running: Promise.resolve() };
      readings.set(key, reading);
    }
    reading.next ??= read(key, reading, request, reply);
    const answer = await reading.next;
    reply.type('application/json; charset=utf-8');
    return answer;
  };
}

/** Serializes once with the route's response schema; all requests get the same bytes. */
async function serialized(handler: RouteHandlerMethod, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const payload = await (handler as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>)(request, reply);
  return Buffer.from(String(reply.serialize(payload)));
}
