import type { FastifyInstance } from 'fastify';

/**
 * Delays responses to the end of the turn of the event loop, and writes them one after the other. Writing wakes the
 * reader at the other end (a proxy on this machine): once a turn instead of once a response. See
 * docs/decisions/hot-path.md.
 */
export function writeAnswersTogether(app: FastifyInstance) {
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    setImmediate(() => done());
  });
}
