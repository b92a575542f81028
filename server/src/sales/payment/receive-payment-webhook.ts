import type { FastifyBaseLogger } from 'fastify';
import type { PaymentProvider, PaymentWebhook } from '../../payments/provider.ts';
import { ProviderMismatch } from '../../payments/provider-errors.ts';
import { markRefundsDue } from '../../payments/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { findAttempt } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

interface ReceiveWebhook {
  organizationId: Uuid;
  webhook: PaymentWebhook;
  holdSeconds: number;
  now: Date;
  log: FastifyBaseLogger;
}

/**
 * Handles a provider's webhook whose proof was checked. Its content is only a hint where to look: the session is read
 * at the provider and settled as usual. So it does not matter if a webhook comes twice, late, out of order or never. A
 * webhook about an unknown payment is ignored: the account may serve other shops.
 * @throws ProviderError when the provider cannot be reached, and should send the webhook again
 */
export async function receivePaymentWebhook(
  db: Database,
  provider: PaymentProvider,
  { organizationId, webhook, holdSeconds, now, log }: ReceiveWebhook,
): Promise<void> {
  if (webhook.about === 'refunds') return markRefundsDue(db, organizationId, webhook.refundIds, now);
  const attempt = await findAttempt(db, organizationId, webhook.attemptId);
  // An attempt can be paid although the provider's answer with its session was lost.
  const sessionId = webhook.sessionId ?? attempt?.sessionId;
  if (!attempt || !sessionId || attempt.provider !== provider.name) return;
  try {
    const { attemptId, paymentId } = webhook;
    const session = await provider.readSession({ organizationId, attemptId, sessionId, paymentId, now });
    await settleAttempt(db, { attempt, session, holdSeconds, now });
  } catch (error) {
    if (!(error instanceof ProviderMismatch)) throw error;
    // Sending it again would change nothing.
    log.error({ err: error, attemptId: attempt.id }, 'payment does not match its request');
  }
}
