import { statusAt, totalCentavos } from '../../checkouts/checkout.ts';
import { getCheckout } from '../../checkouts/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../values/uuid.ts';
import { saleRefusals } from '../refusals.ts';
import { type Attempt, MOST_ATTEMPTS, MOST_UNDER_WAY, type PaymentRequest } from './attempt.ts';
import { keepHoldsForPayment } from './queries.ts';

/**
 * Records the payment attempts of buyers of one organization who pay at the same time, and keeps their holds. Requests
 * do not fail each other: each has its own outcome, in their order.
 * @returns the attempt of each, or a Refusal: checkout_not_found, time_to_pay_over (also when paid or cancelled),
 * nothing_to_pay, order_changed, too_many_payments
 */
export async function beginAttempts(
  db: Database,
  requests: PaymentRequest[],
): Promise<PromiseSettledResult<Attempt>[]> {
  const started = requests.map((request) => ({ ...request, attemptId: newId(request.now) }));
  const kept = await db.transaction((tx) =>
    keepHoldsForPayment(tx, started, { underWay: MOST_UNDER_WAY, inAll: MOST_ATTEMPTS }),
  );
  return Promise.allSettled(
    started.map(async ({ attemptId: id, ...request }): Promise<Attempt> => {
      const { organizationId, checkoutId, provider, method, now: createdAt } = request;
      const hold = kept.get(id);
      if (!hold) return refuse(db, request);
      const { eventId, amountCentavos } = hold;
      const begun = { status: 'started', sessionId: null, url: null, watchedUntil: null } as const;
      return { organizationId, id, checkoutId, eventId, provider, method, amountCentavos, createdAt, ...begun };
    }),
  );
}

/** @throws Refusal that says why nothing can be paid */
async function refuse(
  db: Database,
  { organizationId, checkoutId, amountCentavos, now }: PaymentRequest,
): Promise<never> {
  const checkout = await getCheckout(db, organizationId, checkoutId);
  if (statusAt(checkout, now) !== 'open') throw saleRefusals.time_to_pay_over();
  // A promo code entered in another tab covers the whole amount: the page confirms without a payment.
  if (totalCentavos(checkout) === 0) throw saleRefusals.nothing_to_pay();
  if (totalCentavos(checkout) !== amountCentavos) throw saleRefusals.order_changed();
  throw saleRefusals.too_many_payments();
}
