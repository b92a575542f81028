import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { hook } from '../sockets/hook.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation takes a body; a missing one means an empty object. */
    bodyOptional?: boolean;
    /** The operation takes bytes of these types, as a Buffer, instead of JSON. */
    bodyTypes?: readonly string[];
  }
}

/** 1 MiB: the longest description is 50,000 characters; a seating plan of 100,000 seats is about 600 KB. */
export const MAX_BODY_BYTES = 1_048_576;
/**
 * Limit for requests before authentication: addresses, names and passwords. A stranger may send such a body, and
 * parsing a megabyte of nested JSON blocks the event loop for a quarter of a second.
 */
export const MAX_LOG_IN_BODY_BYTES = 16_384;

/**
 * Removes the content type of a request that announces no body. Otherwise a parser would wait for a body that never
 * arrives.
 */
export function dropContentTypeWithoutBody({ headers }: FastifyRequest) {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
    delete headers['content-type'];
}

/**
 * Accepts only JSON bodies; any other content type is 400, even for an operation without a body. An operation without a
 * body accepts an empty one with any content type, and ignores JSON. An operation with a body rejects an empty one. A
 * body longer than `maxBytes`, or than the route's own limit, is 400 and is not parsed. Routes with `config.bodyTypes`
 * get undefined for a body of another type.
 */
export function readJsonBodies(app: FastifyInstance, maxBytes: number) {
  app.removeAllContentTypeParsers();
  // `__proto__` is valid JSON. It is dropped like every unknown field, which makes it harmless.
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // A route that takes bytes accepts more of them than should be parsed.
    const isRead = !request.is404 && !request.routeOptions.config.bodyTypes;
    if (!isRead || bytes.length === 0) return done(null, undefined);
    // Node would replace bytes that are not valid UTF-8 with U+FFFD.
    if (!isUtf8(bytes)) return done(requestRefusals.invalid_encoding());
    void parseJson(request, bytes.toString(), (error, body) => {
      if (error) return done(requestRefusals.invalid_json());
      done(null, request.routeOptions.schema?.body ? body : undefined);
    });
  });
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { schema, config } = request.routeOptions;
    if (!request.is404 && config.bodyTypes?.includes(mediaType(request))) return done(null, bytes);
    const empty = bytes.length === 0 && (!schema?.body || config.bodyOptional);
    done(request.is404 || empty || config.bodyTypes ? null : requestRefusals.unsupported_media_type(), undefined);
  });
  app.addHook('onRequest', hook(acceptTypeOfEmptyBody));
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= maxBytes;
    if (!route.schema?.body || route.config?.bodyTypes) return;
    const complete = route.config?.bodyOptional ? defaultToEmptyObject : requireBody;
    route.preValidation = [route.preValidation ?? [], hook(complete)].flat();
  });
}

/** Without parameters, in small letters. */
const mediaType = ({ headers }: FastifyRequest) =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Fastify rejects a malformed content type before it reads anything. Where the body may be empty it is read first: of
 * length 0 it has no type, and one of unknown length has any.
 */
function acceptTypeOfEmptyBody(request: FastifyRequest) {
  const { headers, routeOptions } = request;
  const { schema, config } = routeOptions;
  if (Number(headers['content-length']) === 0) delete headers['content-type'];
  const mayBeEmpty = !config.bodyTypes && (!schema?.body || config.bodyOptional);
  if (mayBeEmpty && headers['transfer-encoding'] && mediaType(request) !== 'application/json')
    headers['content-type'] = 'application/octet-stream';
}

function defaultToEmptyObject(request: FastifyRequest) {
  if (request.body === undefined) request.body = {};
}

function requireBody({ body }: FastifyRequest) {
  if (body === undefined) throw requestRefusals.missing_body();
}
