import { type Static, Type } from 'typebox';
import { PaymentMethodSchema } from '../../organizations/schemas.ts';
import { Instant, Name, optional, Url } from '../../platform/http/contract/fields.ts';
import { Enum, Model } from '../../platform/http/contract/models.ts';
import { shown } from '../../platform/http/contract/wire.ts';
import { PAYMENT_METHODS } from '../../values/payment-method.ts';
import type { Channel } from '../channels.ts';
import { ACCOUNT_PROVIDERS, type AccountProvider } from './account-provider.ts';
import type { ListedAccount } from './queries.ts';

/** The providers' secrets are shorter. */
const MAX_SECRET_LENGTH = 500;

const ProviderSchema = Enum('PaymentProvider', 'A payment provider.', ACCOUNT_PROVIDERS);

export const ProviderParams = Type.Object({ provider: ProviderSchema });

export const AccountBody = Model('PaymentAccountInput', 'An account at a payment provider, with its secrets.', {
  secret_key: Name(MAX_SECRET_LENGTH, 'Creates payments and refunds. Stored encrypted, never shown again.'),
  webhook_secret: Name(MAX_SECRET_LENGTH, "Verifies the provider's webhooks. Stored encrypted, never shown again."),
  methods: optional(
    Type.Array(PaymentMethodSchema, {
      minItems: 1,
      maxItems: PAYMENT_METHODS.length,
      description: 'Offer only these; omit to offer all of the account.',
    }),
  ),
});

export const AccountJson = Model('PaymentAccount', 'An account at a payment provider, without its secrets.', {
  provider: ProviderSchema,
  in_use: Type.Boolean({ description: 'true: takes new payments; false: kept for refunds.' }),
  live: Type.Boolean({ description: "Real money; otherwise the provider's test mode" }),
  methods: Type.Array(PaymentMethodSchema),
  webhook_url: Url("For the provider's webhook settings"),
  updated_at: Instant(),
});

export const AccountListJson = Model('PaymentAccountList', 'All accounts at payment providers.', {
  payment_accounts: Type.Array(AccountJson),
});

export const accountJson = (
  account: ListedAccount & { provider: AccountProvider },
  { channels, webhookUrl }: { channels: readonly Channel[]; webhookUrl: string },
): Static<typeof AccountJson> => {
  const methods = channels.filter(({ code }) => account.channels.includes(code)).map(({ method }) => method);
  return shown(AccountJson, { ...account, methods: [...new Set(methods)], webhookUrl });
};
