import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { AddAttributes, Attributes, Origin, Tracing, TracingOptions } from './spans.ts';

/*
 * One instance for the process, like OpenTelemetry's own context. Spans are placed by hand, in four places:
 * instrumentation that patches modules knows nothing of lanes, and must be loaded before everything else.
 */
let tracing: Tracing | undefined;

/**
 * Turns tracing on. OpenTelemetry is loaded only here (except its API, which prom-client imports); without tracing, the
 * functions below cost a comparison.
 */
export async function startTracing(options: TracingOptions): Promise<void> {
  const { openTelemetry } = await import('./open-telemetry.ts');
  tracing = openTelemetry(options);
}

/** Sends the last spans, if tracing is on. */
export const stopTracing = async (): Promise<void> => tracing?.stop();

const ignoreAttributes: AddAttributes = () => {};

export const traced = <Result>(
  name: string,
  attributes: Attributes,
  work: (addAttributes: AddAttributes) => Promise<Result>,
): Promise<Result> => (tracing ? tracing.span(name, attributes, work) : work(ignoreAttributes));

export const tracedBatch = <Result>(
  name: string,
  members: { origin?: Origin }[],
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.batch(name, members, work) : work());

/** The active span, to be stored with work that is requested now and done later. */
export const traceOrigin = (): Origin | undefined => tracing?.origin();

export const tracedDatabase = (db: Database): Database => tracing?.database(db) ?? db;

/** Starts a span for each request of this scope, as a child of the caller's `traceparent`. */
export const traceRequests = (app: FastifyInstance): void => tracing?.requests(app);
