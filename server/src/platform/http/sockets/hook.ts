import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A hook of every request that waits only when there is something to wait for. Five `async` hooks that never waited cost
 * `POST /checkouts` as much again as the rest of it: 31 against 52 µs of processor time, without a database.
 */
export const hook =
  (work: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const waiting = work(request, reply);
    // Fastify goes on when a promise resolves, or when it is told so.
    if (waiting instanceof Promise) return waiting;
    done();
  };
