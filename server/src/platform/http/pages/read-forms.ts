import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/**
 * Enough for a hundred guests with ten answers of 200 letters each. A stranger can send forms, and parsing one of this
 * size blocks all other requests for 20 ms.
 */
const MAX_FORM_BYTES = 262_144;

/** Reads the forms of pages in this scope. */
export async function readForms(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= MAX_FORM_BYTES;
  });
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
}
