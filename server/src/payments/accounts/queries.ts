import sql from 'sql-template-tag';
import type { Database, Queryable, Tx } from '../../platform/database/database.ts';
import { readTogether } from '../../platform/lanes/read-together.ts';
import type { ProviderName } from '../../values/provider-name.ts';
import type { Uuid } from '../../values/uuid.ts';

interface AccountRow {
  live: boolean;
  channels: string[];
  sealedSecrets: Buffer;
}

export async function findAccountRow(
  db: Queryable,
  organizationId: Uuid,
  provider: ProviderName,
): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(sql`
    select live, channels, sealed_secrets from payment_accounts
     where organization_id = ${organizationId} and provider = ${provider}`);
  return row;
}

/** What decides where new payments of an organization go. */
export interface PaymentChoice {
  isTest: boolean;
  /** The provider of the account in use; null: there is none. */
  provider: ProviderName | null;
  /** Whether that account takes real money. */
  live: boolean | null;
}

const readChoices = readTogether('reads of providers', async (db, organizationId) => {
  const rows = await db.query<PaymentChoice>(sql`
    select o.test_of is not null as is_test, a.provider, a.live
      from organizations o
      left join payment_accounts a on a.organization_id = o.organization_id and a.in_use
     where o.organization_id = ${organizationId}`);
  return new Map(rows.map((row) => [organizationId, row]));
});

/** undefined: there is no such organization */
export const findPaymentChoice = (db: Database, organizationId: Uuid): Promise<PaymentChoice | undefined> =>
  readChoices(db, organizationId, organizationId);

/** Saves an account as the only one in use. It replaces an earlier account at the same provider. */
export async function saveAccountInUse(
  tx: Tx,
  account: { organizationId: Uuid; provider: ProviderName; live: boolean; channels: string[]; sealed: Buffer },
  now: Date,
) {
  const { organizationId, provider, live, channels, sealed } = account;
  await tx.query(sql`
    update payment_accounts set in_use = false
     where organization_id = ${organizationId} and in_use and provider <> ${provider}`);
  await tx.query(sql`
    insert into payment_accounts (organization_id, provider, live, channels, sealed_secrets, in_use, created_at, updated_at)
    values (${organizationId}, ${provider}, ${live}, ${channels}::text[], ${sealed}, true, ${now}, ${now})
    on conflict (organization_id, provider) do update
      set live = excluded.live, channels = excluded.channels, sealed_secrets = excluded.sealed_secrets, in_use = true,
          updated_at = excluded.updated_at`);
}

export interface ListedAccount {
  provider: ProviderName;
  live: boolean;
  channels: string[];
  inUse: boolean;
  updatedAt: Date;
}

export async function listAccounts(db: Queryable, organizationId: Uuid): Promise<ListedAccount[]> {
  return db.query<ListedAccount>(sql`
    select provider, live, channels, in_use, updated_at from payment_accounts
     where organization_id = ${organizationId} order by provider`);
}

/** @returns whether the account was in use; undefined when the organization has no account there */
export async function markAccountNotInUse(tx: Tx, organizationId: Uuid, provider: ProviderName, now: Date) {
  const [before] = await tx.query<{ inUse: boolean }>(sql`
    select in_use from payment_accounts
     where organization_id = ${organizationId} and provider = ${provider} for update`);
  if (before?.inUse)
    await tx.query(sql`
      update payment_accounts set in_use = false, updated_at = ${now}
       where organization_id = ${organizationId} and provider = ${provider}`);
  return before?.inUse;
}

export async function deleteUnusedAccount(tx: Tx, organizationId: Uuid, provider: ProviderName) {
  await tx.query(sql`
    delete from payment_accounts
     where organization_id = ${organizationId} and provider = ${provider}
       and not exists (select 1 from payment_attempts where organization_id = ${organizationId} and provider = ${provider})`);
}
