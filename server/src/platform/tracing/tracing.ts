import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Attributes, Origin, Tell, Tracing, TracingOptions } from './spans.ts';

/*
 * One for the process, as OpenTelemetry's own context is. Spans are placed by hand, in four places: instrumentation that
 * patches modules while they are loaded knows nothing of lanes, and has to be there before everything else.
 */
let tracing: Tracing | undefined;

/** Turns traces on. Only then is OpenTelemetry loaded (but for its interface, which prom-client brings); without it, what is below costs a comparison. @returns ends it */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const { openTelemetry } = await import('./open-telemetry.ts');
  const started = openTelemetry(options);
  tracing = started;
  return () => started.stop();
}

const tellNobody: Tell = () => {};

export const traced = <Result>(
  name: string,
  attributes: Attributes,
  work: (tell: Tell) => Promise<Result>,
): Promise<Result> => (tracing ? tracing.span(name, attributes, work) : work(tellNobody));

export const tracedBatch = <Result>(
  name: string,
  members: { origin?: Origin }[],
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.batch(name, members, work) : work());

/** To be kept with what is asked for now and done later. */
export const traceOrigin = (): Origin | undefined => tracing?.origin();

export const tracedDatabase = (db: Database): Database => tracing?.database(db) ?? db;

/** A span for each request of this scope, continuing the caller's `traceparent`. */
export const traceRequests = (app: FastifyInstance): void => tracing?.requests(app);
