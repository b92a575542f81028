import type { Context } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';

/** Whose work something is: the span that was open when it was asked for. */
export type Origin = Context;

export type Attributes = Record<string, string | number>;

/** Adds what the work finds out, such as the status of an answer. */
export type Tell = (attributes: Attributes) => void;

/** Makes spans. No value of a statement, no body, no key and no address of anything may get into one. */
export interface Tracing {
  /** Runs `work` as a span inside the one that is open. */
  span<Result>(name: string, attributes: Attributes, work: (tell: Tell) => Promise<Result>): Promise<Result>;
  /** Runs `work` that several wait for as a span of the first of them, with links to the others. */
  batch<Result>(name: string, members: { origin?: Origin }[], work: () => Promise<Result>): Promise<Result>;
  origin(): Origin;
  database(db: Database): Database;
  requests(app: FastifyInstance): void;
  /** Sends what is left, for a second at the most. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Of an OTLP receiver, without `/v1/traces`. */
  endpoint: string;
  /** Of 1: the share of traces that are kept. */
  ratio: number;
  log: FastifyBaseLogger;
}
