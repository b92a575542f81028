import type { FastifyBaseLogger } from 'fastify';
import type { PaymentProvider, SignedNotice } from '../../payments/provider.ts';
import { ProviderMismatch } from '../../payments/provider-errors.ts';
import { scheduleRefunds } from '../../payments/schedule-refunds.ts';
import type { Database } from '../../platform/database/database.ts';
import { findAttempt } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

interface Hear {
  notice: SignedNotice;
  holdSeconds: number;
  log: FastifyBaseLogger;
}

/**
 * A provider tells by itself that something happened. It has to prove that it is the provider, and then its word only
 * says
 * where to look: the session is read at the provider and settled like any other. Twice, late, out of order or never:
 * all
 * the same in the end. What is about nothing of ours (the account may serve other shops) is passed over.
 * @throws UnprovenNotice; ProviderError when the provider could not be asked: it should tell again
 */
export async function receivePaymentWebhook(
  db: Database,
  provider: Required<Pick<PaymentProvider, 'readNotice'>> & PaymentProvider,
  { notice: signed, holdSeconds, log }: Hear,
): Promise<void> {
  const { organizationId, now } = signed;
  const notice = await provider.readNotice(signed);
  if (notice === null) return;
  if (notice.about === 'refunds') return scheduleRefunds(db, organizationId, notice.refundIds, now);
  const attempt = await findAttempt(db, organizationId, notice.attemptId);
  // An attempt whose session got lost on the way to us may be paid all the same.
  const sessionId = notice.sessionId ?? attempt?.sessionId;
  if (!attempt || !sessionId || attempt.provider !== provider.name) return;
  try {
    const { attemptId, paymentId } = notice;
    const session = await provider.readSession({ organizationId, attemptId, sessionId, paymentId, now });
    await settleAttempt(db, { attempt, session, holdSeconds, now });
  } catch (error) {
    if (!(error instanceof ProviderMismatch)) throw error;
    // Told again it would be the same.
    log.error({ err: error, attemptId: attempt.id }, 'payment does not match its request');
  }
}
