import {
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FastifyInstance } from 'fastify';

/**
 * Starts a span for each request of this scope. It has the route's pattern, not the URL, which contains ids and buyers'
 * keys.
 */
export function requestSpans(app: FastifyInstance, tracer: Tracer) {
  const propagator = new W3CTraceContextPropagator();

  app.addHook('onRequest', (request, { raw }, done) => {
    const caller = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': method, 'http.route': route, 'takilya.request_id': request.id };
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller);
    raw.once('close', () => {
      span.setAttribute('http.response.status_code', raw.statusCode);
      if (raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    // Fastify restores this context after the body, which arrives in events of the connection.
    context.with(trace.setSpan(caller, span), done);
  });
}
