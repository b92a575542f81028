import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { refuseOtherSites } from '../callers/same-origin.ts';

/**
 * Enough for a hundred guests with ten answers of 200 letters each. A stranger can send forms, and parsing one of this
 * size blocks all other requests for 20 ms.
 */
const MAX_FORM_BYTES = 262_144;

/**
 * Reads the forms of pages in this scope. A form that another website sends is refused before anything is counted.
 * @param fromAnywhere the address of each form is a secret, and other programs send it
 */
export async function readForms(app: FastifyInstance, { fromAnywhere = false } = {}) {
  if (!fromAnywhere) app.addHook('onRequest', async (request) => refuseOtherSites(request));
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= MAX_FORM_BYTES;
  });
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
}
