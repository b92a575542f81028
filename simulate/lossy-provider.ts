import type { PaymentProvider } from '../server/src/payments/provider.ts';
import { PAYMENT_METHODS } from '../server/src/values/payment-method.ts';
import type { Dice } from './dice.ts';
import type { Life } from './life.ts';
import type { ProviderLedger } from './provider-ledger.ts';
import type { Troubles } from './troubles.ts';

export const PROVIDER_URL = 'https://pay.example/';

/** Half the duration of a call over the internet, and of a slow one. */
const WAY_MS = { least: 20, most: 400 };
const SLOW_WAY_MS = { least: 1_000, most: 30_000 };
/** Share of calls that are lost while the provider is down. */
const LOST_IN_OUTAGE = 0.9;

/** The provider as one process sees it: a call may fail before or after its effect. */
export function lossyProvider(
  ledger: ProviderLedger,
  { life, dice, troubles, isDown }: { life: Life; dice: Dice; troubles: Troubles; isDown: () => boolean },
): PaymentProvider {
  async function way() {
    const { least, most } = dice.chance(troubles.slowProviderCall) ? SLOW_WAY_MS : WAY_MS;
    await life.wait(dice.spread(least, most));
    const lost = isDown() ? LOST_IN_OUTAGE : troubles.lostProviderCall / 2;
    life.risk(lost, 'lostProviderCalls', 'the payment service did not answer');
  }

  async function call<T>(work: () => T): Promise<T> {
    await way();
    const answer = work();
    await way();
    return answer;
  }

  return {
    // Named after a provider with its own records, because the sandbox keeps its in our tables, which verify checks.
    name: 'paymongo',
    latePaymentMs: 0,
    offers: async () =>
      PAYMENT_METHODS.map((method) => ({ method, minCentavos: 1, maxCentavos: Number.MAX_SAFE_INTEGER })),
    createSession: (request) =>
      call(() => {
        const { id } = ledger.open(request);
        return { sessionId: id, url: PROVIDER_URL + id };
      }),
    readSession: ({ sessionId }) =>
      call(() => {
        const { status, expiresAtMs, payment } = ledger.get(sessionId);
        return {
          status,
          failureReason: status === 'failed' ? 'declined' : null,
          expiresAt: new Date(expiresAtMs),
          payments: payment
            ? [{ id: payment.id, amountCentavos: payment.amountCentavos, paidAt: new Date(payment.paidAtMs) }]
            : [],
        };
      }),
    closeSession: ({ sessionId }) => call(() => ledger.close(sessionId)),
    refund: ({ refundId, providerPaymentId, amountCentavos }) =>
      call(() => {
        const id = ledger.sendBack(refundId, providerPaymentId, amountCentavos);
        return { id, status: 'succeeded', failureReason: null };
      }),
    readRefund: ({ providerRefundId: id }) => call(() => ({ id, status: 'succeeded', failureReason: null })),
  };
}
