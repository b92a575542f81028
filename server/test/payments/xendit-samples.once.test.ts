import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as answers from '../../src/payments/xendit/answers.ts';
import { differencesOfShape } from './shape.ts';
import type { SentWebhook } from './stand-in.ts';
import { openXenditStandIn, XENDIT_KEYS, type XenditStandIn } from './xendit-stand-in.ts';

const sample = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'samples/xendit', `${name}.json`), 'utf8'));

describe('the Xendit stand-in answers as documented', () => {
  let xendit: XenditStandIn;
  let told: SentWebhook[] = [];
  beforeAll(async () => {
    xendit = await openXenditStandIn();
    xendit.tellTo(async (one) => {
      told.push(one);
      return 200;
    });
  });
  afterAll(() => xendit.close());

  const authorization = `Basic ${Buffer.from(`${XENDIT_KEYS.live.secretKey}:`).toString('base64')}`;
  async function ask<Body>(method: string, path: string, body?: object, headers = { authorization }) {
    const sent = { ...headers, 'api-version': '2024-11-11' };
    const response = await fetch(xendit.url + path, {
      method,
      headers: sent,
      body: body ? JSON.stringify(body) : null,
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  const newSession = (attempt = crypto.randomUUID()) =>
    ask<{ payment_session_id: string; payment_request_id: string; payment_id: string }>('POST', '/sessions', {
      reference_id: attempt,
      amount: 1_800.5,
      currency: 'PHP',
      customer: { reference_id: attempt },
      items: [
        {
          reference_id: attempt,
          type: 'DIGITAL_SERVICE',
          category: 'TICKETS',
          name: '2 x General Admission',
          net_unit_amount: 1_800.5,
          quantity: 1,
          currency: 'PHP',
        },
      ],
      description: 'Night Market',
      metadata: { attempt_id: attempt },
      allowed_payment_channels: ['GCASH'],
      expires_at: new Date(Date.now() + 1_800_000).toISOString(),
      success_return_url: 'https://tickets.example/back',
      cancel_return_url: 'https://tickets.example/cancel',
    });
  const expectShape = (actual: unknown, name: string) => expect(differencesOfShape(actual, sample(name))).toEqual([]);

  test('for a session that is created, read and cancelled', async () => {
    const made = await newSession();
    expect(made.status).toBe(201);
    expectShape(made.body, 'session');
    const path = `/sessions/${made.body.payment_session_id}`;
    expectShape((await ask('GET', path)).body, 'session');
    expectShape((await ask('POST', `${path}/cancel`)).body, 'session');
    expect((await ask('POST', `${path}/cancel`)).status).toBe(400);
  });

  test('for a payment: its session, its request, itself, and the notifications', async () => {
    told = [];
    const { payment_session_id: id } = (await newSession()).body;
    xendit.pay(id);
    const session = (await ask<{ payment_request_id: string; payment_id: string }>('GET', `/sessions/${id}`)).body;
    expectShape(session, 'session-completed');
    expectShape((await ask('GET', `/v3/payment_requests/${session.payment_request_id}`)).body, 'payment-request');
    expectShape((await ask('GET', `/v3/payments/${session.payment_id}`)).body, 'payment');
    await xendit.deliver();
    expectShape(JSON.parse(told[0]?.body.toString() ?? ''), 'event-payment');
    expectShape(JSON.parse(told[1]?.body.toString() ?? ''), 'event-session');
    expect(told[0]?.headers['x-callback-token']).toBe(XENDIT_KEYS.live.webhookSecret);
  });

  test('for a refund that is created, read, listed and notified', async () => {
    const { payment_session_id: id } = (await newSession()).body;
    xendit.pay(id);
    await xendit.deliver();
    told = [];
    const { payment_request_id } = (await ask<{ payment_request_id: string }>('GET', `/sessions/${id}`)).body;
    const refund = { payment_request_id, amount: 100.5, reference_id: crypto.randomUUID() };
    const { body } = await ask<{ id: string }>('POST', '/refunds', refund);
    expectShape(body, 'refund');
    expectShape((await ask('GET', `/refunds/${body.id}`)).body, 'refund');
    expectShape((await ask('GET', `/refunds?payment_request_id=${payment_request_id}`)).body, 'refunds');
    xendit.settleRefunds('succeeded');
    await xendit.deliver();
    expectShape(JSON.parse(told[0]?.body.toString() ?? ''), 'event-refund');
  });

  test('for errors', async () => {
    const answer = await ask('POST', '/sessions', { reference_id: 'x' });
    expect(answer.status).toBe(400);
    expectShape(answer.body, 'error');
    expect((await ask('GET', '/sessions/ps-x', undefined, { authorization: 'Basic eA==' })).status).toBe(401);
    expect((await ask('GET', '/sessions/ps-x')).status).toBe(404);
    const attempt = crypto.randomUUID();
    await newSession(attempt);
    expect((await newSession(attempt)).status).toBe(400);
  });
});

describe('the adapter understands Xendit’s documented samples', () => {
  test.each([
    ['session', answers.SessionAnswer],
    ['session-completed', answers.SessionAnswer],
    ['payment-request', answers.PaymentRequestAnswer],
    ['payment', answers.PaymentAnswer],
    ['refund', answers.RefundAnswer],
    ['refunds', answers.RefundsAnswer],
    ['event-session', answers.Webhook],
    ['event-payment', answers.Webhook],
    ['event-refund', answers.Webhook],
    ['event-refund-wrapped', answers.WrappedWebhook],
    ['error', answers.ErrorAnswer],
  ])('%s', (name, schema) => {
    expect(Value.Check(schema, sample(name))).toBe(true);
    expect(Value.Check(schema, { something: 'else' })).toBe(false);
  });
});
