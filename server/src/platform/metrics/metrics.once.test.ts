import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../test/databases/postgres-server.ts';
import { systemClock } from '../../values/clock.ts';
import { measure } from './metrics.ts';

const FIGURES = {
  db: { load: () => ({ busy: 0, idle: 1, waiting: 0 }) },
  clock: systemClock,
  readBacklog: async () => ({
    heldPlaces: 0,
    webhookDeliveriesDue: 0,
    webhookOldestDueSeconds: 0,
    refundsPending: 0,
    mailsWaiting: 0,
    mailOldestSeconds: 0,
  }),
};

test('a route with several methods is measured for each of them', async () => {
  const app = Fastify();
  measure(app, FIGURES, null);
  app.route({ method: ['HEAD', 'GET'], url: '/files/*', handler: async () => 'a file' });
  for (const method of ['HEAD', 'GET', 'GET'] as const) await app.inject({ method, url: '/files/a' });
  const { body } = await app.inject('/metrics');
  const count = (method: string) =>
    `takilya_http_request_duration_seconds_count{method="${method}",route="/files/*",status="200"}`;
  expect(body).toContain(`${count('HEAD')} 1`);
  expect(body).toContain(`${count('GET')} 2`);
  await app.close();
});

describe('with an address of its own', () => {
  test('metrics are served there alone, and the port is free again after the end', async () => {
    const port = await freePort();
    const app = Fastify();
    measure(app, FIGURES, { host: '127.0.0.1', port });
    await app.ready();
    expect(await app.inject('/metrics')).toMatchObject({ statusCode: 404 });
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await at('/metrics')).text()).toContain('takilya_http_request_duration_seconds');
    expect((await at('/api/v1/events')).status).toBe(404);
    await app.close();
    await expect(at('/metrics')).rejects.toThrow();
  });

  test('that is taken, the start fails and names the setting', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const app = Fastify();
    measure(app, FIGURES, { host: '127.0.0.1', port });
    await expect(async () => app.ready()).rejects.toThrow(`METRICS_ADDRESS 127.0.0.1:${port} cannot be listened on`);
    taken.close();
  });
});
