import { Value } from 'typebox/value';
import { type FindAccount, getAccount } from '../accounts/account.ts';
import { offersOf } from '../channels.ts';
import type { PaymentProvider } from '../provider.ts';
import { type ProviderServer, providerClient } from '../provider-client.ts';
import { ErrorAnswer } from './answers.ts';
import { XENDIT_CHANNELS } from './channels.ts';
import { xenditRefunds } from './refunds.ts';
import { xenditSessions } from './sessions.ts';
import { xenditWebhooks } from './webhooks.ts';

/** Xendit documents no limit for payments started in a wallet; a session lasts a day at most. */
const LATE_PAYMENT_MS = 24 * 3_600_000;

export const xenditClient = (server: ProviderServer) =>
  providerClient({
    ...server,
    name: 'Xendit',
    errorIn: (answer) =>
      Value.Check(ErrorAnswer, answer)
        ? { code: answer.error_code, detail: answer.message ?? null }
        : { code: null, detail: null },
  });

/** Xendit's payment sessions: https://docs.xendit.co. Each organization has its own account there. */
export function xenditProvider(findAccount: FindAccount, server: ProviderServer): PaymentProvider {
  const client = xenditClient(server);
  const account = (organizationId: string) => getAccount(findAccount, 'xendit', organizationId);
  return {
    name: 'xendit',
    latePaymentMs: LATE_PAYMENT_MS,
    offers: async (organizationId) => offersOf(XENDIT_CHANNELS, (await findAccount(organizationId))?.channels ?? []),
    ...xenditSessions(client, account),
    ...xenditRefunds(client, account),
    ...xenditWebhooks(findAccount),
  };
}
