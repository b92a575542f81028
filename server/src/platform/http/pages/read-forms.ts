import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/** Enough for a hundred guests with long names. Parsing a form blocks all other requests, and anyone can send forms. */
const MAX_FORM_BYTES = 65_536;

/** Reads the forms of pages in this scope. */
export async function readForms(app: FastifyInstance) {
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
}
