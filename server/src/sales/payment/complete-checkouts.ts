import { type Checkout, isAsSeen, isHolding, statusAt, totalCentavos } from '../../checkouts/checkout.ts';
import { lockCheckouts, markCompleted } from '../../checkouts/queries.ts';
import { checkoutRefusals } from '../../checkouts/refusals.ts';
import { lockPlacesToSell, movePlaces, type Places, savePlaces } from '../../events/places.ts';
import { BY_HAND, hasPayment } from '../../payments/queries.ts';
import { type NewPayment, recordPayments } from '../../payments/record-payments.ts';
import { type Database, type Tx, violatedConstraint } from '../../platform/database/database.ts';
import { latestNow } from '../../platform/lanes/latest-now.ts';
import { paymentsEnded, ticketsSold } from '../../platform/metrics/service-metrics.ts';
import { usePromoCodes } from '../../promo-codes/promo-holds.ts';
import { sellSeats } from '../../seating/change-seats.ts';
import { SeatHolds } from '../../seating/seat-holds.ts';
import { retryOnNumberCollision } from '../../tickets/retry-on-number-collision.ts';
import type { Language } from '../../values/language.ts';
import { type ManualMethod, NO_PAYMENT, type OrderMethod } from '../../values/payment-method.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { countLatePlaces } from '../buyer-places-queries.ts';
import { createOrders, type NewSale } from '../create-orders.ts';
import type { Sale } from '../queries.ts';
import { saleRefusals } from '../refusals.ts';
import type { Attempt } from './attempt.ts';
import { markPaymentEnded, saveAttemptsPaid } from './queries.ts';
import { reasonToRefund } from './reason-to-refund.ts';

/**
 * A checkout to complete: with the payment that arrived, by hand at the box office, or without either after its buyer
 * confirmed that it is free.
 */
export interface Completion {
  organizationId: Uuid;
  eventId: Uuid;
  checkoutId: Uuid;
  paid: { attempt: Attempt; provider: string; payment: { id: string; amountCentavos: number; paidAt: Date } } | null;
  /** A sale at the box office, whose hold was made in the same transaction. */
  byHand?: ByHand;
  /** A free checkout as its buyer saw it, who confirmed it. */
  seen?: Checkout;
  /** The language of the page where a free checkout was confirmed; null: that of the checkout. */
  language: Language | null;
  now: Date;
}

/** How the organizer was paid, with their own number and words. */
export interface ByHand {
  method: ManualMethod;
  reference: string | null;
  note: string | null;
  /** false: no e-mail is sent, because the organizer does not want it. */
  sendsTickets: boolean;
}

type Outcome = PromiseSettledResult<Sale | undefined>;

/** An earlier call completed it. */
const DONE: Outcome = { status: 'fulfilled', value: undefined };

/**
 * Completes a batch of checkouts of one event in one transaction: the event's row is locked once, and everything is
 * written together. This is the way of a payment of the right amount within its hold. A late, second or wrong payment
 * is handled alone, after the others: see `reasonToRefund`.
 * @returns one outcome for each; see `fulfilPayment` and `confirmFreeCheckout`
 */
export async function completeCheckouts(db: Database, completions: Completion[]): Promise<Outcome[]> {
  const [only, ...others] = completions;
  if (only && others.length === 0) return [await completeAlone(db, only)];
  const together = await completeInOneTransaction(db, completions);
  const outcomes: Outcome[] = [];
  for (const [index, completion] of completions.entries())
    outcomes.push(
      together[index] ??
        (await completeAlone(db, completion).catch((reason): Outcome => ({ status: 'rejected', reason }))),
    );
  return outcomes;
}

async function completeAlone(db: Database, completion: Completion): Promise<Outcome> {
  try {
    const [outcome = DONE] = await completeInOneTransaction(db, [completion]);
    return outcome;
  } catch (error) {
    // The provider reports a payment again that was already refused and refunded: it buys nothing.
    if (violatedConstraint(error) === 'payments_counted_once') return DONE;
    throw error;
  }
}

/** @returns undefined for completions that have to be handled alone */
async function completeInOneTransaction(db: Database, completions: Completion[]): Promise<(Outcome | undefined)[]> {
  const { outcomes, batch } = await retryOnNumberCollision(() =>
    db.transaction((tx) => completeTogether(tx, completions)),
  );
  batch?.count();
  return outcomes;
}

interface Together {
  /** undefined for completions that have to be handled alone */
  outcomes: (Outcome | undefined)[];
  batch?: SaleBatch;
}

/** Completes checkouts of one event in a transaction of the caller, which counts the batch after the commit. */
export async function completeTogether(tx: Tx, completions: Completion[]): Promise<Together> {
  const [first] = completions;
  if (!first) return { outcomes: [] };
  const { organizationId, eventId } = first;
  const now = latestNow(completions);
  const checkoutIds = completions.map(({ checkoutId }) => checkoutId);
  // One round trip; the event is locked first.
  const [places, checkouts] = await Promise.all([
    lockPlacesToSell(tx, organizationId, eventId),
    lockCheckouts(tx, organizationId, checkoutIds),
  ]);
  const batch = new SaleBatch(tx, places, now);
  const outcomes: (Outcome | undefined)[] = [];
  for (const { checkoutId, paid, byHand, seen, language } of completions) {
    const checkout = checkouts.get(checkoutId);
    if (!checkout) outcomes.push({ status: 'rejected', reason: checkoutRefusals.checkout_not_found() });
    else if (byHand) outcomes.push(batch.sellByHand(checkout, byHand));
    else if (!paid) outcomes.push(batch.confirmFree(checkout, seen, language));
    else if (isPaidInTime(checkout, places, paid.payment.amountCentavos)) outcomes.push(batch.sell(checkout, paid));
    else if (completions.length > 1) outcomes.push(undefined);
    else outcomes.push(await batch.sellOrRefund(checkout, paid));
  }
  batch.write();
  return { outcomes, batch };
}

const isPaidInTime = (checkout: Checkout, places: Places, amountCentavos: number) =>
  isHolding(checkout) && places.status !== 'cancelled' && amountCentavos === totalCentavos(checkout);

type Paid = NonNullable<Completion['paid']>;

type PaymentForCheckout = Omit<NewPayment, 'id' | 'checkoutId' | 'customerEmail' | 'changeId'>;

/** A payment that arrived, as it is recorded. */
const paymentOf = ({ attempt, provider, payment }: Paid) => ({
  attemptId: attempt.id,
  provider,
  providerPaymentId: payment.id,
  method: attempt.method,
  amountCentavos: payment.amountCentavos,
  paidAt: payment.paidAt,
});

/** An order that was bought online. */
const ONLINE: Omit<ByHand, 'method'> = { reference: null, note: null, sendsTickets: true };

/** The sales of one transaction: decided in memory, written together. */
class SaleBatch {
  readonly #tx: Tx;
  readonly #places: Places;
  readonly #now: Date;
  readonly #payments: NewPayment[] = [];
  readonly #sales: (NewSale & { language: Language | null; wasHeld: boolean })[] = [];

  constructor(tx: Tx, places: Places, now: Date) {
    this.#tx = tx;
    this.#places = places;
    this.#now = now;
  }

  confirmFree(checkout: Checkout, seen: Checkout | undefined, language: Language | null): Outcome {
    const status = statusAt(checkout, this.#now);
    if (status === 'completed') return DONE;
    if (status !== 'open') return { status: 'rejected', reason: checkoutRefusals.checkout_not_open({ status }) };
    if (totalCentavos(checkout) > 0 || !seen || !isAsSeen(checkout, seen))
      return { status: 'rejected', reason: saleRefusals.order_changed() };
    checkout.language = language;
    return { status: 'fulfilled', value: this.#complete(checkout, NO_PAYMENT) };
  }

  sell(checkout: Checkout, paid: Paid): Outcome {
    const sale = this.#complete(checkout, paid.attempt.method);
    this.#record(checkout, { ...paymentOf(paid), orderId: sale.orderId });
    return { status: 'fulfilled', value: sale };
  }

  /** The money is recorded like any other payment, so that a refund of it is noted. */
  sellByHand(checkout: Checkout, byHand: ByHand): Outcome {
    const sale = this.#complete(checkout, byHand.method, byHand);
    const amountCentavos = totalCentavos(checkout);
    if (amountCentavos > 0)
      this.#record(checkout, {
        attemptId: null,
        provider: BY_HAND,
        providerPaymentId: sale.orderId,
        method: byHand.method,
        amountCentavos,
        paidAt: this.#now,
        orderId: sale.orderId,
      });
    return { status: 'fulfilled', value: sale };
  }

  /** A late, second or wrong payment: counted once, however often the provider reports it. */
  async sellOrRefund(checkout: Checkout, paid: Paid): Promise<Outcome> {
    const { organizationId, eventId } = this.#places;
    if (await hasPayment(this.#tx, organizationId, paid.provider, paid.payment.id)) return DONE;
    const seats = new SeatHolds(this.#tx, organizationId, eventId);
    seats.countIn(this.#places);
    const stock = { tx: this.#tx, places: this.#places, seats };
    const refundReason = await reasonToRefund(stock, checkout, {
      amountCentavos: paid.payment.amountCentavos,
      now: this.#now,
    });
    if (refundReason === undefined) {
      seats.save();
      return this.sell(checkout, paid);
    }
    this.#record(checkout, { ...paymentOf(paid), orderId: null, refundReason });
    // The checkout may still be open (the amount was wrong). No payment is under way now, so its hold ends with its
    // time.
    saveAttemptsPaid(this.#tx, organizationId, [paid.attempt.id]);
    markPaymentEnded(this.#tx, organizationId, checkout.id, { failureReason: null, expiresAt: this.#now });
    return DONE;
  }

  #complete(checkout: Checkout, paymentMethod: OrderMethod, { reference, note, sendsTickets } = ONLINE): Sale {
    const orderId = newId(this.#now);
    const wasHeld = isHolding(checkout);
    for (const { tierId, quantity } of checkout.lines)
      movePlaces(this.#places, tierId, {
        sold: quantity,
        held: wasHeld ? -quantity : 0,
        offered: wasHeld && checkout.isOffer ? -quantity : 0,
      });
    const words = { paymentMethod, reference, note, ticketsMailed: sendsTickets };
    this.#sales.push({ ...checkout, ...words, id: orderId, checkoutId: checkout.id, wasHeld });
    // The next completion in this batch sees it.
    checkout.status = 'completed';
    return { orderId, successUrl: checkout.successUrl };
  }

  #record({ id: checkoutId, customer }: Checkout, payment: PaymentForCheckout) {
    const whose = { checkoutId, customerEmail: customer.email, changeId: null };
    this.#payments.push({ id: newId(this.#now), ...whose, ...payment });
  }

  /** Updates the metrics, after the commit. */
  count() {
    for (const { quantity } of this.#sales) ticketsSold.inc(quantity);
    for (const { orderId } of this.#payments) paymentsEnded.inc({ result: orderId === null ? 'unusable' : 'sold' });
  }

  write(): void {
    const tx = this.#tx;
    const { organizationId } = this.#places;
    const sales = this.#sales;
    const paid = this.#payments.filter(({ orderId }) => orderId !== null);
    createOrders(tx, this.#places, sales, this.#now);
    recordPayments(tx, organizationId, this.#payments, this.#now);
    saveAttemptsPaid(
      tx,
      organizationId,
      paid.flatMap(({ attemptId }) => attemptId ?? []),
    );
    sellSeats(tx, this.#places, sales);
    usePromoCodes(tx, organizationId, sales);
    markCompleted(tx, organizationId, sales);
    const late = sales.filter(({ wasHeld }) => !wasHeld);
    if (late.length > 0 && this.#places.maxPerBuyer !== null)
      countLatePlaces(
        tx,
        organizationId,
        late.map(({ checkoutId }) => checkoutId),
      );
    savePlaces(tx, this.#places, this.#now);
  }
}
