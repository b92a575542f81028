import type { Config } from '../config/config.ts';
import type { AccountProvider } from './accounts/account-provider.ts';
import type { AccountKind } from './accounts/set-account.ts';
import { paymongoAccounts } from './paymongo/account-kind.ts';
import { xenditAccounts } from './xendit/account-kind.ts';

export const accountKinds = ({
  paymongoUrl,
  xenditUrl,
}: Pick<Config, 'paymongoUrl' | 'xenditUrl'>): Record<AccountProvider, AccountKind> => ({
  paymongo: paymongoAccounts({ baseUrl: paymongoUrl }),
  xendit: xenditAccounts({ baseUrl: xenditUrl }),
});
