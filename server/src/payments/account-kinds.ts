import type { Config } from '../config/config.ts';
import type { AccountKind } from './accounts/set-account.ts';
import { paymongoAccounts } from './paymongo/account-kind.ts';
import { xenditAccounts } from './xendit/account-kind.ts';

/** Where an organization can have an account of its own. */
export const ACCOUNT_PROVIDERS = ['paymongo', 'xendit'] as const;
export type AccountProvider = (typeof ACCOUNT_PROVIDERS)[number];

export const accountKinds = ({
  paymongoUrl,
  xenditUrl,
}: Pick<Config, 'paymongoUrl' | 'xenditUrl'>): Record<AccountProvider, AccountKind> => ({
  paymongo: paymongoAccounts({ baseUrl: paymongoUrl }),
  xendit: xenditAccounts({ baseUrl: xenditUrl }),
});
