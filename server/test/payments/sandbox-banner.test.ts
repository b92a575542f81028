import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { openMember } from '../fixtures/members.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from './paymongo-stand-in.ts';
import { openXenditStandIn, XENDIT_KEYS, type XenditStandIn } from './xendit-stand-in.ts';

const BANNER = 'Test mode: no money is taken, and anyone gets tickets.';

let office: BoxOffice;
let paymongo: PaymongoStandIn;
let xendit: XenditStandIn;
beforeAll(async () => {
  paymongo = await openPaymongoStandIn({ mode: 'live', capabilities: ['card'] });
  xendit = await openXenditStandIn({ mode: 'test' });
  office = await openBoxOffice({ environment: { PAYMONGO_URL: paymongo.url, XENDIT_URL: xendit.url } });
});
afterAll(async () => {
  await office.close();
  await Promise.all([paymongo.close(), xendit.close()]);
});

test('every page for buyers has the sandbox banner until there is a payment account that takes real money', async () => {
  const event = await office.event({ price: 0 });
  const { orderId, ticketId } = await office.buy(event);
  const open = await office.checkout(event);
  const ticket = await office.call<{ ticket_url: string }>('GET', `/tickets/${ticketId}`);
  const order = await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`);
  const urls = [open.checkout_url, ticket.data.ticket_url, order.data.tickets_url];
  const texts = async () => Promise.all(urls.map(async (url) => (await office.browser.open(url)).text));
  const member = await openMember(office.service);
  const dashboard = async () =>
    (await office.service.request({ method: 'GET', url: '/dashboard/api/me/payments', headers: member.headers })).body;

  const webhooks = (provider: string) =>
    expect.stringMatching(new RegExp(`^http\\S+/payments/${provider}/[0-9a-f-]{36}/webhooks$`));
  const webhook_urls = { paymongo: webhooks('paymongo'), xendit: webhooks('xendit') };

  for (const text of await texts()) expect(text).toContain(BANNER);
  expect((await office.browser.open(`${open.checkout_url}?lang=fil`)).text).toContain('walang sinisingil na pera');
  expect(await dashboard()).toEqual({ data: { sandbox: true, webhook_urls } });

  const set = async (provider: string, { secretKey, webhookSecret }: { secretKey: string; webhookSecret: string }) => {
    const keys = { secret_key: secretKey, webhook_secret: webhookSecret };
    expect((await office.callAsOwner('PUT', `/payment-accounts/${provider}`, keys)).status).toBe(200);
  };
  // The cards of a provider's test mode are public.
  await set('xendit', XENDIT_KEYS.test);
  for (const text of await texts()) expect(text).toContain('Test mode');
  expect(await dashboard()).toMatchObject({ data: { sandbox: true } });
  await set('paymongo', PAYMONGO_KEYS.live);
  for (const text of await texts()) expect(text).not.toContain('Test mode');
  expect(await dashboard()).toEqual({ data: { sandbox: false, webhook_urls } });
});

test('the sandbox page has the sandbox banner', async () => {
  const other = await openBoxOffice();
  const page = await other.pay(await other.checkout(await other.event()), 'CARD');
  expect(page.text).toContain(BANNER);
  await other.close();
});
