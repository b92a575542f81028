import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from '../fixtures/receiver.ts';
import { openWebhookOffice, type WebhookOffice } from '../fixtures/webhook-office.ts';

const DAY = 86_400;
let hooks: WebhookOffice;
beforeAll(async () => {
  hooks = await openWebhookOffice();
});
afterAll(() => hooks.close());

async function failing(status = 500) {
  const endpoint = await hooks.endpoint({ events: ['event.updated'] });
  hooks.receiver.behave(endpoint.path, answers(status));
  await hooks.happen();
  return endpoint;
}

describe('an endpoint that gets another URL', () => {
  test('is not switched off for failures of the former one', async () => {
    const endpoint = await failing();
    await hooks.deliver();
    hooks.office.wait(4 * DAY);
    hooks.receiver.behave('/new-server', answers(503));
    const changed = await hooks.change(endpoint, { url: hooks.receiver.url('/new-server') });
    expect(changed.data).toMatchObject({ failing_since: null });
    hooks.office.wait(1.5 * DAY);
    await hooks.happen();
    await hooks.deliver();
    expect(await hooks.read(endpoint)).toMatchObject({ is_active: true, disabled_reason: null });
    hooks.receiver.behave('/new-server', answers(200));
    hooks.office.wait(60);
    await hooks.deliver();
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded' });
  });

  test('is not switched off by a 410 of the former one, which was being asked, and gets that notification', async () => {
    const endpoint = await hooks.endpoint({ events: ['event.updated'] });
    const gone: (() => void)[] = [];
    hooks.receiver.behave(endpoint.path, (response) => gone.push(() => response.writeHead(410).end('gone')));
    await hooks.happen();
    await hooks.deliverer.begin();
    while (gone.length < 2) await pause(5);
    await hooks.change(endpoint, { url: hooks.receiver.url('/newer-server') });
    for (const answer of gone) answer();
    await hooks.deliverer.settled();
    expect(await hooks.read(endpoint)).toMatchObject({ is_active: true, disabled_reason: null, failing_since: null });
    hooks.office.wait(120);
    await hooks.deliver();
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded' });
  });
});

test('an endpoint that is rarely notified gets all tries, although an old notification failed for good', async () => {
  const endpoint = await failing();
  for (let tries = 0; tries < 5; tries++) {
    await hooks.deliver();
    hooks.office.wait(3_000);
  }
  expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'failed', attempts: 4 });
  // The program works again, but restarts at the moment of the next notification.
  hooks.office.wait(10 * DAY);
  hooks.receiver.behave(endpoint.path, answers(503));
  await hooks.happen();
  await hooks.deliver();
  hooks.receiver.behave(endpoint.path, answers(200));
  hooks.office.wait(120);
  await hooks.deliver();
  expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded', attempts: 2 });
});
