import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { refundTries } from '../metrics/counted.ts';
import type { PaymentProvider } from './provider.ts';
import { claimDueRefunds, saveRefundFailure, saveRefundSent } from './queries.ts';

const BATCH = 20;
const FIRST_RETRY_SECONDS = 30;
/** Doubling from 30 s up to 8.5 h: about a day and a half of trying before a person has to look. */
const MAX_TRIES = 14;

/**
 * Sends the money of recorded refunds back through the provider. One that fails is tried again, doubling the wait, and
 * ends as `failed` with its reason when nothing helps. Safe in several instances at once. @returns how many were sent
 */
export async function sendRefunds(
  db: Database,
  provider: PaymentProvider,
  clock: Clock,
  log: FastifyBaseLogger,
): Promise<number> {
  const due = await db.transaction((tx) =>
    claimDueRefunds(tx, { now: clock.now(), retrySeconds: FIRST_RETRY_SECONDS, most: BATCH }),
  );
  let sent = 0;
  for (const refund of due) {
    try {
      const { id } = await provider.refund({
        organizationId: refund.organization_id,
        refundId: refund.id,
        providerPaymentId: refund.provider_payment_id,
        amountCentavos: refund.amount_centavos,
      });
      await saveRefundSent(db, refund, id, clock.now());
      sent++;
      refundTries.inc({ result: 'accepted' });
    } catch (error) {
      const final = refund.tries >= MAX_TRIES;
      const reason = error instanceof Error ? error.message : String(error);
      log[final ? 'error' : 'warn']({ refundId: refund.id, tries: refund.tries, reason }, 'refund was not accepted');
      refundTries.inc({ result: final ? 'given_up' : 'refused' });
      await saveRefundFailure(db, refund, { reason, final, now: clock.now() });
    }
  }
  return sent;
}
