import { type Environment, HTTP } from './environment.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Logs, metrics and traces. */
export const readObservationSettings = (env: Environment) => ({
  logLevel: env.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  /** Where `/metrics` is served alone; null: beside everything else, at HOST and PORT. */
  metricsAddress: readAddress(env, 'METRICS_ADDRESS'),
  /** OTLP receiver for traces, without `/v1/traces`; null turns traces off. */
  tracesEndpoint: env.url('OTEL_EXPORTER_OTLP_ENDPOINT', HTTP),
  /** The share of traces that are kept. */
  tracesRatio: env.share('OTEL_TRACES_SAMPLER_ARG', 1),
});

const ADDRESS = /^(\[[0-9a-f:]+\]|[^:\s]+):(\d{1,5})$/i;

function readAddress(env: Environment, name: string): { host: string; port: number } | null {
  const value = env.text(name);
  if (!value) return null;
  const [, host = '', port] = ADDRESS.exec(value) ?? [];
  if (Number(port) <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  env.refuse(name, 'be an address and a port, such as 127.0.0.1:9464 or [::1]:9464');
  return null;
}
