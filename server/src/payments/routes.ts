import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Config } from '../config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import type { Clock } from '../values/clock.ts';
import type { Uuid } from '../values/uuid.ts';
import { accountKinds } from './account-kinds.ts';
import { ACCOUNT_PROVIDERS, type AccountProvider } from './accounts/account-provider.ts';
import { type ListedAccount, listAccounts } from './accounts/queries.ts';
import { removeAccount } from './accounts/remove-account.ts';
import { AccountBody, AccountJson, AccountListJson, accountJson, ProviderParams } from './accounts/schemas.ts';
import { setAccount } from './accounts/set-account.ts';
import { webhookUrl } from './accounts/webhook-url.ts';
import { ProviderError } from './provider-errors.ts';
import { paymentRefusals } from './refusals.ts';

interface PaymentRoutesOptions {
  db: Database;
  clock: Clock;
  config: Config;
  publicUrl: () => string;
}

const RETRY_AFTER_SECONDS = 10;

export const paymentRoutes: FastifyPluginAsyncTypebox<PaymentRoutesOptions> = async (app, parts) => {
  const { db, clock, config, publicUrl } = parts;
  const kinds = accountKinds(config);

  const isOurs = (account: ListedAccount): account is ListedAccount & { provider: AccountProvider } =>
    ACCOUNT_PROVIDERS.some((provider) => provider === account.provider);

  async function list(organizationId: Uuid) {
    const accounts = await listAccounts(db, organizationId);
    return accounts.filter(isOurs).map((account) =>
      accountJson(account, {
        channels: kinds[account.provider].channels,
        webhookUrl: webhookUrl(publicUrl(), account.provider, organizationId),
      }),
    );
  }

  async function read(organizationId: Uuid, provider: AccountProvider) {
    const found = (await list(organizationId)).find((account) => account.provider === provider);
    if (!found) throw paymentRefusals.payment_account_not_found();
    return { data: found };
  }

  app.get(
    '/payment-accounts',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'listPaymentAccounts',
        summary: "List the organization's accounts at payment providers, without their secrets",
        description: 'At most one account is in use; new payments go there.',
        tags: ['Payments'],
        response: { 200: Data(AccountListJson) },
      },
    },
    async ({ organizationId }) => ({ data: { payment_accounts: await list(organizationId) } }),
  );

  app.get(
    '/payment-accounts/:provider',
    {
      config: { access: 'own', refusals: [paymentRefusals.payment_account_not_found] },
      schema: {
        operationId: 'getPaymentAccount',
        summary: 'Read one payment account, without its secrets',
        description: 'At most one account is in use; new payments go there.',
        tags: ['Payments'],
        params: ProviderParams,
        response: { 200: Data(AccountJson) },
      },
    },
    async ({ organizationId, params }) => read(organizationId, params.provider),
  );

  app.put(
    '/payment-accounts/:provider',
    {
      config: {
        access: 'secure',
        refusals: [
          paymentRefusals.test_organization_takes_no_money,
          paymentRefusals.invalid_secret_key,
          paymentRefusals.invalid_webhook_secret,
          paymentRefusals.secret_key_refused,
          paymentRefusals.no_way_to_pay_left,
          paymentRefusals.provider_unavailable,
        ],
      },
      schema: {
        operationId: 'setPaymentAccount',
        summary: 'Take new payments with this account; the provider is asked whether the key is valid',
        description:
          'Replaces an earlier account at the same provider. Its secrets are kept, because the payments made with them are ' +
          'watched and refunded with them: do not revoke them before. Secrets are stored encrypted.',
        tags: ['Payments'],
        params: ProviderParams,
        body: AccountBody,
        response: { 200: Data(AccountJson) },
      },
    },
    async ({ organizationId, caller: actor, params: { provider }, body }) => {
      const { secretsKeys } = config;
      const { secret_key: secretKey, webhook_secret: webhookSecret, methods = null } = body;
      const account = { organizationId, actor, kind: kinds[provider], methods, secretKey, webhookSecret, secretsKeys };
      await setAccount(db, { ...account, now: clock.now() }).catch((error: unknown) => {
        throw error instanceof ProviderError ? answerOf(error, provider) : error;
      });
      return read(organizationId, provider);
    },
  );

  app.delete(
    '/payment-accounts/:provider',
    {
      config: { access: 'secure', refusals: [paymentRefusals.payment_account_not_found] },
      schema: {
        operationId: 'removePaymentAccount',
        summary: 'Take no more payments with this account; earlier ones can still be refunded',
        description: "New payments then use the provider from the operator's settings.",
        tags: ['Payments'],
        params: ProviderParams,
        response: { 204: Type.Null({ description: 'Removed.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await removeAccount(db, { organizationId, actor, provider: params.provider, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};

/** The provider's own message may repeat the key, so it is not passed on. */
const answerOf = (error: ProviderError, provider: AccountProvider) =>
  error.refused
    ? paymentRefusals.secret_key_refused({ provider })
    : paymentRefusals.provider_unavailable({ provider, retry_after_seconds: RETRY_AFTER_SECONDS });
