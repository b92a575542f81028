import { type Environment, HTTP } from './environment.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Logs and traces. */
export const readObservationSettings = (env: Environment) => ({
  logLevel: env.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  /** OTLP receiver for traces, without `/v1/traces`; null turns traces off. */
  tracesEndpoint: env.url('OTEL_EXPORTER_OTLP_ENDPOINT', HTTP),
  /** The share of traces that are kept. */
  tracesRatio: env.share('OTEL_TRACES_SAMPLER_ARG', 1),
});
