import { Value } from 'typebox/value';
import { type FindAccount, getAccount } from '../accounts/account.ts';
import { offersOf } from '../channels.ts';
import type { PaymentProvider } from '../provider.ts';
import { type ProviderServer, providerClient } from '../provider-client.ts';
import { ErrorAnswer } from './answers.ts';
import { PAYMONGO_CHANNELS } from './channels.ts';
import { paymongoRefunds } from './refunds.ts';
import { paymongoSessions } from './sessions.ts';
import { paymongoWebhooks } from './webhooks.ts';

/**
 * GCash lets a buyer confirm a started payment for four hours, even after the session is closed. One more hour allows
 * for clock differences.
 */
const LATE_PAYMENT_MS = 5 * 3_600_000;

export const paymongoClient = (server: ProviderServer) =>
  providerClient({
    ...server,
    name: 'PayMongo',
    errorIn(answer) {
      const [error] = Value.Check(ErrorAnswer, answer) ? answer.errors : [];
      return { code: error?.code ?? null, detail: error?.detail ?? null };
    },
  });

/** PayMongo's hosted checkout: https://developers.paymongo.com. Each organization has its own account there. */
export function paymongoProvider(findAccount: FindAccount, server: ProviderServer): PaymentProvider {
  const client = paymongoClient(server);
  const account = (organizationId: string) => getAccount(findAccount, 'paymongo', organizationId);
  return {
    name: 'paymongo',
    latePaymentMs: LATE_PAYMENT_MS,
    offers: async (organizationId) => offersOf(PAYMONGO_CHANNELS, (await findAccount(organizationId))?.channels ?? []),
    ...paymongoSessions(client, account),
    ...paymongoRefunds(client, account),
    ...paymongoWebhooks(findAccount),
  };
}
