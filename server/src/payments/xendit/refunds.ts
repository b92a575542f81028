import { pesosFromCentavos } from '../../values/money.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { AccountSecrets, GetAccount } from '../accounts/account.ts';
import { askWithEach } from '../accounts/replaced-secrets.ts';
import { CURRENCY } from '../hosted-session.ts';
import type { PaymentProvider, ProviderRefund, RefundRequest } from '../provider.ts';
import type { ProviderClient } from '../provider-client.ts';
import { PaymentAnswer, RefundAnswer, RefundsAnswer, type XenditRefund } from './answers.ts';
import { API_VERSION } from './sessions.ts';

export function xenditRefunds(
  client: ProviderClient,
  account: GetAccount,
): Pick<PaymentProvider, 'refund' | 'readRefund'> {
  /** Xendit lists refunds by payment request, so this finds the payment's request. */
  async function requestOf(secretKey: string, providerPaymentId: string): Promise<string> {
    const path = `/v3/payments/${encodeURIComponent(providerPaymentId)}`;
    return (await client.get(PaymentAnswer, { secretKey, path, headers: API_VERSION })).payment_request_id;
  }

  async function earlierTries(secretKey: string, paymentRequestId: string, refundId: Uuid) {
    const path = `/refunds?payment_request_id=${encodeURIComponent(paymentRequestId)}&limit=100`;
    const { data } = await client.get(RefundsAnswer, { secretKey, path });
    return data.filter((refund) => refundIdOf(refund) === refundId);
  }

  async function refundWith(
    { secretKey }: AccountSecrets,
    { refundId, providerPaymentId, amountCentavos }: RefundRequest,
  ): Promise<ProviderRefund> {
    const paymentRequestId = await requestOf(secretKey, providerPaymentId);
    // An attempt whose answer was lost may have succeeded. Asking again without checking could refund twice.
    const earlier = await earlierTries(secretKey, paymentRequestId, refundId);
    const made = earlier.find(({ status }) => !isFailure(status));
    if (made) return refundFrom(made);
    // A new reference after each failure: with the same one Xendit would repeat the failure.
    const reference = earlier.length === 0 ? refundId : `${refundId}-${earlier.length}`;
    const refund = await client.post(RefundAnswer, {
      secretKey,
      path: '/refunds',
      headers: { 'idempotency-key': reference },
      body: {
        reference_id: reference,
        payment_request_id: paymentRequestId,
        currency: CURRENCY,
        amount: pesosFromCentavos(amountCentavos),
        reason: 'REQUESTED_BY_CUSTOMER',
      },
    });
    return refundFrom(refund);
  }

  return {
    refund: async (request) =>
      askWithEach(await account(request.organizationId), (secrets) => refundWith(secrets, request)),

    async readRefund({ organizationId, providerRefundId }) {
      const path = `/refunds/${encodeURIComponent(providerRefundId)}`;
      const refund = await askWithEach(await account(organizationId), ({ secretKey }) =>
        client.get(RefundAnswer, { secretKey, path }),
      );
      return refundFrom(refund);
    },
  };
}

/** Our id of a refund that Xendit reports; none for refunds made in Xendit's dashboard. */
export const refundIdOf = ({ reference_id }: { reference_id?: string | null }): Uuid | undefined =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\d+)?$/.exec(reference_id ?? '')?.[1];

const isFailure = (status: string) => status === 'FAILED' || status === 'CANCELLED';

function refundFrom({ id, status, failure_code }: XenditRefund): ProviderRefund {
  if (status === 'SUCCEEDED') return { id, status: 'succeeded', failureReason: null };
  if (!isFailure(status)) return { id, status: 'pending', failureReason: null };
  const words = 'Xendit could not refund the payment';
  return { id, status: 'failed', failureReason: failure_code ? `${words}: ${failure_code}` : `${words}.` };
}
