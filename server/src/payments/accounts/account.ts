import type { Database } from '../../platform/database/database.ts';
import type { ProviderName } from '../../values/provider-name.ts';
import { openSecret, sealSecret } from '../../values/secret-box.ts';
import type { Uuid } from '../../values/uuid.ts';
import { findAccountRow } from './queries.ts';

export interface AccountSecrets {
  /** Creates sessions and refunds. */
  secretKey: string;
  /** Verifies the provider's webhooks. */
  webhookSecret: string;
  /** true: real money. false: the provider's test mode. */
  live: boolean;
}

export interface SecretsWithReplaced extends AccountSecrets {
  /** The secrets before these, latest first: payments made with them are watched and refunded with them. */
  replaced: readonly AccountSecrets[];
}

/** An organization's account at a provider, with its secrets decrypted. */
export interface PaymentAccount extends SecretsWithReplaced {
  organizationId: Uuid;
  /** The provider's codes of the payment methods that this account may use. */
  channels: string[];
}

/**
 * @returns undefined when the organization has no account there. @throws Error when SECRETS_KEY cannot decrypt its
 * secrets
 */
export type FindAccount = (organizationId: Uuid) => Promise<PaymentAccount | undefined>;

export const accountsAt =
  (db: Database, secretsKeys: readonly Buffer[], provider: ProviderName): FindAccount =>
  async (organizationId) => {
    const row = await findAccountRow(db, organizationId, provider);
    if (!row) return undefined;
    return { organizationId, channels: row.channels, ...openAccount(secretsKeys, { organizationId, provider }, row) };
  };

/** @throws Error when no key opens it */
export function openAccount(
  secretsKeys: readonly Buffer[],
  { organizationId, provider }: { organizationId: Uuid; provider: ProviderName },
  { sealedSecrets, live }: { sealedSecrets: Buffer; live: boolean },
): SecretsWithReplaced {
  const opened = openSecret(secretsKeys, sealedSecrets, aboutAccount(organizationId, provider));
  const { secretKey, webhookSecret, replaced = [] } = JSON.parse(opened) as SealedSecrets;
  return { secretKey, webhookSecret, live, replaced };
}

/** Accounts that replaced none have no `replaced`. */
type SealedSecrets = Omit<AccountSecrets, 'live'> & { replaced?: readonly AccountSecrets[] };

export type GetAccount = (organizationId: Uuid) => Promise<PaymentAccount>;

/** @throws Error for the operator when the organization has no account */
export async function getAccount(find: FindAccount, provider: ProviderName, organizationId: Uuid) {
  const account = await find(organizationId);
  if (!account) throw new Error(`organization ${organizationId} has no account at ${provider}: takilya payments set`);
  return account;
}

export const sealAccount = (
  secretsKeys: readonly Buffer[],
  { organizationId, provider }: { organizationId: Uuid; provider: ProviderName },
  { secretKey, webhookSecret, replaced }: SealedSecrets,
): Buffer =>
  sealSecret(
    secretsKeys,
    JSON.stringify({ secretKey, webhookSecret, replaced }),
    aboutAccount(organizationId, provider),
  );

/** What the sealed secrets of an account are bound to. */
export const aboutAccount = (organizationId: Uuid, provider: ProviderName): string => `${organizationId} ${provider}`;
