import { lockCheckout, markProcessing } from '../../checkouts/queries.ts';
import type { ProviderSession } from '../../payments/provider.ts';
import type { Database } from '../../platform/database/database.ts';
import { paymentsEnded } from '../../platform/metrics/service-metrics.ts';
import type { Sale } from '../queries.ts';
import { type Attempt, isUnderWay } from './attempt.ts';
import { fulfilPayment } from './fulfil-payment.ts';
import { markPaymentEnded, saveAttemptStatus } from './queries.ts';

interface Settlement {
  attempt: Attempt;
  /** As the provider has it now. */
  session: ProviderSession;
  holdSeconds: number;
  now: Date;
}

/**
 * Brings our books to what the provider says about one attempt; saying it twice changes nothing. Paid becomes an order
 * (or a refund), pending keeps the places until the provider gives up, failed and closed let time end the hold again.
 * @returns the order, where this call made it
 */
export async function settleAttempt(db: Database, settlement: Settlement): Promise<Sale | undefined> {
  const { attempt, session, holdSeconds, now } = settlement;
  const { organizationId, checkoutId } = attempt;
  switch (session.status) {
    case 'open':
      return undefined;
    case 'paid': {
      const sales: (Sale | undefined)[] = [];
      // Of more than one the first is the order's, and the others are owed back.
      for (const payment of session.payments)
        sales.push(await fulfilPayment(db, { attempt, provider: attempt.provider, payment, now }));
      return sales.find((sale) => sale !== undefined);
    }
    case 'pending':
      await db.transaction(async (tx) => {
        // As everywhere the checkout comes first: another telling may say at once that this attempt is paid.
        await lockCheckout(tx, organizationId, checkoutId);
        await saveAttemptStatus(tx, attempt, 'pending');
        await markProcessing(tx, organizationId, checkoutId, session.expiresAt);
      });
      return undefined;
    case 'failed':
    case 'closed': {
      // It is only watched: what its end did to the checkout was done when it ended.
      if (!isUnderWay(attempt)) return undefined;
      const { status, failureReason } = session;
      // A transfer that failed after days leaves the buyer time to pay in another way; one that was closed is over.
      const expiresAt = status === 'failed' ? new Date(now.getTime() + holdSeconds * 1_000) : now;
      const isNews = await db.transaction(async (tx) => {
        // Of two attempts that end at once the later one must see that the other is over.
        await lockCheckout(tx, organizationId, checkoutId);
        const isNews = await saveAttemptStatus(tx, attempt, status, failureReason);
        markPaymentEnded(tx, organizationId, checkoutId, { failureReason, expiresAt });
        return isNews;
      });
      if (isNews) paymentsEnded.inc({ result: status });
      return undefined;
    }
  }
}
