import { ProviderError } from '../provider-errors.ts';
import type { AccountSecrets, SecretsWithReplaced } from './account.ts';

/** A key is exchanged once in a while; each that is kept costs a request for a payment of an earlier one. */
const MAX_REPLACED = 4;

/**
 * What is kept when `next` replaces `previous`: a new key may belong to another account of the provider, which knows
 * nothing of the payments before it. Keys of test mode are dropped when a live key replaces them, because no test
 * payments follow.
 */
export const keptSecrets = (previous: SecretsWithReplaced, next: AccountSecrets): AccountSecrets[] =>
  secretsNewestFirst(previous)
    .filter(({ secretKey, live }) => secretKey !== next.secretKey && (live || !next.live))
    .slice(0, MAX_REPLACED)
    .map(({ secretKey, webhookSecret, live }) => ({ secretKey, webhookSecret, live }));

/** All secrets that may have taken a payment, newest first. */
export const secretsNewestFirst = (account: SecretsWithReplaced | undefined): AccountSecrets[] =>
  account ? [account, ...account.replaced] : [];

/**
 * With these a provider says that the key knows nothing of what was asked: it was revoked, or is of another account.
 */
const NOT_OF_THIS_KEY = new Set<number | null>([401, 403, 404]);

/**
 * Asks with the account's secrets. If the provider knows nothing of the payment under them, it asks with the secrets
 * that they replaced.
 * @throws ProviderError the newest's refusal when none knows of it
 */
export async function askWithEach<T>(
  account: SecretsWithReplaced,
  ask: (secrets: AccountSecrets) => Promise<T>,
): Promise<T> {
  let refusal: ProviderError | undefined;
  for (const secrets of secretsNewestFirst(account)) {
    try {
      return await ask(secrets);
    } catch (error) {
      if (!(error instanceof ProviderError && NOT_OF_THIS_KEY.has(error.status))) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}
