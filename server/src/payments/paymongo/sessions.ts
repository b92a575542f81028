import type { Uuid } from '../../values/uuid.ts';
import type { GetAccount } from '../accounts/account.ts';
import { askWithEach } from '../accounts/replaced-secrets.ts';
import { codesFor } from '../channels.ts';
import { CURRENCY, closeUnlessOver, shownText } from '../hosted-session.ts';
import type { PaymentProvider, ProviderSession } from '../provider.ts';
import type { ProviderClient } from '../provider-client.ts';
import { ProviderMismatch } from '../provider-errors.ts';
import { type PaymongoSession, SessionAnswer } from './answers.ts';
import { PAYMONGO_CHANNELS } from './channels.ts';

/**
 * How long a bank may take. PayMongo names no limit; direct debits take minutes. Later money counts as a late payment.
 */
const PROCESSING_MS = 3_600_000;

const pathOf = (sessionId: string) => `/v1/checkout_sessions/${encodeURIComponent(sessionId)}`;

/**
 * Uses checkout sessions of version 1 of the API: each has one payment intent from the start, which can be paid once.
 * Version 2 creates one for every attempt of the buyer.
 */
export function paymongoSessions(
  client: ProviderClient,
  account: GetAccount,
): Pick<PaymentProvider, 'createSession' | 'readSession' | 'closeSession'> {
  return {
    async createSession({ organizationId, attemptId, method, amountCentavos, description, buyer, ...urls }) {
      const { secretKey, channels, live } = await account(organizationId);
      const text = shownText(description);
      const attributes = {
        line_items: [{ name: text, amount: amountCentavos, currency: CURRENCY, quantity: 1 }],
        payment_method_types: codesFor(PAYMONGO_CHANNELS, channels, { method, amountCentavos }),
        description: text,
        reference_number: attemptId,
        metadata: { attempt_id: attemptId },
        billing: { name: buyer.name, email: buyer.email },
        success_url: urls.returnUrl,
        cancel_url: urls.cancelUrl,
        send_email_receipt: false,
        show_description: false,
        show_line_items: true,
      };
      const { data } = await client.post(SessionAnswer, {
        secretKey,
        path: '/v1/checkout_sessions',
        body: { data: { attributes } },
        // Documented, but observed not to work: nothing here depends on it.
        headers: { 'idempotency-key': attemptId },
      });
      checkSession(data, { attemptId, live });
      return { sessionId: data.id, url: data.attributes.checkout_url };
    },

    async readSession({ organizationId, attemptId, sessionId, now }) {
      return askWithEach(await account(organizationId), async ({ secretKey, live }) => {
        const { data } = await client.get(SessionAnswer, { secretKey, path: pathOf(sessionId) });
        checkSession(data, { attemptId, live });
        return sessionFrom(data, now);
      });
    },

    async closeSession({ organizationId, sessionId }) {
      const path = `${pathOf(sessionId)}/expire`;
      await closeUnlessOver(await account(organizationId), ({ secretKey }) =>
        client.post(SessionAnswer, { secretKey, path }),
      );
    },
  };
}

/** Rejects payments for another reference, in another currency or in test mode, so that they never buy tickets. */
function checkSession({ id, attributes }: PaymongoSession, { attemptId, live }: { attemptId: Uuid; live: boolean }) {
  const wrong = (what: string) => new ProviderMismatch(`PayMongo's session ${id} of attempt ${attemptId} has ${what}`);
  if (attributes.reference_number !== attemptId) throw wrong(`the reference ${attributes.reference_number}`);
  for (const { attributes: payment } of attributes.payments) {
    if (payment.currency !== CURRENCY) throw wrong(`a payment in ${payment.currency}`);
    if (payment.livemode !== live) throw wrong(`a payment with livemode ${payment.livemode}`);
  }
}

/** `status` stays `active` after a payment: only the payments show that the session was paid. */
function sessionFrom({ attributes }: PaymongoSession, now: Date): ProviderSession {
  const payments = attributes.payments
    .filter(({ attributes: { status } }) => status === 'paid')
    .map(({ id, attributes: { amount, paid_at } }) => ({
      id,
      amountCentavos: amount,
      paidAt: paid_at ? new Date(paid_at * 1_000) : now,
    }));
  const status = payments.length > 0 ? 'paid' : statusOfUnpaid(attributes);
  return { status, failureReason: null, expiresAt: new Date(now.getTime() + PROCESSING_MS), payments };
}

function statusOfUnpaid({ status, payment_intent }: PaymongoSession['attributes']) {
  if (payment_intent?.attributes.status === 'processing') return 'pending';
  return status === 'expired' ? 'closed' : 'open';
}
