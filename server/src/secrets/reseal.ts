import { aboutTotp } from '../accounts/totp/totp-secret.ts';
import { aboutAccount } from '../payments/accounts/account.ts';
import type { Database } from '../platform/database/database.ts';
import { aboutTicketKey } from '../tickets/ticket-key.ts';
import type { ProviderName } from '../values/provider-name.ts';
import { openSecret, sealSecret } from '../values/secret-box.ts';
import { aboutWebhook } from '../webhooks/webhook.ts';
import { listSealed, type SealedColumn, type SealedRow, saveSealed } from './queries.ts';

const ofOrganization = ['organization_id', 'id'] as const;
const ofWebhook = ({ first, second }: SealedRow) => aboutWebhook(first, second);

/** Every sealed column, and what its secrets are bound to. A test compares them with the catalog. */
export const SEALED: readonly (SealedColumn & { about: (row: SealedRow) => string })[] = [
  { table: 'webhooks', column: 'sealed_secret', key: ofOrganization, about: ofWebhook },
  { table: 'webhooks', column: 'sealed_previous_secret', key: ofOrganization, about: ofWebhook },
  {
    table: 'ticket_keys',
    column: 'sealed_private_key',
    key: ['organization_id'],
    about: ({ first }) => aboutTicketKey(first),
  },
  {
    table: 'payment_accounts',
    column: 'sealed_secrets',
    key: ['organization_id', 'provider'],
    about: ({ first, second }) => aboutAccount(first, second as ProviderName),
  },
  { table: 'users', column: 'totp_secret', key: ['id'], about: ({ first }) => aboutTotp(first) },
];

/**
 * Seals with the first key every secret that another key sealed. Each row is saved on its own, so that running servers
 * wait for none of them, and an interrupted run is simply repeated: all of `keys` open. A secret that no key opens is
 * left as it is, because it was lost before.
 */
export async function resealAll(db: Database, keys: readonly Buffer[]): Promise<void> {
  const [first] = keys;
  // The file may have the key of the setting.
  const others = keys.filter((key) => !first?.equals(key));
  for (const column of SEALED)
    for (const row of await listSealed(db, column)) {
      const secret = openOrUndefined(others, row.sealed, column.about(row));
      if (secret !== undefined) await saveSealed(db, column, row, sealSecret(keys, secret, column.about(row)));
    }
}

function openOrUndefined(keys: readonly Buffer[], sealed: Buffer, about: string): string | undefined {
  try {
    return openSecret(keys, sealed, about);
  } catch {
    return undefined;
  }
}
