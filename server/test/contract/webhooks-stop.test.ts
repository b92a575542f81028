import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookDeliveries } from '../../src/webhooks/delivery/deliver-webhooks.ts';
import { Sender } from '../../src/webhooks/delivery/sender.ts';
import { authority } from '../fixtures/receiver.ts';
import { openWebhookOffice, type WebhookOffice } from '../fixtures/webhook-office.ts';

let hooks: WebhookOffice;
beforeEach(async () => {
  hooks = await openWebhookOffice();
});
afterEach(() => hooks.close());

function start(options?: Parameters<ReturnType<typeof webhookDeliveries>['start']>[0]) {
  const { db, clock, app, config } = hooks.office;
  const sender = new Sender({ allowPrivate: true, ca: authority, resolve: hooks.receiver.resolve });
  return webhookDeliveries({
    db,
    clock,
    sender,
    retrySeconds: [60],
    secretsKeys: config.secretsKeys,
    log: app.log,
  }).start(options);
}

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('stopping', () => {
  test('waits for a try in progress, records its result and starts no other', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
    hooks.receiver.behave(endpoint.path, (response) => setTimeout(() => response.end(), 300));
    const stop = start();
    const event = await hooks.office.event({ price: 0 });
    await hooks.office.buy(event);
    await until(() => hooks.receiver.at(endpoint.path).length === 1);
    const stopped = stop();
    await hooks.office.buy(event);
    await stopped;
    expect((await hooks.deliveries(endpoint)).map(({ status }) => status).toSorted()).toEqual(['pending', 'succeeded']);
    expect(hooks.receiver.at(endpoint.path)).toHaveLength(1);
  });

  test('cuts off an endpoint that hangs; its try is repeated after the lease', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
    hooks.receiver.behave(endpoint.path, () => {});
    const stop = start({ finishWithinMs: 200 });
    await hooks.office.buy(await hooks.office.event({ price: 0 }));
    await until(() => hooks.receiver.at(endpoint.path).length === 1);
    await stop();
    // Had it waited for the endpoint, the try would be logged as one without an answer.
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'pending', attempts: 1, attempt_log: [] });
    hooks.receiver.behave(endpoint.path, (response) => response.end());
    hooks.office.wait(20);
    await hooks.deliver();
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });
});
