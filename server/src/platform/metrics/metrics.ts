import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { counted } from './counted.ts';
import { type DatabaseFigures, databaseGauges } from './database-gauges.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered until whoever asked leaves: how long that took says nothing. */
    openEnded?: boolean;
  }
}

/** Around the 100 ms that an on-sale should stay under. */
const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** `GET /metrics` for Prometheus: the process, every route by method, pattern and status, what was counted, what waits. */
export function measure(app: FastifyInstance, database: DatabaseFigures) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'takilya_http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKET_SECONDS,
    registers: [registry],
  });
  /** Finding a series by its labels costs more than counting in it. */
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
    // The pattern, never the address: ids would make a series each.
    if (!config.openEnded) seriesOf(method, url ?? 'unknown', statusCode).observe(elapsedTime / 1000);
    done();
  });
  const refresh = databaseGauges(registry, database);
  const all = Registry.merge([registry, counted]);
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    await refresh();
    return reply.type(all.contentType).send(await all.metrics());
  });
}
