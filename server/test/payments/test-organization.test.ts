import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice, SUCCESS_URL } from '../fixtures/box-office.ts';
import { openMember } from '../fixtures/members.ts';
import { openTestMode, switchTo } from '../fixtures/test-mode.ts';
import { CUSTOMER, type EventData, must } from '../fixtures/test-service.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from './paymongo-stand-in.ts';

const TEST_BANNER = 'Test: no money is taken, and the tickets admit nobody.';
const { secretKey, webhookSecret } = PAYMONGO_KEYS.live;
const ACCOUNT = { secret_key: secretKey, webhook_secret: webhookSecret };

/** A server whose provider is a real one, and a live organization with an account there. */
let office: BoxOffice;
let paymongo: PaymongoStandIn;
let owner: Awaited<ReturnType<typeof openMember>>;
let testing: Awaited<ReturnType<typeof openTestMode>>;
beforeAll(async () => {
  paymongo = await openPaymongoStandIn({ mode: 'live', capabilities: ['card', 'gcash'] });
  office = await openBoxOffice({ environment: { PAYMENT_PROVIDER: 'paymongo', PAYMONGO_URL: paymongo.url } });
  expect((await office.callAsOwner('PUT', '/payment-accounts/paymongo', ACCOUNT)).status).toBe(200);
  owner = await openMember(office.service);
  testing = await openTestMode(office.service, owner);
});
afterEach(() => office.expectConsistency());
afterAll(async () => {
  await office.close();
  await paymongo.close();
});

async function testCheckout() {
  const event = await must(testing.post<EventData>('/events', office.service.eventBody({ ticket_price: 500 })));
  await must(testing.put(`/events/${event.id}`, { status: 'active' }));
  const body = { event_id: event.id, quantity: 1, customer: CUSTOMER, success_url: SUCCESS_URL };
  return must(testing.post<{ checkout_id: string; checkout_url: string }>('/checkouts', body));
}
const stateOf = (checkout: { checkout_id: string }) =>
  must(testing.get<{ status: string; ticket_ids: string[] }>(`/checkouts/${checkout.checkout_id}`));

test('a test organization is paid in the sandbox, and the live one beside it at its provider', async () => {
  const asked = paymongo.calls.length;
  const checkout = await testCheckout();
  const sandbox = await office.pay(checkout, 'GCASH');
  expect(new URL(sandbox.url).pathname).toMatch(/^\/sandbox\//);
  expect(sandbox.text).toContain(TEST_BANNER);
  await office.browser.submit(sandbox, { press: 'authorize' });
  expect(await stateOf(checkout)).toMatchObject({ status: 'completed' });
  expect(paymongo.calls.length).toBe(asked);

  const live = await office.checkout(await office.event({ price: 500 }));
  const page = await office.browser.open(live.checkout_url);
  expect(page.text).not.toContain('Test');
  const away = await office.browser.submit(page, { fields: { payment_method: 'GCASH' } });
  expect(new URL(away.url).host).toBe('checkout.paymongo.com');
  expect(paymongo.calls.slice(asked)).toContain('create');
  const used = await office.db.query<{ organizationId: string; provider: string }>(sql`
    select organization_id, provider from payment_attempts order by created_at, provider desc`);
  expect(new Map(used.map(({ organizationId, provider }) => [organizationId, provider]))).toEqual(
    new Map([
      [testing.organizationId, 'sandbox'],
      [office.organizationId, 'paymongo'],
    ]),
  );
});

test('its refunds are made in the sandbox', async () => {
  const asked = paymongo.calls.length;
  const checkout = await testCheckout();
  await office.browser.submit(await office.pay(checkout, 'CARD'), { press: 'authorize' });
  const [ticketId] = (await stateOf(checkout)).ticket_ids;
  expect((await testing.post(`/tickets/${ticketId}/refund`)).status).toBe(200);
  expect(await office.sendRefunds()).toBe(1);
  expect(paymongo.calls.length).toBe(asked);
});

test('no payment account is connected to it, and the provider is not asked', async () => {
  const other = await openMember(office.service);
  await switchTo(office.service, other, testing.organizationId);
  const asked = paymongo.calls.length;
  expect(await other.put('/payment-accounts/paymongo', ACCOUNT)).toMatchObject({
    status: 409,
    body: { error: { code: 'test_organization_takes_no_money' } },
  });
  expect(paymongo.calls.length).toBe(asked);
});

describe('the sandbox ends no payment of a live organization that is left from the time when it was its provider', () => {
  let sandboxServer: BoxOffice;
  beforeEach(async () => {
    sandboxServer = await openBoxOffice({ environment: { PAYMONGO_URL: paymongo.url } });
  });
  afterEach(() => sandboxServer.close());

  test.each<[string, () => Promise<unknown>]>([
    [
      'the settings of the server name another',
      async () => {
        sandboxServer.parts.providers.sandboxMode = async () => null;
      },
    ],
    ['the organization has an account', () => sandboxServer.callAsOwner('PUT', '/payment-accounts/paymongo', ACCOUNT)],
  ])('%s', async (_why, change) => {
    const checkout = await sandboxServer.checkout(await sandboxServer.event());
    const session = await sandboxServer.pay(checkout, 'CARD');
    expect(session.status).toBe(200);
    await change();
    expect((await sandboxServer.browser.open(session.url)).status).toBe(404);
    expect((await sandboxServer.browser.submit(session, { press: 'authorize' })).status).toBe(404);
    expect(await sandboxServer.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
  });
});
