import { createPrivateKey, randomBytes } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/accounts/queries.ts';
import { openedSecret } from '../../src/accounts/totp/totp-secret.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { accountsAt } from '../../src/payments/accounts/account.ts';
import { setAccount } from '../../src/payments/accounts/set-account.ts';
import { paymongoAccounts } from '../../src/payments/paymongo/account-kind.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { resealAll, SEALED } from '../../src/secrets/reseal.ts';
import { getTicketKey } from '../../src/tickets/ticket-key.ts';
import { parseBase32 } from '../../src/values/base32.ts';
import { openMember, openPage } from '../fixtures/members.ts';
import {
  isSignedWith,
  isStandardSignedWith,
  openWebhookOffice,
  type WebhookOffice,
} from '../fixtures/webhook-office.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from '../payments/paymongo-stand-in.ts';

const PASSWORD = 'seven purple umbrellas';

/** Every value of every column, as the bytes that a reader of the database's files sees. */
async function everything(db: Database): Promise<Buffer> {
  const columns = await db.query<{ table: string; column: string; type: string }>(sql`
    select c.table_name as table, c.column_name as column, c.udt_name as type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  const bytes: Buffer[] = [];
  for (const { table, column, type } of columns) {
    const value = type === 'bytea' ? raw(column) : raw(`convert_to("${column}"::text, 'UTF8')`);
    const rows = await db.query<{ value: Buffer | null }>(sql`select ${value} as value from ${raw(table)}`);
    for (const row of rows) bytes.push(row.value ?? Buffer.alloc(0));
  }
  return Buffer.concat(bytes);
}

describe('secrets in the database', () => {
  let hooks: WebhookOffice;
  let paymongo: PaymongoStandIn;
  let secrets: Record<string, Buffer>;
  let userId: string;
  let endpoint: Awaited<ReturnType<WebhookOffice['endpoint']>>;
  let rotated: string;

  beforeAll(async () => {
    [hooks, paymongo] = await Promise.all([openWebhookOffice(), openPaymongoStandIn({ mode: 'live' })]);
    const { office } = hooks;
    const { secretsKeys } = office.config;
    endpoint = await hooks.endpoint();
    rotated = (await office.call<{ secret: string }>('POST', `/webhooks/${endpoint.id}/rotate-secret`)).data.secret;
    await office.buy(await office.event());
    const { privateKey } = await getTicketKey(office.db, secretsKeys, office.organizationId);
    const member = await openMember(office.service, { password: PASSWORD });
    const page = openPage(office.service);
    await page.send('POST', '/log-in', { email: member.email, password: PASSWORD });
    const { body } = await page.send<{ secret: string }>('POST', '/me/totp', { password: PASSWORD });
    userId = member.userId;
    await setAccount(office.db, {
      organizationId: office.organizationId,
      actor: OPERATOR,
      kind: paymongoAccounts({ baseUrl: paymongo.url }),
      methods: null,
      ...PAYMONGO_KEYS.live,
      secretsKeys,
      now: office.now(),
    });
    secrets = {
      webhook: Buffer.from(rotated),
      'webhook, decoded': Buffer.from(rotated.slice('whsec_'.length), 'base64'),
      'webhook before the rotation': Buffer.from(endpoint.secret),
      // The last 32 bytes of PKCS #8 are the key itself.
      'ticket key': privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
      authenticator: parseBase32(body.data.secret) ?? randomBytes(20),
      'payment account': Buffer.from(PAYMONGO_KEYS.live.secretKey),
      'payment webhook': Buffer.from(PAYMONGO_KEYS.live.webhookSecret),
    };
  });
  afterAll(async () => {
    await hooks.close();
    await paymongo.close();
  });

  test('are in no column of any table, neither as text nor as bytes nor as base64', async () => {
    const { db } = hooks.office;
    const bytes = await everything(db);
    for (const [name, secret] of Object.entries(secrets)) {
      expect(bytes.includes(secret), name).toBe(false);
      expect(bytes.includes(secret.toString('base64')), name).toBe(false);
    }
    // The control: a secret that is stored as it is would be found.
    await db.query(sql`update webhooks set sealed_previous_secret = ${secrets['webhook, decoded']}`);
    expect((await everything(db)).includes(secrets['webhook, decoded'] ?? '')).toBe(true);
    await db.query(sql`update webhooks set sealed_previous_secret = null, previous_secret_until = null`);
    await hooks.office.call('POST', `/webhooks/${endpoint.id}/rotate-secret`).then(({ data }) => {
      rotated = String(data.secret);
    });
  });

  test('still sign deliveries, with both secrets after a rotation', async () => {
    await hooks.happen();
    await hooks.deliver();
    const received = hooks.receiver.at(endpoint.path).at(-1);
    if (!received) throw new Error('nothing was delivered');
    expect(isStandardSignedWith(rotated, received)).toBe(true);
    expect(isSignedWith(String(secrets.webhook), received)).toBe(true);
  });

  test('are listed, so that a rotation of the key reaches all of them', async () => {
    const columns = await hooks.office.db.query<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and (column_name like 'sealed%' or column_name ~ 'secret|private') and udt_name = 'bytea'
         and column_name not like '%hash'
         and table_name <> 'secrets_key_check'`);
    expect(SEALED.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
      columns.map(({ name }) => name).toSorted(),
    );
  });

  test('open with a new key alone after a rotation', async () => {
    const { db, config, organizationId } = hooks.office;
    const [newKey] = [randomBytes(32)];
    /** A process that has just started remembers no key. */
    const openKey = (keys: readonly Buffer[]) => getTicketKey({ ...db, store: {} }, keys, organizationId);
    const before = await openKey(config.secretsKeys);
    await resealAll(db, [newKey, ...config.secretsKeys]);
    const after = await openKey([newKey]);
    expect(createPrivateKey(after.privateKey.export({ format: 'pem', type: 'pkcs8' })).equals(before.privateKey)).toBe(
      true,
    );
    expect(after.linkKey).toEqual(before.linkKey);
    expect(await accountsAt(db, [newKey], 'paymongo')(organizationId)).toMatchObject(PAYMONGO_KEYS.live);
    const account = await findAccount(db, userId);
    expect(openedSecret([newKey], userId, account?.totpSecret ?? Buffer.alloc(0))).toEqual(secrets.authenticator);
    await expect(openKey(config.secretsKeys)).rejects.toThrow('SECRETS_KEY');
    await resealAll(db, [...config.secretsKeys, newKey]);
    await hooks.happen();
    expect(await hooks.deliver()).toBeGreaterThan(0);
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded' });
  });
});
