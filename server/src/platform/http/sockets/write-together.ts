import type { FastifyInstance } from 'fastify';

/**
 * What is answered in one turn of the event loop is written at its end, one answer after the other. Writing wakes whoever
 * reads the other end (a proxy on this machine): once a turn, not once an answer. See docs/decisions/hot-path.md.
 */
export function writeAnswersTogether(app: FastifyInstance) {
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    setImmediate(() => done());
  });
}
