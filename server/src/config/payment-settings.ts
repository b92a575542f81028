import { PROVIDER_NAMES } from '../values/provider-name.ts';
import { SECRET_KEY_BYTES } from '../values/secret-box.ts';
import type { Environment } from './environment.ts';

/** Places that are kept for more than a day are reservations. */
const MAX_HOLD_SECONDS = 86_400;

/** Checkouts and the money for them. */
export const readPaymentSettings = (env: Environment) => ({
  checkoutHoldSeconds: env.integer('CHECKOUT_HOLD_SECONDS', 900, { from: 1, to: MAX_HOLD_SECONDS }),
  /** The provider of organizations without an account of their own. */
  paymentProvider: env.choice('PAYMENT_PROVIDER', PROVIDER_NAMES, 'sandbox'),
  /** Allows the sandbox in production and with a public PUBLIC_URL. */
  allowSandboxPayments: env.flag('ALLOW_SANDBOX_PAYMENTS', false),
  /** Keys of every stored secret: the first one seals, all of them open. */
  secretsKeys: readKeys(env, 'SECRETS_KEY'),
  paymongoUrl: env.apiUrl('PAYMONGO_URL', 'https://api.paymongo.com'),
  xenditUrl: env.apiUrl('XENDIT_URL', 'https://api.xendit.co'),
  /** Whether subscriptions can be cancelled and expire; otherwise such requests answer the contract's 503. */
  subscriptionWrites: env.choice('SUBSCRIPTION_WRITES', ['disabled', 'enabled'], 'disabled') === 'enabled',
});

function readKeys(env: Environment, name: string): Buffer[] {
  const value = env.text(name);
  if (value === null) return [];
  const list = value.split(',').filter((part) => part.trim() !== '');
  const keys = list.map((part) => Buffer.from(part.trim(), 'base64'));
  if (keys.length > 0 && keys.every((key) => key.length === SECRET_KEY_BYTES)) return keys;
  // The value is not repeated: it is a secret.
  env.refuse(name, `be ${SECRET_KEY_BYTES} bytes as base64, or a comma list of such keys`);
  return [];
}
