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
  paymongo: "secret_key must be PayMongo's, from Developers, API keys: sk_live_… or sk_test_…",
  xendit: "secret_key must be Xendit's, from Settings, API keys: xnd_production_… or xnd_development_…",
};
const WEBHOOK_SECRETS: Record<AccountProvider, string> = {
  paymongo: "webhook_secret must be PayMongo's, shown with the webhook: whsk_…",
  xendit: "webhook_secret must be Xendit's verification token, from Settings, Webhooks",
};

export const paymentRefusals = declareRefusals({
  payment_account_not_found: notFound('Payment account'),
  test_organization_takes_no_money: conflict({
    en: 'A test organization takes no money: connect the account in the live one',
    cause: 'The organization is in test mode, where all payments are made in the sandbox.',
    remedy: 'Switch to the live organization, and connect the account there.',
  }),
  invalid_secret_key: badRequest({
    facts: Provider,
    field: 'secret_key',
    en: ({ provider }) => SECRET_KEYS[provider],
    cause: "The value does not look like the provider's secret key.",
    remedy: "Copy the secret key from the provider's dashboard.",
  }),
  invalid_webhook_secret: badRequest({
    facts: Provider,
    field: 'webhook_secret',
    en: ({ provider }) => WEBHOOK_SECRETS[provider],
    cause: "The value does not look like the secret of the provider's webhook.",
    remedy: "Copy the secret from the provider's dashboard.",
  }),
  secret_key_refused: badRequest({
    facts: Provider,
    field: 'secret_key',
    en: ({ provider }) => `secret_key must be a key that ${provider} accepts: it refused this one`,
    cause: 'The provider refused the key.',
    remedy: "Copy the secret key again, and check in the provider's dashboard that it was not revoked.",
  }),
  no_way_to_pay_left: badRequest({
    field: 'methods',
    en: 'methods must have one that this account can use',
    cause: 'The provider does not allow the account any of `methods`.',
    remedy: "Activate a payment method in the provider's dashboard, or send other `methods`.",
  }),
  provider_unavailable: unavailable({
    facts: { ...Provider, ...RetryAfter },
    en: ({ provider }) => `${provider} could not be reached to check this account: try again`,
    cause: 'The provider did not answer, or was overloaded.',
    remedy: 'Send it again after Retry-After.',
  }),
  payment_service_unavailable: unavailable({
    facts: RetryAfter,
    en: 'The payment service is not responding',
    cause: 'A payment is in progress, and the provider could not be reached to close it.',
    remedy: 'Send it again after Retry-After. Nothing was changed.',
  }),
  payment_not_found: notFound('Payment'),
  webhook_not_verified: unauthorized({
    securityEvent: 'forged_webhook',
    en: 'The webhook could not be verified',
    cause: 'A payment webhook came without a valid signature or token of its provider.',
    remedy: 'Check the webhook secret of the payment account.',
  }),
  payment_not_read: unavailable({
    facts: RetryAfter,
    en: 'The payment could not be checked',
    cause: 'A webhook arrived, but the provider could not be reached to check the payment.',
    remedy: 'The provider sends the webhook again, and the server also checks by itself.',
  }),
});
