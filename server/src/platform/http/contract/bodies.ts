import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { hook } from '../sockets/hook.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation has a body, and none means an empty object. */
    bodyOptional?: boolean;
  }
}

/** 1 MiB: the longest description is 50,000 characters; a seating plan of 100,000 seats is about 600 KB. */
export const MAX_BODY_BYTES = 1_048_576;
/**
 * Of people who log in, or ask about themselves: addresses, names and passwords. Anybody may send such a body, and to parse a
 * megabyte of nested JSON takes a quarter of a second, in which nobody is answered.
 */
export const MAX_LOG_IN_BODY_BYTES = 16_384;

/**
 * A request that announces no body has none, and nothing of it ever arrives: whatever its content type says, no parser may
 * wait for it.
 */
export function forgetTypeOfNothing({ headers }: FastifyRequest) {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
    delete headers['content-type'];
}

/**
 * JSON is the only language of bodies: anything else, of an operation that takes none too, is 400. An operation without a
 * body takes an empty one whatever its content type says, and ignores JSON; an operation with a body refuses an empty one.
 * What is longer than `maxBytes` is 400, and not parsed.
 */
export function readJsonBodies(app: FastifyInstance, maxBytes: number) {
  app.removeAllContentTypeParsers();
  // Left out like every other field that nobody knows: `__proto__` is valid JSON, and harmless once it is gone.
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.is404 || bytes.length === 0) return done(null, undefined);
    // Node would put a sign of its own in the place of what is no text.
    if (!isUtf8(bytes)) return done(requestRefusals.invalid_encoding());
    void parseJson(request, bytes.toString(), (error, body) => {
      if (error) return done(requestRefusals.invalid_json());
      done(null, request.routeOptions.schema?.body ? body : undefined);
    });
  });
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { schema, config } = request.routeOptions;
    const empty = bytes.length === 0 && (!schema?.body || config.bodyOptional);
    done(request.is404 || empty ? null : requestRefusals.unsupported_media_type(), undefined);
  });
  app.addHook('onRequest', hook(forgetTypeOfEmpty));
  app.addHook('onRoute', (route) => {
    route.bodyLimit = maxBytes;
    if (!route.schema?.body) return;
    const complete = route.config?.bodyOptional ? emptyForNone : requireBody;
    route.preValidation = [route.preValidation ?? [], hook(complete)].flat();
  });
}

/** As `forgetTypeOfNothing` for a length of 0: without a parser run there is no content type to refuse, broken as it may be. */
function forgetTypeOfEmpty({ headers }: FastifyRequest) {
  if (Number(headers['content-length']) === 0) delete headers['content-type'];
}

function emptyForNone(request: FastifyRequest) {
  if (request.body === undefined) request.body = {};
}

function requireBody({ body }: FastifyRequest) {
  if (body === undefined) throw requestRefusals.missing_body();
}
