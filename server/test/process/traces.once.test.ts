import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../databases/postgres-server.ts';
import { authorityFile, openReceiver } from '../fixtures/receiver.ts';
import { openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { openOtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';
import { startServer } from './start-server.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER_ID = 'b7ad6b7169203331';
const BUYERS = 20;

async function openCollector() {
  const collector = await openOtlpReceiver();
  onTestFinished(() => collector.close());
  return collector;
}

/** Sent in two pieces, between which the context of the request must not be lost. */
async function* inPieces(text: string) {
  yield text.slice(0, 20);
  await pause(50);
  yield text.slice(20);
}

/** Creates a checkout like a program with its own tracing. */
async function holdTraced(url: string, key: string, eventId: string) {
  const body = JSON.stringify({
    event_id: eventId,
    quantity: 2,
    customer: { name: 'Maria Clara Ibarra', email: 'maria.clara@example.com', phone: '+63 917 555 0101' },
    success_url: 'https://shop.example/thanks-3141592',
  });
  const response = await fetch(`${url}/api/v1/checkouts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      traceparent: `00-${TRACE_ID}-${CALLER_ID}-01`,
    },
    body: ReadableStream.from(inPieces(body)).pipeThrough(new TextEncoderStream()),
    duplex: 'half',
  });
  const { data } = (await response.json()) as { data: { checkout_id: string; checkout_url: string } };
  return data;
}

/**
 * Waits for the last span that a test reads, as spans arrive in the order in which they end. A server that stops gives
 * up spans that it cannot send within a second.
 */
const untilSent = (collector: Awaited<ReturnType<typeof openCollector>>, isLast: (span: ReceivedSpan) => boolean) =>
  expect.poll(() => collector.spans().some(isLast)).toBe(true);

/** Names of a span and its children, one per line, indented by depth. */
function tree(spans: ReceivedSpan[], root: ReceivedSpan, depth = 0): string[] {
  const inside = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  return ['  '.repeat(depth) + root.name, ...inside.flatMap((span) => tree(spans, span, depth + 1))];
}

test.each(['embedded', 'postgres'] as const)(
  'a checkout on the %s database is one trace that continues the caller’s: request, lane, transaction, statements',
  async (kind) => {
    const collector = await openCollector();
    const { env, key } = await newInstallation(kind);
    const server = await startServer({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const client = openClient(server.url, key);
    const eventId = await client.createEvent({ capacity: 10 });
    const checkout = await holdTraced(server.url, key, eventId);
    await client.pay(checkout);
    await untilSent(collector, ({ name }) => name === 'GET /c/:code/return/:attempt');
    expect((await server.end('SIGTERM')).code).toBe(0);

    expect([...collector.paths]).toEqual(['/v1/traces']);
    expect(collector.resources().every((resource) => resource['service.name'] === 'takilya')).toBe(true);
    const spans = collector.spans();
    const ofCaller = spans.filter(({ traceId }) => traceId === TRACE_ID);
    const request = ofCaller.find(({ parentSpanId }) => parentSpanId === CALLER_ID);
    if (!request) throw new Error('no span continues the caller’s');
    expect(request).toMatchObject({
      name: 'POST /api/v1/checkouts',
      attributes: { 'http.route': '/api/v1/checkouts', 'http.response.status_code': 201 },
    });
    const lines = tree(ofCaller, request);
    expect(lines).toHaveLength(ofCaller.length);
    expect(lines.slice(0, 1)).toEqual(['POST /api/v1/checkouts']);
    expect(lines).toContain('  lane of checkouts');
    expect(lines).toContain('    transaction');
    expect(lines.filter((line) => /^ {6}\w+$/.test(line)).length).toBeGreaterThan(2);
    const texts = ofCaller.map(({ attributes }) => String(attributes['db.query.text'] ?? ''));
    expect(texts.some((text) => /insert into checkouts[\s\S]*\$1/.test(text))).toBe(true);
    expect(ofCaller.find(({ name }) => name === 'lane of checkouts')?.attributes['takilya.lane.members']).toBe(1);

    // The buyer's pages have their own traces.
    expect(spans.filter(({ name, parentSpanId }) => name === 'POST /c/:code/pay' && !parentSpanId)).toHaveLength(1);
    // The contents of spans: no key, no buyer, no link, no id from an address, no value.
    for (const secret of [
      key,
      checkout.checkout_id,
      eventId,
      'Maria',
      'maria.clara',
      '555 0101',
      '3141592',
      'Night Market',
    ])
      expect(collector.text()).not.toContain(secret);
  },
);

test('requests of a batch link to its span; a refusal is not an error; health and metrics make no traces', async () => {
  const collector = await openCollector();
  const { env, key } = await newInstallation('postgres');
  const server = await startServer({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` });
  const client = openClient(server.url, key);
  const eventId = await client.createEvent({ capacity: BUYERS });
  await Promise.all(Array.from({ length: BUYERS }, () => client.hold(eventId)));
  await fetch(`${server.url}/metrics`);
  expect((await client.hold(eventId)).status).toBe(409);
  await untilSent(collector, ({ attributes }) => attributes['http.response.status_code'] === 409);
  await server.end('SIGTERM');

  const spans = collector.spans();
  const lanes = spans.filter(({ name }) => name === 'lane of checkouts');
  for (const { attributes, links } of lanes) expect(links).toHaveLength(Number(attributes['takilya.lane.members']) - 1);
  // Otherwise no requests shared a batch, and the test proves nothing.
  expect(Math.max(...lanes.map(({ links }) => links.length))).toBeGreaterThan(0);
  const requests = spans.filter(({ name }) => name === 'POST /api/v1/checkouts');
  expect(requests.filter(({ attributes }) => attributes['http.response.status_code'] === 201)).toHaveLength(BUYERS);
  const ids = new Set(requests.map(({ spanId }) => spanId));
  for (const { parentSpanId = '', links } of lanes)
    for (const id of [parentSpanId, ...links.map(({ spanId }) => spanId)]) expect(ids).toContain(id);
  expect(spans.filter(({ status }) => status === 2)).toEqual([]);
  expect(spans.filter(({ name }) => /metrics|healthz|readyz/.test(name))).toEqual([]);
  // Tasks query the database every second, and are counted instead of traced.
  expect(spans.filter(({ parentSpanId, name }) => !parentSpanId && !/ \//.test(name))).toEqual([]);
});

test('a webhook delivery is a span with its result, and without its URL', async () => {
  const [collector, receiver] = [await openCollector(), await openReceiver()];
  onTestFinished(() => receiver.close());
  const { env, key } = await newInstallation('postgres');
  const server = await startServer({
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: '1',
    NODE_EXTRA_CA_CERTS: authorityFile,
  });
  const client = openClient(server.url, key);
  const url = `https://localhost:${receiver.port}/hook-271828`;
  const { data } = await client.call<{ id: string; secret: string }>('POST', '/webhooks', {
    url,
    events: ['ticket.purchased'],
  });
  await client.pay((await client.hold(await client.createEvent({ capacity: 5 }))).data);
  await expect.poll(() => receiver.received.length).toBe(1);
  await untilSent(collector, ({ name }) => name === 'webhook delivery');
  await server.end('SIGTERM');
  const delivery = collector.spans().find(({ name }) => name === 'webhook delivery');
  expect(delivery?.attributes).toMatchObject({
    'takilya.webhook': data.id,
    'takilya.attempt': 1,
    'http.response.status_code': 200,
  });
  expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent');
  // Not the port alone: times have such digits, too.
  for (const secret of [data.secret, 'hook-271828', `:${receiver.port}`])
    expect(collector.text()).not.toContain(secret);
});

test('a server that stops sends the spans that it still has', async () => {
  const collector = await openCollector();
  const { env, key } = await newInstallation('postgres');
  // Again if the collector did not get them within the second that a stop waits for it.
  await expect
    .poll(async () => {
      const server = await startServer({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
      await openClient(server.url, key).createEvent({ capacity: 5 });
      await server.end('SIGTERM');
      return collector.spans().map(({ name }) => name);
    })
    .toContain('POST /api/v1/events');
});

test('a share of 0 sends nothing, even if the caller asks for a trace', async () => {
  const collector = await openCollector();
  const { env, key } = await newInstallation('postgres');
  const server = await startServer({
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  await holdTraced(server.url, key, await openClient(server.url, key).createEvent({ capacity: 5 }));
  await server.end('SIGTERM');
  expect(collector.text()).toBe('');
});

test('an unavailable receiver costs one log line, and delays neither a sale nor the end', async () => {
  const { env, key } = await newInstallation('postgres');
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const server = await startServer({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: nobody });
  const client = openClient(server.url, key);
  const eventId = await client.createEvent({ capacity: 5_000 });
  // Far more than the queue holds.
  for (let rush = 0; rush < 20; rush++)
    expect(
      (await Promise.all(Array.from({ length: 50 }, () => client.hold(eventId)))).every(({ status }) => status === 201),
    ).toBe(true);
  await expect.poll(() => server.errors).toContain('could not send traces');
  await client.pay((await client.hold(eventId)).data);
  expect((await server.end('SIGTERM')).code).toBe(0);
  expect(server.errors.split('could not send traces')).toHaveLength(2);
});

test('without the setting OpenTelemetry is not loaded', async () => {
  const tellLoaded = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.error('loaded', url); return next(url, context); } });`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(tellLoaded)}`;
  const { env } = await newInstallation('postgres');
  // A file of the build, which has the packages in it.
  const openTelemetry = /server\/dist[^/]*\/open-telemetry-/;
  const without = await startServer({ ...env, NODE_OPTIONS });
  await without.end('SIGTERM');
  expect(without.errors).toMatch(/server\/dist[^/]*\/main\.js/);
  expect(without.errors).not.toMatch(openTelemetry);
  const collector = await openCollector();
  const traced = await startServer({ ...env, NODE_OPTIONS, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await traced.end('SIGTERM');
  expect(traced.errors).toMatch(openTelemetry);
});
