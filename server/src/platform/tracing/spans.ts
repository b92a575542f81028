import type { Context } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';

/** The span that was active when the work was requested. */
export type Origin = Context;

export type Attributes = Record<string, string | number>;

/** Adds attributes known only later, such as the status of a response. */
export type AddAttributes = (attributes: Attributes) => void;

/** Makes spans. A span must not contain values of a statement, bodies, keys or addresses. */
export interface Tracing {
  /** Runs `work` in a child of the active span. */
  span<Result>(
    name: string,
    attributes: Attributes,
    work: (addAttributes: AddAttributes) => Promise<Result>,
  ): Promise<Result>;
  /** Runs `work` for several callers in a child span of the first one, with links to the others. */
  batch<Result>(name: string, members: { origin?: Origin }[], work: () => Promise<Result>): Promise<Result>;
  origin(): Origin;
  database(db: Database): Database;
  requests(app: FastifyInstance): void;
  /** Sends the remaining spans, for at most a second. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** The URL of an OTLP receiver, without `/v1/traces`. */
  endpoint: string;
  /** The share of traces that are kept, from 0 to 1. */
  ratio: number;
  log: FastifyBaseLogger;
}
