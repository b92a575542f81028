import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Config } from '../config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Data, errors } from '../platform/http/contract/envelope.ts';
import { badRequest, conflict, notFound, unavailable } from '../platform/refusals/errors.ts';
import type { Clock } from '../values/clock.ts';
import type { Uuid } from '../values/uuid.ts';
import { ACCOUNT_PROVIDERS, type AccountProvider, accountKinds } from './account-kinds.ts';
import { noticeAddress } from './accounts/notice-address.ts';
import { type ListedAccount, listAccounts } from './accounts/queries.ts';
import { removeAccount } from './accounts/remove-account.ts';
import { AccountBody, AccountJson, AccountListJson, accountJson, ProviderParams } from './accounts/schemas.ts';
import { setAccount } from './accounts/set-account.ts';
import { ProviderError } from './provider-errors.ts';

interface PaymentRoutesOptions {
  db: Database;
  clock: Clock;
  config: Config;
  publicUrl: () => string;
}

const ASK_AGAIN_SECONDS = 10;

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
        noticesUrl: noticeAddress(publicUrl(), account.provider, organizationId),
      }),
    );
  }

  async function read(organizationId: Uuid, provider: AccountProvider) {
    const found = (await list(organizationId)).find((account) => account.provider === provider);
    if (!found) throw notFound('Payment account');
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
        response: { 200: Data(AccountListJson), ...errors() },
      },
    },
    async ({ organizationId }) => ({ data: { payment_accounts: await list(organizationId) } }),
  );

  app.get(
    '/payment-accounts/:provider',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'getPaymentAccount',
        summary: 'Read one payment account, without its secrets',
        description: 'At most one account is in use; new payments go there.',
        tags: ['Payments'],
        params: ProviderParams,
        response: { 200: Data(AccountJson), ...errors(400, 404) },
      },
    },
    async ({ organizationId, params }) => read(organizationId, params.provider),
  );

  app.put(
    '/payment-accounts/:provider',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'setPaymentAccount',
        summary: 'Take payments with this account from now on; the provider is asked whether the key is good',
        description:
          'Replaces an earlier account at the same provider; its refunds then use the new one. Secrets are stored ' +
          'encrypted. If the operator has not set an encryption key, the answer is 409.',
        tags: ['Payments'],
        params: ProviderParams,
        body: AccountBody,
        response: { 200: Data(AccountJson), ...errors(400, 409) },
      },
    },
    async ({ organizationId, caller: actor, params: { provider }, body }) => {
      const { secretsKeys } = config;
      if (secretsKeys.length === 0) throw conflict('Secrets cannot be stored: the operator has to set SECRETS_KEY');
      const { secret_key: secretKey, webhook_secret: noticeSecret, methods = null } = body;
      const account = { organizationId, actor, kind: kinds[provider], methods, secretKey, noticeSecret, secretsKeys };
      await setAccount(db, { ...account, now: clock.now() }).catch((error: unknown) => {
        throw error instanceof ProviderError ? answerOf(error, provider) : error;
      });
      return read(organizationId, provider);
    },
  );

  app.delete(
    '/payment-accounts/:provider',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'removePaymentAccount',
        summary: 'Take no more payments with this account; what was paid with it can still be sent back',
        description: "New payments then use the provider from the operator's settings.",
        tags: ['Payments'],
        params: ProviderParams,
        response: { 204: Type.Null({ description: 'Not in use.' }), ...errors(400, 404) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await removeAccount(db, { organizationId, actor, provider: params.provider, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};

/** Not the provider's own words: they may repeat the key. */
const answerOf = (error: ProviderError, provider: AccountProvider) =>
  error.refused
    ? badRequest(`secret_key must be a key that ${provider} takes: it refused this one`)
    : unavailable(`${provider} could not be asked about this account: try again`, ASK_AGAIN_SECONDS);
