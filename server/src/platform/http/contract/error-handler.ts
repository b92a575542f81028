import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable, OutcomeUnknown } from '../../database/database.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { serviceRefusals } from '../../refusals/service-refusals.ts';
import { logRefusal } from './security-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The response is a refusal that may change; see `Refusal.temporary`. */
    temporaryRefusal: boolean;
    /** The request may have been carried out, although its answer is an error. */
    outcomeUnknown: boolean;
  }
}

/** The one place that writes the error envelope. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  request.temporaryRefusal = refusal.temporary;
  request.outcomeUnknown = error instanceof OutcomeUnknown;
  logRefusal(request, refusal);
  if (isOurs(error, refusal.status)) request.log.error({ err: error }, 'request failed');
  // Fastify would close the connection, and a client that is still sending would never read the reason. Node reads and
  // drops the rest, within the time limit of a request.
  if ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection');
  // A hook sets it too, but requests with a broken URL reach no hook.
  reply.header('x-request-id', request.id);
  reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send(errorBody(refusal));
}

/** `{ "error": { "message", "status", "code" } }`, with `field` and `details` if there are any. */
export const errorBody = ({ message, status, code, field, details }: Refusal) => ({
  error: { message, status, code, ...(field === undefined ? {} : { field }), ...(details ? { details } : {}) },
});

/** Whether the error is a bug or an outage that operators must see; refusals are intended. */
export const isOurs = (error: unknown, status: number) => status >= 500 && !(error instanceof Refusal);

/** A lock is usually free by then; an unavailable database may take longer. */
const RETRY_AFTER_SECONDS = 1;

/** Translates an error into a refusal. Unknown errors become a 500 without details. */
export function refusalOf(error: Error, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable)
    return serviceRefusals.database_unavailable({ retry_after_seconds: RETRY_AFTER_SECONDS });
  const { code, statusCode } = error as FastifyError;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return requestRefusals.unsupported_media_type();
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return requestRefusals.body_too_large({ max_bytes: request.routeOptions.bodyLimit });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return requestRefusals.content_length_mismatch();
  }
  // Fastify's own 4xx errors (a broken URL, a bad header) are caused by the client. All others are ours, and reveal
  // nothing.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return requestRefusals.invalid_request();
  return requestRefusals.internal_error();
}
