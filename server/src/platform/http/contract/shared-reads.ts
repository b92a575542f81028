import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is a stream of its own, not a document that can be shared. */
    streams?: boolean;
  }
}

/**
 * Readers of the same thing at the same time share one look: on-sale, thousands refresh one event. A read starts only
 * after everyone who shares it has asked, so no answer is older than its request; while it runs, the next ones gather
 * for the following read. Scoped by organization and address, and behind authentication and rate limit.
 */
export function shareReads(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && !route.config?.streams) route.handler = shared(route.handler);
  });
}

interface Reading {
  /** Those who ask now share this read: it has not started. */
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
    const key = `${request.organizationId} ${request.url}`;
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

/** Written once by the route's own response schema, sent to all as the same bytes. */
async function serialized(handler: RouteHandlerMethod, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const payload = await (handler as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>)(request, reply);
  return Buffer.from(String(reply.serialize(payload)));
}
