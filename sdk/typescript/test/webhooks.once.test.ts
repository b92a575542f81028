import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { signWebhook } from '../src/testing.ts';
import { verifyServiceSignature, verifyWebhook, type WebhookHeaders } from '../src/webhooks.ts';

/** The worked example of docs/webhooks.md. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk=';
const OTHER_SECRET = 'whsec_AAAQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk=';
const SENT_AT = 1801454400;
const BODY =
  '{"id":"0195f3a1-7c00-7000-8000-0123456789ab","type":"ticket.purchased","created_at":"2027-02-01T04:00:00.000Z",' +
  '"data":{"ticket_id":"0195f3a1-7c00-7000-8000-000000000001","event_id":"0195f3a1-7c00-7000-8000-000000000002",' +
  '"customer":{"name":"Ana Peña ✓"},"amount":1234.5}}';
const HEADERS = {
  'webhook-id': '0195f3a1-7c00-7000-8000-0123456789ab',
  'webhook-timestamp': String(SENT_AT),
  'webhook-signature': 'v1,TKjqXKHI9xxkjr+XYir/4kyTpFJoqLJYN5PYWF2SkqI=',
};
const SERVICE_HEADERS = { 'X-Service-Signature': '33e5fb8cbde661d50a07a7e440e6ba10e2a2602146904b79546e3be927474c8c' };
const now = { nowSeconds: SENT_AT };

const reasonOf = (check: Promise<unknown>): Promise<unknown> =>
  check.then(
    () => 'trusted',
    (error) => error.reason,
  );

test('the worked example of the documentation is trusted, by both signatures and in every form of headers', async () => {
  const bytes = new TextEncoder().encode(BODY);
  for (const headers of [HEADERS, new Headers(HEADERS), { ...HEADERS, 'webhook-id': [HEADERS['webhook-id']] }])
    expect(await verifyWebhook(bytes, headers, SECRET, now)).toEqual(JSON.parse(BODY));
  expect(await verifyServiceSignature(BODY, SERVICE_HEADERS, SECRET)).toEqual(JSON.parse(BODY));
});

test('the type of a notification narrows its data', async () => {
  const notification = await verifyWebhook(BODY, HEADERS, SECRET, now);
  if (notification.type !== 'ticket.purchased') throw new Error(notification.type);
  expectTypeOf(notification.data.amount).toEqualTypeOf<number>();
  expect(notification.data.amount).toBe(1234.5);
});

test('another secret, a missing header and a time that is 5 minutes off are refused', async () => {
  expect(await reasonOf(verifyWebhook(BODY, HEADERS, OTHER_SECRET, now))).toBe('wrong_signature');
  expect(await reasonOf(verifyServiceSignature(BODY, SERVICE_HEADERS, OTHER_SECRET))).toBe('wrong_signature');
  for (const name of Object.keys(HEADERS))
    expect(await reasonOf(verifyWebhook(BODY, { ...HEADERS, [name]: undefined }, SECRET, now))).toBe('no_signature');
  expect(await reasonOf(verifyServiceSignature(BODY, HEADERS, SECRET))).toBe('no_signature');
  for (const [nowSeconds, reason] of [
    [SENT_AT + 300, 'trusted'],
    [SENT_AT + 301, 'wrong_time'],
    [SENT_AT - 301, 'wrong_time'],
  ] as const)
    expect(await reasonOf(verifyWebhook(BODY, HEADERS, SECRET, { nowSeconds }))).toBe(reason);
  const text = { ...HEADERS, 'webhook-timestamp': 'now' };
  expect(await reasonOf(verifyWebhook(BODY, text, SECRET, now))).toBe('wrong_time');
});

test('while a secret is rotated both are accepted, on either side', async () => {
  expect(await reasonOf(verifyWebhook(BODY, HEADERS, [OTHER_SECRET, SECRET], now))).toBe('trusted');
  const both = { ...HEADERS, 'webhook-signature': `v1,AAAA ${HEADERS['webhook-signature']}` };
  expect(await reasonOf(verifyWebhook(BODY, both, SECRET, now))).toBe('trusted');
});

test('a changed byte of the body or of any signed header is refused', async () => {
  const headers: Record<string, string> = { ...HEADERS, ...SERVICE_HEADERS };
  const parts = ['body', ...Object.keys(headers)];
  const changed = fc.record({ part: fc.constantFrom(...parts), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(changed, async ({ part, at, by }) => {
      const bytes = new TextEncoder().encode(part === 'body' ? BODY : headers[part]);
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ by;
      const body = part === 'body' ? bytes : BODY;
      const given: WebhookHeaders = part === 'body' ? headers : { ...headers, [part]: String.fromCharCode(...bytes) };
      const isService = part === 'X-Service-Signature';
      if (!isService) expect(await reasonOf(verifyWebhook(body, given, SECRET, now))).not.toBe('trusted');
      if (isService || part === 'body')
        expect(await reasonOf(verifyServiceSignature(body, given, SECRET))).toBe('wrong_signature');
    }),
    { numRuns: 300 },
  );
});

test('every character of a signature counts', async () => {
  const standard = HEADERS['webhook-signature'];
  const service = SERVICE_HEADERS['X-Service-Signature'];
  const otherAt = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;
  for (const at of standard.split('').keys()) {
    const headers = { ...HEADERS, 'webhook-signature': otherAt(standard, at) };
    expect(await reasonOf(verifyWebhook(BODY, headers, SECRET, now)), `character ${at}`).toBe('wrong_signature');
  }
  for (const at of service.split('').keys()) {
    const headers = { 'X-Service-Signature': otherAt(service, at) };
    expect(await reasonOf(verifyServiceSignature(BODY, headers, SECRET)), `character ${at}`).toBe('wrong_signature');
  }
});

test('signWebhook signs as Takilya does', async () => {
  const { id, type, created_at, data } = JSON.parse(BODY);
  const signed = await signWebhook({ type, data, id, createdAt: new Date(created_at) }, SECRET, now);
  expect(signed.body).toBe(BODY);
  expect(signed.headers).toMatchObject(HEADERS);
  expect(signed.headers['x-service-signature']).toBe(SERVICE_HEADERS['X-Service-Signature']);
});
