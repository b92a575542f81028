import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as answers from '../../src/payments/paymongo/answers.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from './paymongo-stand-in.ts';
import { differencesOfShape } from './shape.ts';
import type { SentWebhook } from './stand-in.ts';

const sample = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'samples/paymongo', `${name}.json`), 'utf8'));

const ATTEMPT = '0190a000-0000-7000-8000-000000000001';
const REFUND = '0190a000-0000-7000-8000-000000000002';

describe('the PayMongo stand-in answers as documented', () => {
  let paymongo: PaymongoStandIn;
  const told: SentWebhook[] = [];
  beforeAll(async () => {
    paymongo = await openPaymongoStandIn();
    paymongo.tellTo(async (one) => {
      told.push(one);
      return 200;
    });
  });
  afterAll(() => paymongo.close());

  const authorization = `Basic ${Buffer.from(`${PAYMONGO_KEYS.live.secretKey}:`).toString('base64')}`;
  async function ask(method: string, path: string, attributes?: object, headers = { authorization }) {
    const body = attributes ? JSON.stringify({ data: { attributes } }) : null;
    const response = await fetch(paymongo.url + path, { method, headers, body });
    return { status: response.status, body: (await response.json()) as { data: { id: string } } };
  }

  const newSession = () =>
    ask('POST', '/v1/checkout_sessions', {
      line_items: [{ name: '2 x General Admission', amount: 180_000, currency: 'PHP', quantity: 1 }],
      payment_method_types: ['gcash'],
      description: 'Night Market',
      reference_number: ATTEMPT,
      metadata: { attempt_id: ATTEMPT },
      billing: { name: 'Juan dela Cruz', email: 'juan@example.com' },
      success_url: 'https://tickets.example/back',
      cancel_url: 'https://tickets.example/cancel',
    });
  const expectShape = (actual: unknown, name: string) => expect(differencesOfShape(actual, sample(name))).toEqual([]);

  test('for a session that is created, read and closed', async () => {
    const { body } = await newSession();
    expectShape(body, 'session');
    const path = `/v1/checkout_sessions/${body.data.id}`;
    expectShape((await ask('GET', path)).body, 'session');
    expectShape((await ask('POST', `${path}/expire`)).body, 'session');
    expect((await ask('POST', `${path}/expire`)).status).toBe(400);
  });

  test('for a payment: in its session, by itself, and in the notifications', async () => {
    const { data } = (await newSession()).body;
    const payment = paymongo.pay(data.id);
    const session = (await ask('GET', `/v1/checkout_sessions/${data.id}`)).body;
    expectShape(session, 'session-paid');
    expect(session).toMatchObject({ data: { attributes: { status: 'active' } } });
    await ask('POST', '/v1/refunds', { amount: 10_000, payment_id: payment.id, notes: `Takilya refund ${REFUND}` });
    expectShape((await ask('GET', `/v1/payments/${payment.id}`)).body, 'payment-refunded');
    paymongo.settleRefunds('succeeded');
    await paymongo.deliver();
    const events = new Map(
      told.map(({ body }) => JSON.parse(body.toString())).map((event) => [event.data.attributes.type, event]),
    );
    expect([...events.keys()]).toEqual(['checkout_session.payment.paid', 'payment.paid', 'payment.refunded']);
    expectShape(events.get('checkout_session.payment.paid'), 'event-session-paid');
    expectShape(events.get('payment.refunded'), 'event-payment-refunded');
    expect(told[0]?.headers['paymongo-signature']).toMatch(/^t=\d+,te=,li=[0-9a-f]{64}$/);
  });

  test('for a refund that is created and read', async () => {
    const { data } = (await newSession()).body;
    const { id: payment_id } = paymongo.pay(data.id);
    const { body } = await ask('POST', '/v1/refunds', {
      amount: 10_000,
      payment_id,
      notes: `Takilya refund ${REFUND}`,
    });
    expectShape(body, 'refund');
    expectShape((await ask('GET', `/v1/refunds/${body.data.id}`)).body, 'refund');
  });

  test('for errors and capabilities', async () => {
    const small = { line_items: [{ amount: 100, quantity: 1 }], payment_method_types: ['gcash'] };
    const answer = await ask('POST', '/v1/checkout_sessions', small);
    expect(answer.status).toBe(400);
    expectShape(answer.body, 'error');
    expect((await ask('GET', '/v1/checkout_sessions/cs_x', undefined, { authorization: 'Basic eA==' })).status).toBe(
      401,
    );
    expect((await ask('GET', '/v1/checkout_sessions/cs_x')).status).toBe(404);
    expectShape((await ask('GET', '/v1/merchants/capabilities/payment_methods')).body, 'capabilities');
  });
});

describe('the adapter understands PayMongo’s documented samples', () => {
  test.each([
    ['session', answers.SessionAnswer],
    ['session-paid', answers.SessionAnswer],
    ['payment-refunded', answers.PaymentAnswer],
    ['refund', answers.RefundAnswer],
    ['event-session-paid', answers.Event],
    ['event-payment-refunded', answers.Event],
    ['error', answers.ErrorAnswer],
    ['capabilities', answers.CapabilitiesAnswer],
  ])('%s', (name, schema) => {
    expect(Value.Check(schema, sample(name))).toBe(true);
    expect(Value.Check(schema, { something: 'else' })).toBe(false);
  });

  test('the comparison notices a difference of shape', () => {
    const session = sample('session') as { data: { attributes: Record<string, unknown> } };
    const { status: _status, ...rest } = session.data.attributes;
    const other = { data: { ...session.data, attributes: { ...rest, livemode: 'yes', more: 1 } } };
    expect(differencesOfShape(other, session)).toEqual([
      '$.data.attributes.status is missing',
      '$.data.attributes.livemode is string and not boolean',
      '$.data.attributes.more is not documented',
    ]);
  });
});
