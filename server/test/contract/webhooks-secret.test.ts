import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceivedRequest } from '../fixtures/receiver.ts';
import {
  type Endpoint,
  isSignedWith,
  isStandardSignedWith,
  openWebhookOffice,
  type WebhookJson,
  type WebhookOffice,
} from '../fixtures/webhook-office.ts';

const DAY = 86_400;

let hooks: WebhookOffice;
beforeAll(async () => {
  hooks = await openWebhookOffice();
});
afterAll(() => hooks.close());

const rotate = (endpoint: Endpoint, query = '') =>
  hooks.office.call<WebhookJson>('POST', `/webhooks/${endpoint.id}/rotate-secret${query}`);

async function next(endpoint: Endpoint): Promise<ReceivedRequest> {
  await hooks.office.call('POST', `/webhooks/${endpoint.id}/test`);
  await hooks.deliver();
  const received = hooks.receiver.at(endpoint.path).at(-1);
  if (!received) throw new Error('nothing came');
  return received;
}

describe('POST /webhooks/{id}/rotate-secret', () => {
  test('answers with a new secret, which is never shown again', async () => {
    const endpoint = await hooks.endpoint();
    const { status, data } = await rotate(endpoint);
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: endpoint.id, url: endpoint.url, is_active: true });
    expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(data.secret).not.toBe(endpoint.secret);
    expect(await hooks.read(endpoint)).not.toHaveProperty('secret');
  });

  test('signs with both secrets for 24 hours, X-Service-Signature with the old one; then with the new one alone', async () => {
    const endpoint = await hooks.endpoint();
    const { secret } = (await rotate(endpoint)).data;
    for (const wait of [0, DAY - 1]) {
      hooks.office.wait(wait);
      const received = await next(endpoint);
      expect(isStandardSignedWith(secret, received)).toBe(true);
      expect(isStandardSignedWith(endpoint.secret, received)).toBe(true);
      expect(String(received.headers['webhook-signature']).split(' ')).toHaveLength(2);
      expect(isSignedWith(endpoint.secret, received)).toBe(true);
      expect(isSignedWith(secret, received)).toBe(false);
    }
    hooks.office.wait(1);
    const received = await next(endpoint);
    expect(isSignedWith(secret, received)).toBe(true);
    expect(isStandardSignedWith(secret, received)).toBe(true);
    expect(isStandardSignedWith(endpoint.secret, received)).toBe(false);
  });

  test('ends the old secret at once with ?immediately=true, also one from an earlier rotation', async () => {
    const endpoint = await hooks.endpoint();
    const first = (await rotate(endpoint)).data.secret;
    const { secret } = (await rotate(endpoint, '?immediately=true')).data;
    const received = await next(endpoint);
    expect(isSignedWith(secret, received)).toBe(true);
    expect(isStandardSignedWith(secret, received)).toBe(true);
    for (const old of [endpoint.secret, first]) expect(isStandardSignedWith(old, received)).toBe(false);
  });

  test('keeps the last two secrets when called again within 24 hours', async () => {
    const endpoint = await hooks.endpoint();
    const second = (await rotate(endpoint)).data.secret;
    const third = (await rotate(endpoint)).data.secret;
    const received = await next(endpoint);
    expect(isSignedWith(second, received)).toBe(true);
    expect(isStandardSignedWith(second, received)).toBe(true);
    expect(isStandardSignedWith(third, received)).toBe(true);
    expect(isStandardSignedWith(endpoint.secret, received)).toBe(false);
  });

  test('answers 400 if immediately is neither true nor false', async () => {
    expect(await rotate(await hooks.endpoint(), '?immediately=perhaps')).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'immediately must be true or false',
    });
  });
});
