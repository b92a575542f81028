import type { Uuid } from '../../values/uuid.ts';
import type { AccountSecrets, GetAccount } from '../accounts/account.ts';
import { askWithEach } from '../accounts/replaced-secrets.ts';
import type { PaymentProvider, ProviderRefund, RefundRequest } from '../provider.ts';
import type { ProviderClient } from '../provider-client.ts';
import { PaymentAnswer, type PaymongoRefund, RefundAnswer } from './answers.ts';

export function paymongoRefunds(
  client: ProviderClient,
  account: GetAccount,
): Pick<PaymentProvider, 'refund' | 'readRefund'> {
  /** The refunds of a payment that belong to `refundId`, which is written in their notes. */
  async function earlierTries(secretKey: string, providerPaymentId: string, refundId: Uuid) {
    const path = `/v1/payments/${encodeURIComponent(providerPaymentId)}`;
    const { data } = await client.get(PaymentAnswer, { secretKey, path });
    return (data.attributes.refunds ?? []).filter(({ attributes }) => refundIdOf(attributes) === refundId);
  }

  async function refundWith(
    { secretKey }: AccountSecrets,
    { refundId, providerPaymentId, amountCentavos }: RefundRequest,
  ): Promise<ProviderRefund> {
    // An attempt whose answer was lost may have succeeded. Asking again without checking could refund twice.
    const earlier = await earlierTries(secretKey, providerPaymentId, refundId);
    const made = earlier.find(({ attributes }) => attributes.status !== 'failed');
    if (made) return refundFrom(made);
    const attributes = {
      amount: amountCentavos,
      payment_id: providerPaymentId,
      reason: 'requested_by_customer',
      notes: notesOf(refundId),
    };
    const { data } = await client.post(RefundAnswer, {
      secretKey,
      path: '/v1/refunds',
      body: { data: { attributes } },
      // A new key after each failure: with the same key PayMongo would repeat the failure.
      headers: { 'idempotency-key': `${refundId}-${earlier.length}` },
    });
    return refundFrom(data);
  }

  return {
    refund: async (request) =>
      askWithEach(await account(request.organizationId), (secrets) => refundWith(secrets, request)),

    async readRefund({ organizationId, providerRefundId }) {
      const path = `/v1/refunds/${encodeURIComponent(providerRefundId)}`;
      const { data } = await askWithEach(await account(organizationId), ({ secretKey }) =>
        client.get(RefundAnswer, { secretKey, path }),
      );
      return refundFrom(data);
    },
  };
}

const notesOf = (refundId: Uuid): string => `Takilya refund ${refundId}`;

/** Our id of a refund that PayMongo reports; none for refunds made in PayMongo's dashboard. */
export const refundIdOf = ({ notes }: { notes?: string | null }): Uuid | undefined =>
  /^Takilya refund ([0-9a-f-]{36})$/.exec(notes ?? '')?.[1];

function refundFrom({ id, attributes: { status } }: PaymongoRefund): ProviderRefund {
  if (status === 'succeeded') return { id, status, failureReason: null };
  if (status === 'failed') return { id, status, failureReason: 'PayMongo could not refund the payment.' };
  // pending, processing
  return { id, status: 'pending', failureReason: null };
}
