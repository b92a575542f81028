import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { context, DiagLogLevel, diag, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import { databaseSpans } from './database-spans.ts';
import { inside } from './inside.ts';
import { requestSpans } from './request-spans.ts';
import type { Origin, Tracing, TracingOptions } from './spans.ts';

/** A receiver that is down is no news every five seconds. */
const COMPLAIN_EVERY_MS = 60_000;
/** Of the time to stop. What is not sent by then is lost: it is only a trace. */
const SEND_REST_WITHIN_MS = 1_000;

/** Sends spans as OTLP JSON, in the background, from a queue of 2048 that drops what does not fit. */
export function openTelemetry({ endpoint, ratio, log }: TracingOptions): Tracing {
  complainNowAndThen(log);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'takilya', 'service.instance.id': randomUUID() }),
    // A stranger's traceparent names the trace, but must not decide what we pay for.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }) }),
    ],
  });
  const tracer = provider.getTracer('takilya');
  return {
    span: (name, attributes, work) =>
      inside(tracer.startSpan(name, { attributes }), (span) => work((more) => span.setAttributes(more))),
    batch: (name, members, work) => batchSpan(tracer, name, members, work),
    origin: () => context.active(),
    database: (db) => databaseSpans(db, tracer),
    requests: (app) => requestSpans(app, tracer),
    async stop() {
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, pause(SEND_REST_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function batchSpan<Result>(
  tracer: Tracer,
  name: string,
  members: { origin?: Origin }[],
  work: () => Promise<Result>,
): Promise<Result> {
  const origins = () => members.flatMap(({ origin }) => (origin && trace.getSpan(origin) ? [origin] : []));
  const [first] = origins();
  // Nobody's request: what runs by itself is counted, not traced.
  if (!first) return work();
  const span = tracer.startSpan(name, {}, first);
  const named = async () => {
    try {
      return await work();
    } finally {
      // At the end: a batch may have taken who came late.
      const others = origins().slice(1);
      span.setAttribute('takilya.lane.members', members.length);
      span.addLinks(others.flatMap((origin) => trace.getSpanContext(origin) ?? []).map((context) => ({ context })));
    }
  };
  return inside(span, named, first);
}

function complainNowAndThen(log: FastifyBaseLogger) {
  let complainedMs = Number.NEGATIVE_INFINITY;
  const complain = (reason: unknown) => {
    if (performance.now() < complainedMs + COMPLAIN_EVERY_MS) return;
    complainedMs = performance.now();
    log.warn({ reason: reason instanceof Error ? reason.message : String(reason) }, 'traces are lost');
  };
  setGlobalErrorHandler(complain);
  const nothing = () => {};
  diag.setLogger(
    { error: complain, warn: complain, info: nothing, debug: nothing, verbose: nothing },
    DiagLogLevel.WARN,
  );
}
