import { randomUUID } from 'node:crypto';
import type { RawRequestDefaultExpression } from 'fastify';

/** What a proxy in front may name a request: nothing that could break a log line. */
const SAFE = /^[\w.-]{1,128}$/;

/** The id a proxy gave, or a new one; every answer carries it in X-Request-Id and every log line of the request too. */
export function requestId({ headers }: RawRequestDefaultExpression): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SAFE.test(given) ? given : randomUUID();
}
