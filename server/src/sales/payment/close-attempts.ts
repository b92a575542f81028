import { ProviderError, ProviderMismatch } from '../../payments/provider-errors.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import { paymentRefusals } from '../../payments/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listAttemptsUnderWay } from './queries.ts';
import { readSession } from './read-session.ts';
import { settleAttempt } from './settle-attempt.ts';

/** The interval at which the reconciler asks about overdue checkouts. */
const TRY_AGAIN_SECONDS = 10;

/**
 * Ends the payments under way of a checkout: closes each at the provider, then reads it back, so that "nothing was
 * paid" is final. A payment made at that moment completes the checkout, so the caller must read the checkout again.
 * @throws Refusal 503 when the provider does not answer, or names a payment that is not ours: the reconciler logs it
 */
export async function closeAttempts(
  db: Database,
  providers: PaymentProviders,
  { organizationId, checkoutId, ...when }: { organizationId: Uuid; checkoutId: Uuid; holdSeconds: number; now: Date },
): Promise<void> {
  for (const attempt of await listAttemptsUnderWay(db, organizationId, checkoutId)) {
    const session = await readSession(providers, attempt, { close: true, now: when.now }).catch((error: unknown) => {
      if (!(error instanceof ProviderError || error instanceof ProviderMismatch)) throw error;
      throw paymentRefusals.payment_service_unavailable({ retry_after_seconds: TRY_AGAIN_SECONDS });
    });
    await settleAttempt(db, { attempt, session, isClosing: true, ...when });
  }
}
