import type { AccountSecrets, PaymentAccount } from './accounts/account.ts';
import { askWithEach } from './accounts/replaced-secrets.ts';
import { ProviderError } from './provider-errors.ts';

/** The currency of every session, payment and refund. */
export const CURRENCY = 'PHP';

/** Longest text that the providers' pages show. */
const MAX_TEXT = 255;

/** The description of a session, cut to what the page shows. */
export const shownText = (description: string): string => description.slice(0, MAX_TEXT).toWellFormed();

/** Closes a session. If the provider refuses, it is closed or paid already: reading the session shows which. */
export async function closeUnlessOver(
  account: PaymentAccount,
  close: (secrets: AccountSecrets) => Promise<unknown>,
): Promise<void> {
  try {
    await askWithEach(account, close);
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.refused) throw error;
  }
}
