import type { Database } from '../../database/database.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Uuid } from '../../uuid.ts';
import { readSession } from './follow-payments.ts';
import { listAttemptsUnderWay } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Ends the payments under way of a checkout: closed at the provider, then read back, so that "nothing was paid" is final.
 * One that was paid in that moment completes the checkout: the caller looks again.
 */
export async function closeAttempts(
  db: Database,
  providers: PaymentProviders,
  { organizationId, checkoutId, ...when }: { organizationId: Uuid; checkoutId: Uuid; holdSeconds: number; now: Date },
): Promise<void> {
  for (const attempt of await listAttemptsUnderWay(db, organizationId, checkoutId)) {
    const session = await readSession(providers, attempt, { close: true, now: when.now });
    await settleAttempt(db, { attempt, session, ...when });
  }
}
