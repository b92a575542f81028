import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { counted } from '../metrics/counted.ts';
import { type DatabaseFigures, databaseGauges } from '../metrics/database-gauges.ts';
import { hook } from './hook.ts';

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
  /** Finding a series by its labels costs more than counting in it. By route, or by method where there is none; by status. */
  const known = new Map<object | string, Map<number, ReturnType<typeof duration.labels>>>();
  function seriesOf(method: string, { config, url }: FastifyRequest['routeOptions'], status: number) {
    const place = url === undefined ? method : config;
    const byStatus = known.get(place) ?? new Map();
    // The pattern, never the address: ids would make a series each.
    const series = byStatus.get(status) ?? duration.labels({ method, route: url ?? 'unknown', status });
    known.set(place, byStatus.set(status, series));
    return series;
  }
  app.addHook(
    'onResponse',
    hook(({ method, routeOptions }, { statusCode, elapsedTime }) => {
      if (!routeOptions.config.openEnded) seriesOf(method, routeOptions, statusCode).observe(elapsedTime / 1000);
    }),
  );
  const refresh = databaseGauges(registry, database);
  const all = Registry.merge([registry, counted]);
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    await refresh();
    return reply.type(all.contentType).send(await all.metrics());
  });
}
