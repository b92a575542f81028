import { notifyOwners } from '../../accounts/notices/notify-owners.ts';
import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { getOrganization, lockOrganization } from '../../organizations/queries.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Channel } from '../channels.ts';
import { paymentRefusals } from '../refusals.ts';
import { type AccountSecrets, openAccount, sealAccount } from './account.ts';
import type { AccountProvider } from './account-provider.ts';
import { findAccountRow, saveAccountInUse } from './queries.ts';
import { keptSecrets } from './replaced-secrets.ts';

/** How accounts of one provider are recognized and checked. */
export interface AccountKind {
  provider: AccountProvider;
  channels: readonly Channel[];
  /** Patterns of its two secrets. */
  secretKey: { looksLike: RegExp; isLive(secretKey: string): boolean };
  webhookSecret: { looksLike: RegExp };
  /**
   * Asks the provider which payment methods the account may use. @throws ProviderError, with `refused` when the key is
   * wrong
   */
  codesOf(secretKey: string): Promise<string[]>;
}

interface SetAccount extends Omit<AccountSecrets, 'live'> {
  organizationId: Uuid;
  actor: Actor;
  kind: AccountKind;
  /** Only these; null: all methods that the provider allows. */
  methods: PaymentMethod[] | null;
  secretsKeys: readonly Buffer[];
  now: Date;
}

/**
 * Sets the account that takes an organization's new payments, after asking the provider whether the key is valid. It
 * replaces an earlier account at the same provider, whose secrets are kept for its payments and refunds.
 * @throws Refusal 400 for malformed secrets and when no payment method is left, 404 for an unknown organization, 409
 * for a test organization; ProviderError when the provider refuses the key or cannot be reached
 */
export async function setAccount(
  db: Database,
  { organizationId, actor, kind, methods, secretKey, webhookSecret, secretsKeys, now }: SetAccount,
): Promise<{ live: boolean; methods: PaymentMethod[] }> {
  const { provider } = kind;
  if (!kind.secretKey.looksLike.test(secretKey)) throw paymentRefusals.invalid_secret_key({ provider });
  if (!kind.webhookSecret.looksLike.test(webhookSecret)) throw paymentRefusals.invalid_webhook_secret({ provider });
  const { testOf } = await getOrganization(db, organizationId);
  if (testOf !== null) throw paymentRefusals.test_organization_takes_no_money();
  const codes = await kind.codesOf(secretKey);
  const channels = kind.channels.filter(
    ({ code, method }) => codes.includes(code) && (methods === null || methods.includes(method)),
  );
  if (channels.length === 0) throw paymentRefusals.no_way_to_pay_left();
  const live = kind.secretKey.isLive(secretKey);
  const account = { organizationId, provider, live, channels: channels.map(({ code }) => code) };
  const used = [...new Set(channels.map(({ method }) => method))];
  // The audit log never shows any part of a secret.
  const change = {
    action: 'payment_account.set',
    subjectId: provider,
    before: null,
    after: { live, methods: used },
  } as const;
  await db.transaction(async (tx) => {
    // So that of two at once neither loses what the other replaced.
    await lockOrganization(tx, organizationId);
    const replaced = await replacedSecrets(tx, secretsKeys, { ...account, secretKey, webhookSecret });
    const sealed = sealAccount(secretsKeys, account, { secretKey, webhookSecret, replaced });
    await saveAccountInUse(tx, { ...account, sealed }, now);
    recordChange(tx, { organizationId, actor, ...change, now });
    await notifyOwners(tx, { organizationId, actor, change: 'payment_account_set', about: provider, now });
  });
  return { live, methods: used };
}

/** Secrets that no key opens any more are lost, and setting the account again is how to mend that. */
async function replacedSecrets(
  tx: Tx,
  secretsKeys: readonly Buffer[],
  account: AccountSecrets & { organizationId: Uuid; provider: AccountProvider },
): Promise<AccountSecrets[]> {
  const row = await findAccountRow(tx, account.organizationId, account.provider);
  if (!row) return [];
  try {
    return keptSecrets(openAccount(secretsKeys, account, row), account);
  } catch {
    return [];
  }
}
