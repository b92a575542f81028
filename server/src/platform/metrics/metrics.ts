import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type DatabaseFigures, databaseGauges } from './database-gauges.ts';
import { type MetricsAddress, serveMetrics } from './metrics-server.ts';
import { serviceMetrics } from './service-metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A response that lasts until the client leaves; its duration says nothing. */
    openEnded?: boolean;
  }
}

/** Buckets around 100 ms, the target during an on-sale. */
const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * `GET /metrics` for Prometheus: the process, every route by method, pattern and status, the service metrics and the
 * backlog. With `address` it is served there, and nowhere else.
 */
export function measure(app: FastifyInstance, database: DatabaseFigures, address: MetricsAddress | null) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'takilya_http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKET_SECONDS,
    registers: [registry],
  });
  /** Looking a series up by its labels costs more than counting in it. */
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  function seriesOf(method: string, route: string, status: number) {
    const name = `${method} ${route} ${status}`;
    let found = series.get(name);
    if (!found) {
      found = duration.labels({ method, route, status });
      series.set(name, found);
    }
    return found;
  }
  app.addHook('onResponse', ({ method, routeOptions: { config, url } }, { statusCode, elapsedTime }, done) => {
    // The route's pattern, never the URL: each id would be a new series.
    if (!config.openEnded) seriesOf(method, url ?? 'unknown', statusCode).observe(elapsedTime / 1000);
    done();
  });
  const refresh = databaseGauges(registry, database);
  const all = Registry.merge([registry, serviceMetrics]);
  async function read() {
    await refresh();
    return { contentType: all.contentType, text: await all.metrics() };
  }
  if (address) return serveMetrics(app, address, read);
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const { contentType, text } = await read();
    return reply.type(contentType).send(text);
  });
}
