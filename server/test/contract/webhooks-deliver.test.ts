import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from '../fixtures/receiver.ts';
import {
  isSignedWith,
  isStandardSignedWith,
  openWebhookOffice,
  type WebhookOffice,
} from '../fixtures/webhook-office.ts';

let hooks: WebhookOffice;
beforeAll(async () => {
  hooks = await openWebhookOffice();
});
afterAll(() => hooks.close());

describe('a delivery', () => {
  test('is a signed HTTPS POST of the stored bytes', async () => {
    const endpoint = await hooks.endpoint();
    await hooks.happen();
    await hooks.deliver();
    const received = hooks.receiver.at(endpoint.path);
    expect(received.length).toBeGreaterThan(0);
    for (const one of received) {
      expect(isSignedWith(endpoint.secret, one)).toBe(true);
      expect(isStandardSignedWith(endpoint.secret, one)).toBe(true);
      expect(isSignedWith(`${endpoint.secret}x`, one)).toBe(false);
      expect(one.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': expect.stringContaining('Takilya'),
        'webhook-id': one.json.id,
        'webhook-timestamp': String(Math.floor(hooks.office.now().getTime() / 1_000)),
      });
    }
    const stored = await hooks.office.notifications('event.updated');
    expect(received.map(({ json }) => json)).toEqual(
      expect.arrayContaining(stored.slice(-received.length).map((one) => expect.objectContaining(one))),
    );
  });

  test('records what was sent and the result', async () => {
    const endpoint = await hooks.endpoint();
    await hooks.happen();
    expect(await hooks.delivery(endpoint)).toMatchObject({
      status: 'pending',
      attempts: 0,
      response_status: null,
      last_attempt_at: null,
      next_attempt_at: hooks.office.now().toISOString(),
      attempt_log: [],
    });
    await hooks.deliver();
    const at = hooks.office.now().toISOString();
    const ids = hooks.receiver.at(endpoint.path).map(({ json }) => json.id);
    const delivery = await hooks.delivery(endpoint);
    expect(ids).toContain(delivery.event_id);
    expect(delivery).toEqual({
      id: expect.any(String),
      webhook_id: endpoint.id,
      event_id: expect.any(String),
      type: 'event.updated',
      status: 'succeeded',
      attempts: 1,
      response_status: 200,
      last_attempt_at: at,
      next_attempt_at: null,
      created_at: at,
      attempt_log: [{ at, duration_ms: expect.any(Number), response_status: 200, error: null, response: 'thanks' }],
    });
  });

  test.each([200, 201, 202, 204, 299])('answered with %i has succeeded', async (status) => {
    const endpoint = await hooks.endpoint();
    hooks.receiver.behave(endpoint.path, answers(status));
    await hooks.happen();
    await hooks.deliver();
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded', response_status: status });
  });

  test.each([300, 304, 400, 401, 404, 429, 500, 503])('answered with %i is tried again', async (status) => {
    const endpoint = await hooks.endpoint();
    hooks.receiver.behave(endpoint.path, answers(status));
    await hooks.happen();
    await hooks.deliver();
    expect(await hooks.delivery(endpoint)).toMatchObject({
      status: 'pending',
      response_status: status,
      attempts: 1,
      next_attempt_at: expect.any(String),
    });
  });

  test.each([301, 302, 303, 307, 308])('answered with %i follows no redirect', async (status) => {
    const endpoint = await hooks.endpoint();
    const location = hooks.receiver.url(`/elsewhere-${status}`);
    hooks.receiver.behave(endpoint.path, answers(status, { location }));
    await hooks.happen();
    await hooks.deliver();
    expect(hooks.receiver.at(endpoint.path).length).toBeGreaterThan(0);
    expect(hooks.receiver.at(`/elsewhere-${status}`)).toEqual([]);
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'pending', response_status: status });
  });

  test('is tried again if the connection closes before or during the answer', async () => {
    for (const begun of [false, true]) {
      const endpoint = await hooks.endpoint();
      hooks.receiver.behave(endpoint.path, (response, _heard, request) => {
        if (begun) response.writeHead(200, { 'content-length': '100' }).write('half');
        setTimeout(() => request.socket.destroy(), 20);
      });
      await hooks.happen();
      await hooks.deliver();
      const delivery = await hooks.delivery(endpoint);
      expect(delivery).toMatchObject({ status: 'pending', attempts: 1 });
      expect(delivery.attempt_log[0]?.error).toBeTruthy();
    }
  });

  test('answered with a gigabyte reads a part, keeps 1 KB and has succeeded', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
    let written = 0;
    hooks.receiver.behave(endpoint.path, (response) => {
      response.writeHead(200, { 'content-length': String(2 ** 30) });
      const chunk = Buffer.alloc(65_536, '\0é');
      const pour = () => {
        while (!response.destroyed && written < 2 ** 30) {
          written += chunk.length;
          if (!response.write(chunk)) return response.once('drain', pour);
        }
      };
      pour();
    });
    await hooks.office.buy(await hooks.office.event());
    await hooks.deliver();
    const { status, attempt_log: log } = await hooks.delivery(endpoint);
    expect(status).toBe('succeeded');
    expect(Buffer.byteLength(log[0]?.response?.replaceAll('\uFFFD', '?') ?? '')).toBeLessThanOrEqual(1_024);
    expect(written).toBeLessThan(20 * 2 ** 20);
  });

  test('to an endpoint with an untrusted certificate is not sent', async () => {
    const endpoint = await hooks.endpoint();
    // Not a name of the certificate.
    await hooks.change(endpoint, { url: `https://other.example:${hooks.receiver.port}${endpoint.path}` });
    await hooks.happen();
    await hooks.deliver();
    expect(hooks.receiver.at(endpoint.path)).toEqual([]);
    const { attempt_log: log } = await hooks.delivery(endpoint);
    expect(log[0]?.error).toMatch(/ERR_TLS_CERT_ALTNAME_INVALID/);
  });
});

describe('a delivery that takes too long', () => {
  let impatient: WebhookOffice;
  beforeAll(async () => {
    impatient = await openWebhookOffice({ timeoutMs: 3_000 });
  });
  afterAll(() => impatient.close());

  test('that is never answered ends with the time-out', async () => {
    const endpoint = await impatient.endpoint();
    impatient.receiver.behave(endpoint.path, () => {});
    await impatient.happen();
    await impatient.deliver();
    const { attempt_log: log, status } = await impatient.delivery(endpoint);
    expect(status).toBe('pending');
    expect(log).toMatchObject([{ response_status: null, error: 'no complete response within 3 s' }]);
  });

  test('with a slow answer ends with the time-out, also after a 200', async () => {
    const endpoint = await impatient.endpoint();
    impatient.receiver.behave(endpoint.path, (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    await impatient.happen();
    await impatient.deliver();
    const { attempt_log: log, status } = await impatient.delivery(endpoint);
    expect(status).toBe('pending');
    expect(log).toMatchObject([{ response_status: 200, error: 'no complete response within 3 s' }]);
  });
});

describe('several processes on one database', () => {
  test('send each delivery once', async () => {
    const several = await openWebhookOffice();
    const others = [several.another(), several.another()];
    try {
      const endpoint = await several.endpoint({ events: ['ticket.purchased'] });
      await several.office.buy(await several.office.event({ price: 0 }), { quantity: 100 });
      const deliverers = [several.deliverer, ...others.map(({ deliverer }) => deliverer)];
      // Each process gets a share before all of them claim the rest.
      for (const one of deliverers) {
        expect(await one.begin()).toBeGreaterThan(0);
        await one.settled();
      }
      await Promise.all(deliverers.map((one) => several.deliver(one)));
      await several.deliver();
      const ids = several.receiver.at(endpoint.path).map(({ json }) => json.id);
      expect(ids).toHaveLength(100);
      expect(new Set(ids).size).toBe(100);
    } finally {
      for (const { sender } of others) await sender.close();
      await several.close();
    }
  });
});

describe('an endpoint that hangs', () => {
  test('does not delay other endpoints', async () => {
    const slow = await openWebhookOffice();
    try {
      const hung = await slow.endpoint({ events: ['ticket.purchased'] });
      const healthy = await slow.endpoint({ events: ['ticket.purchased'] });
      slow.receiver.behave(hung.path, () => {});
      await slow.office.buy(await slow.office.event({ price: 0 }), { quantity: 100 });
      while (slow.receiver.at(healthy.path).length < 100) {
        await slow.deliverer.begin();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await expect.poll(() => slow.receiver.at(hung.path)).toHaveLength(16);
    } finally {
      slow.receiver.closeConnections();
      await slow.close();
    }
  });
});
