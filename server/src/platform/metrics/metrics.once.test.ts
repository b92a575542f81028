import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { systemClock } from '../../values/clock.ts';
import { measure } from './metrics.ts';

test('a route with several methods is measured for each of them', async () => {
  const app = Fastify();
  const backlog = {
    heldPlaces: 0,
    webhookDeliveriesDue: 0,
    webhookOldestDueSeconds: 0,
    refundsPending: 0,
    mailsWaiting: 0,
    mailOldestSeconds: 0,
  };
  measure(app, {
    db: { load: () => ({ busy: 0, idle: 1, waiting: 0 }) },
    clock: systemClock,
    readBacklog: async () => backlog,
  });
  app.route({ method: ['HEAD', 'GET'], url: '/files/*', handler: async () => 'a file' });
  for (const method of ['HEAD', 'GET', 'GET'] as const) await app.inject({ method, url: '/files/a' });
  const { body } = await app.inject('/metrics');
  const count = (method: string) =>
    `takilya_http_request_duration_seconds_count{method="${method}",route="/files/*",status="200"}`;
  expect(body).toContain(`${count('HEAD')} 1`);
  expect(body).toContain(`${count('GET')} 2`);
  await app.close();
});
