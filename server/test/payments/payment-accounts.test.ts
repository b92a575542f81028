import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice, PUBLIC_URL } from '../fixtures/box-office.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from './paymongo-stand-in.ts';
import { openXenditStandIn, XENDIT_KEYS, type XenditStandIn } from './xendit-stand-in.ts';

interface Account {
  provider: string;
  in_use: boolean;
  live: boolean;
  methods: string[];
  webhook_url: string;
  updated_at: string;
}

describe('/payment-accounts', () => {
  let office: BoxOffice;
  let paymongo: PaymongoStandIn;
  let xendit: XenditStandIn;
  beforeAll(async () => {
    paymongo = await openPaymongoStandIn({ mode: 'live', capabilities: ['card', 'gcash'] });
    xendit = await openXenditStandIn({ mode: 'test' });
    const environment = { PAYMONGO_URL: paymongo.url, XENDIT_URL: xendit.url };
    office = await openBoxOffice({ environment });
  });
  afterEach(() => office.expectConsistency());
  afterAll(async () => {
    await office.close();
    await Promise.all([paymongo.close(), xendit.close()]);
  });

  const body = ({ secretKey, webhookSecret }: { secretKey: string; webhookSecret: string }) => ({
    secret_key: secretKey,
    webhook_secret: webhookSecret,
  });
  const live = body(PAYMONGO_KEYS.live);
  const set = (provider: string, fields: object) =>
    office.callAsOwner<Account>('PUT', `/payment-accounts/${provider}`, fields);
  const read = (provider: string) => office.call<Account>('GET', `/payment-accounts/${provider}`);
  const remove = (provider: string) => office.callAsOwner('DELETE', `/payment-accounts/${provider}`);
  const list = async () =>
    (await office.call<{ payment_accounts: Account[] }>('GET', '/payment-accounts')).data.payment_accounts;

  test('is empty at first', async () => {
    expect(await list()).toEqual([]);
    expect(await read('paymongo')).toMatchObject({
      status: 404,
      code: 'payment_account_not_found',
      message: 'Payment account not found',
    });
    expect(await remove('paymongo')).toMatchObject({
      status: 404,
      code: 'payment_account_not_found',
      message: 'Payment account not found',
    });
  });

  test('starts using an account that the provider accepts, and never shows its secrets', async () => {
    const account = {
      provider: 'paymongo',
      in_use: true,
      live: true,
      methods: ['CARD', 'GCASH'],
      webhook_url: `${PUBLIC_URL}/payments/paymongo/${office.organizationId}/webhooks`,
      updated_at: office.now().toISOString(),
    };
    const answers = [await set('paymongo', live), await read('paymongo')];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, data: account });
      for (const secret of Object.values(live)) expect(answer.body).not.toContain(secret.slice(8));
    }
    expect(await list()).toEqual([account]);
    expect(await office.parts.providers.ofOrganization(office.organizationId)).toMatchObject({ name: 'paymongo' });
    expect(await office.parts.providers.ofOrganization(office.others.organizationId)).toMatchObject({
      name: 'sandbox',
    });
  });

  test('can limit the payment methods', async () => {
    expect((await set('paymongo', { ...live, methods: ['GCASH', 'MAYA'] })).data.methods).toEqual(['GCASH']);
    const none = await set('paymongo', { ...live, methods: ['MAYA'] });
    expect(none).toMatchObject({
      status: 400,
      code: 'no_way_to_pay_left',
      message: 'methods must have one that this account can use',
    });
  });

  test('replaces an account with one of another provider, and keeps the old one', async () => {
    await set('paymongo', live);
    office.wait(1);
    expect(await set('xendit', body(XENDIT_KEYS.test))).toMatchObject({ data: { in_use: true, live: false } });
    expect((await list()).map(({ provider, in_use }) => [provider, in_use])).toEqual([
      ['paymongo', false],
      ['xendit', true],
    ]);
  });

  test('deletes an account without payments, and keeps one with payments for refunds', async () => {
    await set('xendit', body(XENDIT_KEYS.test));
    expect((await remove('xendit')).status).toBe(204);
    expect(await read('xendit')).toMatchObject({ status: 404, code: 'payment_account_not_found' });
    await set('paymongo', live);
    await office.pay(await office.checkout(await office.event()), 'GCASH');
    expect((await remove('paymongo')).status).toBe(204);
    expect((await read('paymongo')).data).toMatchObject({ in_use: false });
    expect((await remove('paymongo')).status).toBe(204);
    expect(await office.parts.providers.ofOrganization(office.organizationId)).toMatchObject({ name: 'sandbox' });
  });

  test.each([
    ['paymongo', {}, 'secret_key is required'],
    [
      'paymongo',
      { ...live, secret_key: 'pk_live_abc' },
      "secret_key must be PayMongo's, from Developers, API keys: sk_live_… or sk_test_…",
    ],
    [
      'paymongo',
      { ...live, webhook_secret: 'abc' },
      "webhook_secret must be PayMongo's, shown with the webhook: whsk_…",
    ],
    [
      'paymongo',
      { ...live, secret_key: 'sk_live_somebodyelse' },
      'secret_key must be a key that paymongo accepts: it refused this one',
    ],
    ['paymongo', { ...live, methods: [] }, 'methods must be an array of 1 to 6 items'],
    ['sandbox', live, 'provider must be one of paymongo, xendit'],
  ])('PUT /payment-accounts/%s with %j answers 400 and changes nothing', async (provider, fields, message) => {
    const before = await list();
    expect(await set(provider, fields)).toMatchObject({ status: 400, message });
    expect(await list()).toEqual(before);
  });

  test('answers 503 if the provider cannot be reached', async () => {
    const away = await openBoxOffice({ environment: { PAYMONGO_URL: 'http://127.0.0.1:9' } });
    const answer = await away.callAsOwner('PUT', '/payment-accounts/paymongo', live);
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    expect(answer.message).toBe('paymongo could not be reached to check this account: try again');
    await away.close();
  });
});
