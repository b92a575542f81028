import { centavosFromPesos, pesosFromCentavos } from '../../values/money.ts';
import { sumOf } from '../../values/sum-of.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { GetAccount } from '../accounts/account.ts';
import { askWithEach } from '../accounts/replaced-secrets.ts';
import { codesFor } from '../channels.ts';
import { CURRENCY, closeUnlessOver, shownText } from '../hosted-session.ts';
import type { PaymentProvider, ProviderPayment, SessionRef } from '../provider.ts';
import type { ProviderClient } from '../provider-client.ts';
import { ProviderError, ProviderMismatch } from '../provider-errors.ts';
import {
  PaymentAnswer,
  PaymentRequestAnswer,
  SessionAnswer,
  type XenditPayment,
  type XenditSession,
} from './answers.ts';
import { XENDIT_CHANNELS } from './channels.ts';

/**
 * Xendit requires at least ten minutes from when the request arrives. We close the session ourselves when the hold
 * ends.
 */
const SHORTEST_SESSION_MS = 11 * 60_000;
/**
 * How long a bank may take. Xendit names no limit; direct debits take minutes. Later money counts as a late payment.
 */
const PENDING_MS = 3_600_000;
/** Header for payments and payment requests; sessions have no versions. */
export const API_VERSION = { 'api-version': '2024-11-11' };

const pathOf = (sessionId: string) => `/sessions/${encodeURIComponent(sessionId)}`;

export function xenditSessions(
  client: ProviderClient,
  account: GetAccount,
): Pick<PaymentProvider, 'createSession' | 'readSession' | 'closeSession'> {
  const reader = paymentReader(client);
  return {
    async createSession({ organizationId, attemptId, method, amountCentavos, description, buyer, ...request }) {
      const { secretKey, channels } = await account(organizationId);
      const text = shownText(description);
      const amount = pesosFromCentavos(amountCentavos);
      const soonest = request.now.getTime() + SHORTEST_SESSION_MS;
      const session = await client.post(SessionAnswer, {
        secretKey,
        path: '/sessions',
        body: {
          reference_id: attemptId,
          session_type: 'PAY',
          mode: 'PAYMENT_LINK',
          capture_method: 'AUTOMATIC',
          amount,
          currency: CURRENCY,
          country: 'PH',
          locale: 'en',
          description: text,
          customer: {
            reference_id: attemptId,
            type: 'INDIVIDUAL',
            email: buyer.email,
            individual_detail: { given_names: buyer.name },
          },
          items: [
            {
              reference_id: attemptId,
              type: 'DIGITAL_SERVICE',
              category: 'TICKETS',
              name: text,
              net_unit_amount: amount,
              quantity: 1,
              currency: CURRENCY,
            },
          ],
          allowed_payment_channels: codesFor(XENDIT_CHANNELS, channels, { method, amountCentavos }),
          expires_at: new Date(Math.max(request.expiresAt.getTime(), soonest)).toISOString(),
          success_return_url: request.returnUrl,
          cancel_return_url: request.cancelUrl,
          metadata: { attempt_id: attemptId },
        },
      });
      checkSession(session, attemptId);
      if (!session.payment_link_url)
        throw new ProviderError('Xendit created a session without a payment page', { status: null });
      return { sessionId: session.payment_session_id, url: session.payment_link_url };
    },

    async readSession(ref) {
      return askWithEach(await account(ref.organizationId), async ({ secretKey }) => {
        const session = await client.get(SessionAnswer, { secretKey, path: pathOf(ref.sessionId) });
        checkSession(session, ref.attemptId);
        const { payments, isPending } = await reader(secretKey, session, ref);
        const isClosed = session.status === 'EXPIRED' || session.status === 'CANCELED';
        const status = payments.length > 0 ? 'paid' : isPending ? 'pending' : isClosed ? 'closed' : 'open';
        const expiresAt = new Date(ref.now.getTime() + PENDING_MS);
        return { status, failureReason: null, expiresAt, payments };
      });
    },

    async closeSession({ organizationId, sessionId }) {
      const path = `${pathOf(sessionId)}/cancel`;
      await closeUnlessOver(await account(organizationId), ({ secretKey }) =>
        client.post(SessionAnswer, { secretKey, path }),
      );
    },
  };
}

/**
 * Reads the payments of a session: the one that it names, the latest of its payment request, which the buyer can
 * confirm in the wallet even after the session has ended, and the one that a webhook named.
 */
function paymentReader(client: ProviderClient) {
  return async (secretKey: string, session: XenditSession, { attemptId, paymentId }: SessionRef) => {
    const ids = new Set([session.payment_id, paymentId].filter((id) => typeof id === 'string'));
    let isPending = false;
    if (session.payment_request_id && !session.payment_id) {
      const path = `/v3/payment_requests/${encodeURIComponent(session.payment_request_id)}`;
      const request = await client.get(PaymentRequestAnswer, { secretKey, path, headers: API_VERSION });
      isPending = request.status === 'PENDING';
      if (request.latest_payment_id) ids.add(request.latest_payment_id);
    }
    const payments = await Promise.all(
      [...ids].map(async (id): Promise<ProviderPayment | undefined> => {
        const path = `/v3/payments/${encodeURIComponent(id)}`;
        const payment = await client.get(PaymentAnswer, { secretKey, path, headers: API_VERSION });
        // Payments of the session's own request need no check. A payment that only a webhook named must carry our
        // reference.
        if (payment.payment_request_id !== session.payment_request_id) checkReference(payment, attemptId);
        return paymentFrom(payment);
      }),
    );
    return { payments: payments.filter((payment) => payment !== undefined), isPending };
  };
}

function checkSession({ payment_session_id, reference_id, currency }: XenditSession, attemptId: Uuid) {
  const wrong = (what: string) =>
    new ProviderMismatch(`Xendit's session ${payment_session_id} of attempt ${attemptId} has ${what}`);
  if (reference_id !== attemptId) throw wrong(`the reference ${reference_id}`);
  if (currency !== CURRENCY) throw wrong(`the currency ${currency}`);
}

function checkReference({ payment_id, reference_id }: XenditPayment, attemptId: Uuid) {
  if (reference_id !== attemptId)
    throw new ProviderMismatch(`Xendit's payment ${payment_id} is of ${reference_id}, not of attempt ${attemptId}`);
}

/** @returns undefined for a payment that did not succeed */
function paymentFrom(payment: XenditPayment): ProviderPayment | undefined {
  const { payment_id: id, status, currency, request_amount, captures, updated } = payment;
  if (status !== 'SUCCEEDED') return undefined;
  if (currency !== CURRENCY) throw new ProviderMismatch(`Xendit's payment ${id} is in ${currency}`);
  const captured = captures && sumOf(captures, ({ capture_amount }) => centavosFromPesos(capture_amount));
  const paidAt = new Date(captures?.at(-1)?.capture_timestamp ?? updated);
  return { id, amountCentavos: captured || centavosFromPesos(request_amount), paidAt };
}
