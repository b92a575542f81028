import { type Checkout, isHolding } from '../../checkouts/checkout.ts';
import { lockCheckout, markProcessing } from '../../checkouts/queries.ts';
import { recordCheckoutMails } from '../../mail/record-mail.ts';
import type { ProviderSession } from '../../payments/provider.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { paymentsEnded } from '../../platform/metrics/service-metrics.ts';
import type { Sale } from '../queries.ts';
import { type Attempt, isUnderWay } from './attempt.ts';
import { fulfilPayment } from './fulfil-payment.ts';
import { markPaymentEnded, saveAttemptEnded, saveAttemptPending, saveAttemptReopened } from './queries.ts';

interface Settlement {
  attempt: Attempt;
  /** The session as just read at the provider. */
  session: ProviderSession;
  /** We closed it before. Otherwise it ended at the provider. */
  isClosing?: boolean;
  holdSeconds: number;
  now: Date;
}

const DECLINED = { status: 'failed', failureReason: 'declined' } as const;

/**
 * Records what the provider says about one attempt; repeating it changes nothing. A paid attempt becomes an order or a
 * refund. A pending one keeps the places until the provider gives up, and its buyer gets one e-mail about it. After a
 * failed or closed one, the hold ends with its time again, and so it does when a bank refused the transfer and the
 * session waits for another payment.
 * @returns the order, if this call created it
 */
export async function settleAttempt(db: Database, settlement: Settlement): Promise<Sale | undefined> {
  const { attempt, session } = settlement;
  switch (session.status) {
    case 'paid':
      return fulfilAll(db, settlement);
    case 'pending':
      await keepPending(db, settlement);
      break;
    case 'open':
      if (attempt.status === 'pending') await reopenAttempt(db, settlement);
      break;
    case 'failed':
    case 'closed':
      // If the attempt had ended before, its checkout was updated then. It is only watched for late money.
      if (isUnderWay(attempt)) await endAttempt(db, settlement, session.status);
  }
  return undefined;
}

/** The first payment pays for the order; further ones are refunded. */
async function fulfilAll(db: Database, { attempt, session, now }: Settlement): Promise<Sale | undefined> {
  const sales: (Sale | undefined)[] = [];
  for (const payment of session.payments)
    sales.push(await fulfilPayment(db, { attempt, provider: attempt.provider, payment, now }));
  return sales.find((sale) => sale !== undefined);
}

function keepPending(db: Database, { attempt, session, now }: Settlement): Promise<void> {
  const { organizationId, checkoutId } = attempt;
  return db.transaction(async (tx) => {
    // The checkout is locked before the attempt, as everywhere: another call may record this attempt as paid at the
    // same time.
    const checkout = await lockCheckout(tx, organizationId, checkoutId);
    const isNews = await saveAttemptPending(tx, attempt);
    await markProcessing(tx, organizationId, checkoutId, session.expiresAt);
    if (isNews && isHolding(checkout)) recordPendingMail(tx, checkout, attempt, now);
  });
}

/** The buyer gets time to pay in another way, there or with us. */
function reopenAttempt(db: Database, { attempt, holdSeconds, now }: Settlement): Promise<void> {
  const { organizationId, checkoutId } = attempt;
  return db.transaction(async (tx) => {
    await lockCheckout(tx, organizationId, checkoutId);
    if (!(await saveAttemptReopened(tx, attempt))) return;
    const expiresAt = new Date(now.getTime() + holdSeconds * 1_000);
    markPaymentEnded(tx, organizationId, checkoutId, { failureReason: DECLINED.failureReason, expiresAt });
  });
}

async function endAttempt(db: Database, { attempt, ...settlement }: Settlement, reported: 'failed' | 'closed') {
  const { session, holdSeconds, isClosing, now } = settlement;
  const { organizationId, checkoutId } = attempt;
  // The bank refused the transfer when the time for another payment in this session was over.
  const isRefused = reported === 'closed' && attempt.status === 'pending' && !isClosing;
  const { status, failureReason } = isRefused ? DECLINED : { status: reported, failureReason: session.failureReason };
  // A transfer may fail after days: the buyer gets time to pay in another way. A closed session ends the hold.
  const expiresAt = status === 'failed' ? new Date(now.getTime() + holdSeconds * 1_000) : now;
  const hasChanged = await db.transaction(async (tx) => {
    // If two attempts end at the same time, the later one must see that the other has ended.
    await lockCheckout(tx, organizationId, checkoutId);
    const hasChanged = await saveAttemptEnded(tx, attempt, { status, failureReason, now });
    markPaymentEnded(tx, organizationId, checkoutId, { failureReason, expiresAt });
    return hasChanged;
  });
  if (hasChanged) paymentsEnded.inc({ result: status });
}

function recordPendingMail(tx: Tx, { organizationId, id, customer }: Checkout, attempt: Attempt, now: Date) {
  const details = { amount_centavos: attempt.amountCentavos, method: attempt.method };
  const about = { recipient: customer.email, checkoutId: id, details };
  recordCheckoutMails(tx, organizationId, [{ kind: 'payment_pending', ...about }], now);
}
