import { afterAll, describe, expect, test } from 'vitest';
import { openTestService } from '../fixtures/test-service.ts';
import { DOCUMENT, operationsOf, parseApiDocument } from '../readers/api-document.ts';
import { openCallers } from './callers.ts';
import { type Operation, ourIds, REQUESTS, security } from './security.ts';

/** The contract's endpoints and the additive ones that exist at this stage. */
const ENDPOINTS = [
  'GET /organization',
  'PUT /orders/{id}/customer',
  'PUT /organization',
  'PUT /organization/two-factor',
  'POST /organization/test',
  'POST /organization/logo',
  'DELETE /organization/logo',
  'GET /events',
  'POST /events',
  'GET /events/{id}',
  'PUT /events/{id}',
  'POST /events/{id}/cover',
  'DELETE /events/{id}/cover',
  'POST /events/{id}/tiers',
  'PUT /tiers/{id}',
  'DELETE /tiers/{id}',
  'GET /events/{id}/questions',
  'POST /events/{id}/questions',
  'PUT /questions/{id}',
  'DELETE /questions/{id}',
  'GET /events/{id}/attendees',
  'POST /events/{id}/imports',
  'POST /events/{id}/imports/preview',
  'GET /events/{id}/messages',
  'POST /events/{id}/messages',
  'POST /events/{id}/messages/preview',
  'POST /events/{id}/messages/test',
  'POST /messages/{id}/cancel',
  'GET /events/{id}/sections',
  'GET /events/{id}/seating-plan',
  'PUT /events/{id}/seating-plan',
  'GET /events/{id}/seats',
  'POST /events/{id}/seats/block',
  'POST /events/{id}/seats/unblock',
  'GET /events/{id}/attendees.csv',
  'GET /orders.csv',
  'GET /analytics/sales',
  'GET /analytics/series',
  'GET /overview',
  'GET /audit-log',
  'GET /payment-accounts',
  'GET /payment-accounts/{provider}',
  'PUT /payment-accounts/{provider}',
  'DELETE /payment-accounts/{provider}',
  'GET /events/{id}/door',
  'GET /tickets/{id}/passages',
  'POST /passages/{id}/undo',
  'GET /events/{id}/check-in-lists',
  'POST /events/{id}/check-in-lists',
  'PUT /check-in-lists/{id}',
  'DELETE /check-in-lists/{id}',
  'GET /events/{id}/door-links',
  'POST /events/{id}/door-links',
  'DELETE /door-links/{id}',
  'POST /events/{id}/duplicate',
  'POST /events/{id}/dates',
  'POST /events/{id}/dates/preview',
  'PUT /events/{id}/series',
  'GET /series',
  'GET /series/{id}',
  'PUT /series/{id}',
  'GET /live',
  'GET /promo-codes',
  'POST /promo-codes',
  'GET /promo-codes/{id}',
  'PUT /promo-codes/{id}',
  'GET /subscription-tiers',
  'POST /subscription-tiers',
  'PUT /subscription-tiers/{id}',
  'GET /subscriptions',
  'GET /subscriptions/{id}',
  'POST /subscriptions',
  'POST /subscriptions/{id}/cancel',
  'POST /buyers/export',
  'POST /buyers/erase',
  'GET /webhooks',
  'POST /webhooks',
  'GET /webhooks/{id}',
  'PUT /webhooks/{id}',
  'DELETE /webhooks/{id}',
  'POST /webhooks/{id}/rotate-secret',
  'POST /webhooks/{id}/test',
  'GET /webhooks/{id}/deliveries',
  'POST /webhooks/{id}/replay',
  'GET /notifications',
  'GET /webhook-deliveries',
  'GET /webhook-deliveries/{id}',
  'POST /webhook-deliveries/{id}/redeliver',
  'POST /events/{id}/waiting-list',
  'GET /events/{id}/waiting-list',
  'DELETE /waiting-list-entries/{id}',
  'GET /checkouts',
  'POST /checkouts',
  'POST /checkouts/{id}/release',
  'GET /checkouts/{id}',
  'PUT /checkouts/{id}',
  'POST /checkouts/{id}/expire',
  'GET /orders',
  'POST /orders',
  'GET /orders/{id}',
  'GET /orders/{id}/mails',
  'POST /orders/{id}/changes',
  'POST /orders/{id}/refund',
  'POST /orders/{id}/resend',
  'GET /box-office/closing',
  'GET /reservations',
  'POST /reservations',
  'PUT /reservations/{id}',
  'POST /reservations/{id}/pick-up',
  'POST /reservations/{id}/let-go',
  'GET /refund-requests',
  'POST /refund-requests/{id}/approve',
  'POST /refund-requests/{id}/decline',
  'GET /ticket-keys',
  'GET /tickets',
  'GET /tickets/{id}',
  'POST /tickets/check-in',
  'POST /tickets/{id}/check-in',
  'POST /tickets/{id}/undo-check-in',
  'POST /tickets/{id}/refund',
  'POST /tickets/{id}/reissue',
  'POST /tickets/{id}/resend',
  'GET /api-keys',
  'GET /api-keys/current',
  'POST /api-keys',
  'DELETE /api-keys/{id}',
  'GET /team',
  'PUT /team/{user_id}',
  'DELETE /team/{user_id}',
  'DELETE /team/{user_id}/sessions',
  'POST /team/invitations',
  'DELETE /team/invitations/{id}',
];
/** The description of the API itself: the only routes without a key, and hidden from the description. */
const WITHOUT_KEY = /^\/api\/v1\/(openapi\.json|docs)/;

/** Until a provider can charge repeatedly. */
const HAS_NO_SUCCESS = new Set(['createSubscription']);
/** The contract's one exception from the envelope. */
const SAYS_503_IN_A_STRING = new Set(['createSubscription', 'cancelSubscription']);

/** Answers that are not JSON: no schema filters them. */
const STREAMS = new Set(['text/csv', 'text/event-stream']);

// Opened while the tests are collected, because the tests are created from the real routes of the app. Subscriptions
// can be cancelled here: turned off they answer 503 to every caller.
const nowhere = 'http://127.0.0.1:9';
const environment = { SUBSCRIPTION_WRITES: 'enabled', PAYMONGO_URL: nowhere, XENDIT_URL: nowhere };
const service = await openTestService({ environment });
const callers = await openCallers(service);
const ids = await ourIds(service);
afterAll(() => service.close());

const { text } = await service.request({ method: 'GET', url: DOCUMENT });
const { resolved } = await parseApiDocument(text);
const operations = operationsOf(resolved).map(({ method, path, operation: described }) => ({
  name: `${method.toUpperCase()} ${path}`,
  operation: { operationId: described.operationId, method: method.toUpperCase(), path } as Operation,
  described,
  responses: Object.entries(described.responses).map(
    ([status, { content }]) => [status, content?.['application/json']?.schema, Object.keys(content ?? {})] as const,
  ),
}));

/** All routes of the router, hidden or not. It prints a tree in which a branch has the rest of its parent's path. */
function routed(): string[] {
  const parents: string[] = [];
  const names: string[] = [];
  for (const line of service.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', path = '', methods = ''] = /^(.*?)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    const url = (parents[depth - 1] ?? '') + path;
    parents[depth] = url;
    if (!url.startsWith('/api/v1') || WITHOUT_KEY.test(url)) continue;
    const name = url.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}');
    names.push(...methods.split(', ').flatMap((method) => (/^$|HEAD/.test(method) ? [] : `${method} ${name}`)));
  }
  return names.toSorted();
}

describe('the route table', () => {
  test('has exactly the listed endpoints', () => {
    expect(routed()).toEqual(ENDPOINTS.toSorted());
  });

  test('is completely documented: no route under /api/v1 is hidden', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(routed());
  });

  test('has unique operation ids, each known to the security tests', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.toSorted()).toEqual(Object.keys(REQUESTS).toSorted());
  });

  describe.each(operations)('$name', ({ described, responses }) => {
    test('has a summary and a description', () => {
      expect(described).toMatchObject({
        operationId: expect.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/),
        summary: expect.stringMatching(/\S/),
        tags: [expect.stringMatching(/\S/)],
      });
    });

    // Any other schema filters nothing, so every column of a query would be sent.
    test('serializes every success with an object schema', () => {
      const successes = responses.filter(([status]) => status.startsWith('2'));
      if (!HAS_NO_SUCCESS.has(described.operationId)) expect(successes).not.toEqual([]);
      for (const [status, schema, types] of successes)
        if (status !== '204' && !STREAMS.has(types.join()))
          expect(schema).toMatchObject({ type: 'object', properties: { data: { type: 'object', properties: {} } } });
    });

    test('documents its errors in the error envelope', () => {
      const failures = responses.filter(([status]) => !status.startsWith('2'));
      // Every operation can answer 401, 403, 429 and 503.
      expect(failures.map(([status]) => status)).toContain('default');
      for (const [status, schema] of failures)
        if (status !== '503' || !SAYS_503_IN_A_STRING.has(described.operationId))
          expect(schema).toMatchObject({ properties: { error: { properties: { message: {}, status: {} } } } });
    });
  });
});

describe('security of', () => {
  for (const { operation } of operations) security(operation, () => ({ service, ids, callers }));
});
