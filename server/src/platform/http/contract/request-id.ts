import { randomUUID } from 'node:crypto';
import type { RawRequestDefaultExpression } from 'fastify';

/** Accepted ids from a proxy: nothing that could break a log line. */
const SAFE = /^[\w.-]{1,128}$/;

/**
 * The id from a proxy, or a new one. Every response has it in X-Request-Id, and every log line of the request contains
 * it.
 */
export function requestId({ headers }: RawRequestDefaultExpression): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SAFE.test(given) ? given : randomUUID();
}
