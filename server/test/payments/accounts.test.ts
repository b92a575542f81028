import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { accountsAt } from '../../src/payments/accounts/account.ts';
import { listAccounts } from '../../src/payments/accounts/queries.ts';
import { setAccount } from '../../src/payments/accounts/set-account.ts';
import { paymongoAccounts } from '../../src/payments/paymongo/account-kind.ts';
import { openTestService, SECRETS_KEY, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from './paymongo-stand-in.ts';

describe('an organization’s payment account', () => {
  let service: TestService;
  let paymongo: PaymongoStandIn;
  beforeAll(async () => {
    paymongo = await openPaymongoStandIn({ capabilities: ['gcash', 'card', 'dob', 'shopee_pay', 'billease'] });
    service = await openTestService({ environment: { SECRETS_KEY } });
  });
  afterAll(async () => {
    await service.close();
    await paymongo.close();
  });

  const secretsKeys = [Buffer.from(SECRETS_KEY, 'base64')];
  const set = (fields: Partial<Parameters<typeof setAccount>[1]> = {}) =>
    setAccount(service.db, {
      organizationId: service.ours.organizationId,
      actor: OPERATOR,
      kind: paymongoAccounts({ baseUrl: paymongo.url }),
      methods: null,
      ...PAYMONGO_KEYS.live,
      secretsKeys,
      now: service.now(),
      ...fields,
    });
  const find = (keys = secretsKeys) => accountsAt(service.db, keys, 'paymongo');

  test('is stored with the known payment methods that PayMongo allows', async () => {
    expect(await set()).toEqual({ live: true, methods: ['CARD', 'GCASH', 'BANK_TRANSFER'] });
    expect(await find()(service.ours.organizationId)).toEqual({
      organizationId: service.ours.organizationId,
      live: true,
      channels: ['card', 'gcash', 'dob'],
      ...PAYMONGO_KEYS.live,
      replaced: [],
    });
  });

  test('can be limited to some of them', async () => {
    expect(await set({ methods: ['GCASH', 'MAYA'] })).toMatchObject({ methods: ['GCASH'] });
    await expect(set({ methods: ['MAYA'] })).rejects.toThrow('methods must have one');
  });

  test('stores its secrets encrypted, for its own organization and provider only', async () => {
    await set();
    const [row] = await service.db.query<{ text: string }>(
      sql`select payment_accounts::text as text from payment_accounts`,
    );
    const hex = (secret: string) => Buffer.from(secret).toString('hex');
    for (const secret of Object.values(PAYMONGO_KEYS.live)) {
      expect(row?.text).not.toContain(secret);
      expect(row?.text).not.toContain(hex(secret));
    }
    await service.db.query(sql`
      insert into payment_accounts (organization_id, provider, live, channels, sealed_secrets, in_use, created_at, updated_at)
      select ${service.theirs.organizationId}, provider, live, channels, sealed_secrets, in_use, created_at, updated_at
        from payment_accounts`);
    await expect(find()(service.theirs.organizationId)).rejects.toThrow('do not open with SECRETS_KEY');
    await service.db.query(sql`delete from payment_accounts where organization_id = ${service.theirs.organizationId}`);
    await expect(find([Buffer.alloc(32, 1)])(service.ours.organizationId)).rejects.toThrow('SECRETS_KEY');
  });

  test('replaces the one before', async () => {
    await set();
    expect(await set({ ...PAYMONGO_KEYS.live, methods: ['CARD'] })).toMatchObject({ live: true });
    expect(await listAccounts(service.db, service.ours.organizationId)).toMatchObject([
      { provider: 'paymongo', live: true, channels: ['card'], inUse: true },
    ]);
  });

  test('can be set again when its secrets open with no key any more', async () => {
    await set();
    await service.db.query(sql`update payment_accounts set sealed_secrets = ${Buffer.alloc(64)}`);
    await expect(find()(service.ours.organizationId)).rejects.toThrow('SECRETS_KEY');
    await set();
    expect(await find()(service.ours.organizationId)).toMatchObject({ ...PAYMONGO_KEYS.live, replaced: [] });
  });

  test.each([
    [{ secretKey: 'pk_live_abc' }, 'sk_live_… or sk_test_…'],
    [{ secretKey: '' }, 'sk_live_… or sk_test_…'],
    [{ webhookSecret: 'sk_live_abc' }, 'whsk_…'],
    [
      { secretKey: 'sk_live_somebodyelse' },
      'PayMongo answered GET /v1/merchants/capabilities/payment_methods with 401 api_key_invalid',
    ],
    [{ organizationId: UNKNOWN_ID }, 'Organization not found'],
    [{ secretsKeys: [] }, 'SECRETS_KEY is not set'],
  ])('%o is refused: %s', async (fields, message) => {
    const before = await listAccounts(service.db, service.ours.organizationId);
    await expect(set(fields)).rejects.toThrow(message);
    expect(await listAccounts(service.db, service.ours.organizationId)).toEqual(before);
  });
});
