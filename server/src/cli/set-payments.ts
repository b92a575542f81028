import { OPERATOR } from '../audit-log/actor.ts';
import { type Config, readConfig } from '../config/config.ts';
import { accountKinds } from '../payments/account-kinds.ts';
import { ACCOUNT_PROVIDERS } from '../payments/accounts/account-provider.ts';
import { type AccountKind, setAccount } from '../payments/accounts/set-account.ts';
import { webhookUrl } from '../payments/accounts/webhook-url.ts';
import { openSecretsKeys } from '../secrets/open-secrets-keys.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../values/payment-method.ts';
import { type Command, requiredValue, UsageError, type Values } from './command.ts';
import { publicUrlOf, uuidOf } from './fields.ts';
import { readSecrets } from './secrets.ts';
import { advise, print, withDatabase } from './with-database.ts';

export const setPaymentsCommand: Command = {
  name: 'payments set',
  summary: "Connect an organization's account at PayMongo or Xendit; its secrets are read from standard input",
  options: {
    organization: { value: 'ID', help: 'Organization of the account', required: true },
    provider: { value: 'NAME', help: 'paymongo or xendit', required: true },
    methods: {
      value: 'LIST',
      help: `Payment methods, from ${PAYMENT_METHODS.join(',')}; default all that the account has`,
    },
  },
  async run(values) {
    const config = readConfig();
    const organizationId = uuidOf(values, 'organization');
    const kind = kindOf(values, config);
    const methods = methodsOf(values);
    const [secretKey = '', webhookSecret = ''] = await readSecrets(['Secret key', 'Webhook secret']);
    const account = {
      organizationId,
      actor: OPERATOR,
      kind,
      methods,
      secretKey,
      webhookSecret,
      now: new Date(),
    };
    const set = await withDatabase(async (db) =>
      setAccount(db, { ...account, secretsKeys: await openSecretsKeys(db, config) }),
    );
    print(`${kind.provider}, ${set.live ? 'live' : 'test mode'}: ${set.methods.join(', ')}`);
    advise('Send its webhooks to:', `  ${webhookUrl(publicUrlOf(config), kind.provider, organizationId)}`);
    if (!set.live) advise('This is test mode: no money is charged, but tickets are issued.');
  },
};

/** @throws UsageError */
function kindOf(values: Values, config: Config): AccountKind {
  const asked = requiredValue(values, 'provider');
  const provider = ACCOUNT_PROVIDERS.find((candidate) => candidate === asked);
  if (!provider) throw new UsageError(`--provider must be ${ACCOUNT_PROVIDERS.join(' or ')}, not "${asked}"`);
  return accountKinds(config)[provider];
}

/** @throws UsageError */
function methodsOf({ methods }: Values): PaymentMethod[] | null {
  if (methods === undefined) return null;
  return methods.split(',').map((word) => {
    const method = PAYMENT_METHODS.find((candidate) => candidate === word.trim());
    if (!method) throw new UsageError(`--methods must be some of ${PAYMENT_METHODS.join(',')}, not "${word}"`);
    return method;
  });
}
