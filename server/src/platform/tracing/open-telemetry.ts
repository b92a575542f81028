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
import { requestSpans } from './request-spans.ts';
import { runInSpan } from './run-in-span.ts';
import type { Origin, Tracing, TracingOptions } from './spans.ts';

/** Limits the log lines while the receiver is down. */
const WARN_EVERY_MS = 60_000;
/** The longest wait for the last spans when stopping. The rest is lost: it is only a trace. */
const FLUSH_TIMEOUT_MS = 1_000;

/** Sends spans as OTLP JSON in the background, from a queue of 2048 that drops spans when it is full. */
export function openTelemetry({ endpoint, ratio, log }: TracingOptions): Tracing {
  warnOfLostSpans(log);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'takilya', 'service.instance.id': randomUUID() }),
    // A caller's traceparent sets the trace id, but must not decide how much is sampled.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }) }),
    ],
  });
  const tracer = provider.getTracer('takilya');
  return {
    span: (name, attributes, work) =>
      runInSpan(tracer.startSpan(name, { attributes }), (span) => work((more) => span.setAttributes(more))),
    batch: (name, members, work) => batchSpan(tracer, name, members, work),
    origin: () => context.active(),
    database: (db) => databaseSpans(db, tracer),
    requests: (app) => requestSpans(app, tracer),
    async stop() {
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, pause(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
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
  // Not caused by a request: background work is counted, not traced.
  if (!first) return work();
  const span = tracer.startSpan(name, {}, first);
  const named = async () => {
    try {
      return await work();
    } finally {
      // Set at the end: the batch may have taken late members.
      const others = origins().slice(1);
      span.setAttribute('takilya.lane.members', members.length);
      span.addLinks(others.flatMap((origin) => trace.getSpanContext(origin) ?? []).map((context) => ({ context })));
    }
  };
  return runInSpan(span, named, first);
}

function warnOfLostSpans(log: FastifyBaseLogger) {
  let warnedMs = Number.NEGATIVE_INFINITY;
  const warn = (reason: unknown) => {
    if (performance.now() < warnedMs + WARN_EVERY_MS) return;
    warnedMs = performance.now();
    log.warn({ reason: reason instanceof Error ? reason.message : String(reason) }, 'could not send traces');
  };
  setGlobalErrorHandler(warn);
  const nothing = () => {};
  diag.setLogger({ error: warn, warn, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN);
}
