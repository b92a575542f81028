import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../database/database.ts';
import { ApiError, unavailable } from '../../refusals/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer is a refusal that may not stand later; see `ApiError.passing`. */
    passingRefusal: boolean;
  }
}

/** The one place that writes the error envelope `{ "error": { "message", "status" } }`, and a `reason` where there is one. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, headers, passing, reason } = asApiError(error, request);
  request.passingRefusal = passing;
  if (isOurs(error, status)) request.log.error({ err: error }, 'request failed');
  // The framework would cut it off: who is still sending then never reads why. Node reads the rest and drops it, for as
  // long as a request may take.
  if ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection');
  // Set by a hook too, but a broken URL gets here before any hook.
  reply.header('x-request-id', request.id);
  reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send({ error: { message, status, ...(reason ? { reason } : {}) } });
}

/** Whether an operator has to hear of it: what is thrown as a refusal was meant so. */
export const isOurs = (error: unknown, status: number) => status >= 500 && !(error instanceof ApiError);

/** A lock that somebody else held for too long is free by then; a database that is away may take longer. */
const ASK_AGAIN_SECONDS = 1;

/** What Fastify refuses by itself in our words; anything unknown is a 500 that tells nothing. */
export function asApiError(error: Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable)
    return unavailable('The database does not answer in time: try again', ASK_AGAIN_SECONDS);
  const { code, statusCode, message } = error as FastifyError;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(400, 'Content-Type must be application/json');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(400, `The body must be at most ${sizeInWords(request.routeOptions.bodyLimit)}`);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError(400, 'The body does not have the announced Content-Length');
  }
  // What Fastify itself refuses (a broken URL, a bad header) is the client's doing; the rest is ours and tells nothing.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ApiError(400, message);
  return new ApiError(500, 'Internal server error');
}

/** Limits are powers of two, in whole KiB. */
const sizeInWords = (bytes: number) => (bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`);
