import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../database/database.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { serviceRefusals } from '../../refusals/service-refusals.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer is a refusal that may not stand later; see `Refusal.passing`. */
    passingRefusal: boolean;
  }
}

/** The one place that writes the error envelope. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  request.passingRefusal = refusal.passing;
  if (isOurs(error, refusal.status)) request.log.error({ err: error }, 'request failed');
  // The framework would cut it off: who is still sending then never reads why. Node reads the rest and drops it, for as
  // long as a request may take.
  if ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection');
  // Set by a hook too, but a broken URL gets here before any hook.
  reply.header('x-request-id', request.id);
  reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send(errorBody(refusal));
}

/** `{ "error": { "message", "status", "code" } }`, with `field` and `details` where there are any. */
export const errorBody = ({ message, status, code, field, details }: Refusal) => ({
  error: { message, status, code, ...(field === undefined ? {} : { field }), ...(details ? { details } : {}) },
});

/** Whether an operator has to hear of it: what is thrown as a refusal was meant so. */
export const isOurs = (error: unknown, status: number) => status >= 500 && !(error instanceof Refusal);

/** A lock is usually free by then; an unavailable database may take longer. */
const ASK_AGAIN_SECONDS = 1;

/** What Fastify refuses by itself as a refusal of ours; anything unknown is a 500 that tells nothing. */
export function refusalOf(error: Error, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable)
    return serviceRefusals.database_unavailable({ retry_after_seconds: ASK_AGAIN_SECONDS });
  const { code, statusCode } = error as FastifyError;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return requestRefusals.unsupported_media_type();
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return requestRefusals.body_too_large({ max_bytes: request.routeOptions.bodyLimit });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return requestRefusals.content_length_mismatch();
  }
  // What Fastify itself refuses (a broken URL, a bad header) is the client's doing; the rest is ours and tells nothing.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return requestRefusals.invalid_request();
  return requestRefusals.internal_error();
}
