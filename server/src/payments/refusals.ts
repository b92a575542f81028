import { OneOf } from '../platform/http/contract/fields.ts';
import {
  badRequest,
  conflict,
  declareRefusals,
  notFound,
  RetryAfter,
  unauthorized,
  unavailable,
} from '../platform/refusals/declare-refusals.ts';
import { ACCOUNT_PROVIDERS, type AccountProvider } from './accounts/account-provider.ts';

const Provider = { provider: OneOf(ACCOUNT_PROVIDERS) };

const SECRET_KEYS: Record<AccountProvider, string> = {
  paymongo: "The secret key is PayMongo's, from Developers, API keys: sk_live_… or sk_test_…",
  xendit: "The secret key is Xendit's, from Settings, API keys: xnd_production_… or xnd_development_…",
};
const WEBHOOK_SECRETS: Record<AccountProvider, string> = {
  paymongo: "The webhook secret is PayMongo's, shown with the webhook: whsk_…",
  xendit: "The webhook secret is Xendit's verification token, from Settings, Webhooks",
};

export const paymentRefusals = declareRefusals({
  payment_account_not_found: notFound('Payment account'),
  invalid_secret_key: badRequest({
    facts: Provider,
    field: 'secret_key',
    en: ({ provider }) => SECRET_KEYS[provider],
    cause: "What was sent does not look like the provider's secret key.",
    remedy: "Copy the secret key from the provider's dashboard.",
  }),
  invalid_webhook_secret: badRequest({
    facts: Provider,
    field: 'webhook_secret',
    en: ({ provider }) => WEBHOOK_SECRETS[provider],
    cause: "What was sent does not look like the secret of the provider's webhook.",
    remedy: "Copy the secret from the provider's dashboard.",
  }),
  secret_key_refused: badRequest({
    facts: Provider,
    field: 'secret_key',
    en: ({ provider }) => `secret_key must be a key that ${provider} takes: it refused this one`,
    cause: 'The provider was asked, and does not know the key.',
    remedy: "Copy the secret key again, and check in the provider's dashboard that it was not revoked.",
  }),
  no_way_to_pay_left: badRequest({
    field: 'methods',
    en: 'This account may use none of these ways to pay',
    cause: 'The provider lets the account use none of `methods`.',
    remedy: "Activate a way to pay in the provider's dashboard, or send other `methods`.",
  }),
  secrets_key_missing: conflict({
    en: 'Secrets cannot be stored: the operator has to set SECRETS_KEY',
    cause: 'The server has no key to encrypt the secrets of payment accounts with.',
    remedy: 'The operator makes one with `openssl rand -base64 32` and sets `SECRETS_KEY`.',
  }),
  provider_unavailable: unavailable({
    facts: { ...Provider, ...RetryAfter },
    en: ({ provider }) => `${provider} could not be asked about this account: try again`,
    cause: 'The provider did not answer, or was too busy.',
    remedy: 'Send it again after Retry-After.',
  }),
  payment_service_unavailable: unavailable({
    facts: RetryAfter,
    en: 'The payment service does not answer',
    cause: 'A payment is under way, and the provider could not be asked to close it.',
    remedy: 'Send it again after Retry-After. Nothing was changed.',
  }),

  payment_not_found: notFound('Payment'),
  notice_not_proven: unauthorized({
    en: 'The notice is not proven',
    cause: 'A notice of a payment came without the signature or the token of its provider.',
    remedy: 'Check the webhook secret of the payment account.',
  }),
  payment_not_read: unavailable({
    facts: RetryAfter,
    en: 'The payment could not be looked at',
    cause: 'After a notice the provider could not be asked about the payment.',
    remedy: 'The provider tells again, and the server asks by itself.',
  }),
});
