import { type Database, type Tx, violatedConstraint } from '../../database/database.ts';
import { freePlaces, lockPlaces, movePlaces, type Places, savePlaces } from '../../events/places.ts';
import { conflict } from '../../http/errors.ts';
import { createOrder } from '../../orders/create-order.ts';
import { FREE } from '../../payments/provider.ts';
import { recordPayment } from '../../payments/record-payment.ts';
import { hasPromoUseLeft, usePromoCode } from '../../promo-codes/promo-holds.ts';
import { sellSeats } from '../../seating/change-seats.ts';
import { SeatHolds } from '../../seating/seat-holds.ts';
import { newId, type Uuid } from '../../uuid.ts';
import { type Checkout, statusAt, totalCentavos } from '../checkout.ts';
import { getCheckout, lockCheckout, markCompleted, markPaymentEnded } from '../queries.ts';
import { releaseOverdueHolds } from '../sales.ts';
import type { Attempt } from './attempt.ts';
import { saveAttemptStatus } from './queries.ts';

interface Fulfilment {
  attempt: Attempt;
  provider: string;
  payment: { id: string; amountCentavos: number; paidAt: Date };
  now: Date;
}

/**
 * Money arrived. The buyer's return, the provider's notice and the reconciler all come here, any number of times: one
 * payment counts once, one checkout makes one order. Money that comes after the hold ended is honoured when the places
 * are still free: with the same seats if nobody has them, else with the best ones of the price in the section. A payment that cannot be honoured (too late, a second one, a wrong amount, the event is cancelled) is
 * owed back in full in the same transaction: nothing is lost either way.
 */
export async function fulfilPayment(db: Database, { attempt, provider, payment, now }: Fulfilment): Promise<void> {
  const { organizationId, checkoutId } = attempt;
  await inCheckout(db, organizationId, checkoutId, async (tx, places, checkout) => {
    const seats = new SeatHolds(tx, organizationId, checkout.eventId);
    const refusal = await refuse({ tx, places, seats }, checkout, { amountCentavos: payment.amountCentavos, now });
    const orderId = refusal === undefined ? newId(now) : null;
    const isNew = await recordPayment(tx, {
      organizationId,
      checkoutId,
      attemptId: attempt.id,
      orderId,
      provider,
      providerPaymentId: payment.id,
      method: attempt.method,
      amountCentavos: payment.amountCentavos,
      paidAt: payment.paidAt,
      refusal,
      now,
    });
    if (!isNew) return;
    await saveAttemptStatus(tx, attempt, 'paid');
    if (orderId !== null) {
      await seats.save();
      await complete(tx, places, checkout, { orderId, method: attempt.method, now });
    }
    // Still open (the amount was wrong): nothing is under way any more, so time ends the hold again.
    else await markPaymentEnded(tx, organizationId, checkoutId, { failureReason: null, expiresAt: now });
  });
}

/**
 * The buyer confirms a checkout that costs nothing. Confirming again changes nothing.
 * @throws ApiError 409 when its time is over, it was cancelled, or it is not free
 */
export async function confirmFreeCheckout(
  db: Database,
  { organizationId, checkoutId, now }: { organizationId: Uuid; checkoutId: Uuid; now: Date },
): Promise<void> {
  await inCheckout(db, organizationId, checkoutId, async (tx, places, checkout) => {
    const status = statusAt(checkout, now);
    if (status === 'completed') return;
    if (status !== 'open') throw conflict(`Checkout is ${status}`);
    if (totalCentavos(checkout) > 0) throw conflict('Checkout is not free');
    await complete(tx, places, checkout, { orderId: newId(now), method: FREE, now });
  });
}

/** Event first, then checkout. A ticket number that was taken is the one thing worth another try. */
async function inCheckout(
  db: Database,
  organizationId: Uuid,
  checkoutId: Uuid,
  work: (tx: Tx, places: Places, checkout: Checkout) => Promise<void>,
): Promise<void> {
  const { eventId } = await getCheckout(db, organizationId, checkoutId);
  try {
    await db.transaction(async (tx) => {
      const places = await lockPlaces(tx, organizationId, eventId);
      await work(tx, places, await lockCheckout(tx, organizationId, checkoutId));
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'tickets_one_number') throw error;
    await inCheckout(db, organizationId, checkoutId, work);
  }
}

const SOLD_TO_OTHERS = 'The payment arrived after the time to pay, and the places were sold to others.';

interface Stock {
  tx: Tx;
  places: Places;
  seats: SeatHolds;
}

/** Why the money cannot buy the places, in words for the buyer; undefined when it can. */
async function refuse(
  { tx, places, seats }: Stock,
  checkout: Checkout,
  { amountCentavos, now }: { amountCentavos: number; now: Date },
): Promise<string | undefined> {
  if (checkout.status === 'completed') return 'The checkout was already paid.';
  if (amountCentavos !== totalCentavos(checkout)) return 'The amount is not what the checkout costs.';
  if (checkout.status === 'cancelled' || places.status === 'cancelled') return 'The event was cancelled.';
  if (isHolding(checkout)) return undefined;
  if (places.status === 'completed') return 'The event is over.';
  // A seated event's overdue holds may be on the buyer's own seats.
  if (!places.seated && (await shortage({ tx, places, seats }, checkout)) === undefined) return undefined;
  // Holds of others that nothing swept yet are over too.
  await releaseOverdueHolds(tx, places, now);
  await savePlaces(tx, places, now);
  return shortage({ tx, places, seats }, checkout);
}

/** What others took after the hold ended. */
async function shortage({ tx, places, seats }: Stock, checkout: Checkout): Promise<string | undefined> {
  const tier = places.tiers.find(({ id }) => id === checkout.tierId);
  if (!tier || freePlaces(places, tier) < checkout.quantity) return SOLD_TO_OTHERS;
  if (checkout.promoCodeId && !(await hasPromoUseLeft(tx, checkout.organizationId, checkout.promoCodeId)))
    return 'The payment arrived after the time to pay, and the promo code was used up by others.';
  // Last, since it takes them: in memory, to be written once the payment counts.
  if (places.seated && !(await reseat(seats, checkout))) return SOLD_TO_OTHERS;
  return undefined;
}

/** Finds seats for a party whose hold ended. In memory: a payment that was counted before must change nothing. */
async function reseat(seats: SeatHolds, { id, sectionId, tierId, quantity }: Checkout): Promise<boolean> {
  if (sectionId === null) return false;
  await seats.load([sectionId]);
  return (await seats.holdAgain(id, { sectionId, tierId, quantity })) !== undefined;
}

const isHolding = ({ status }: Checkout) => status === 'open' || status === 'processing';

async function complete(
  tx: Tx,
  places: Places,
  checkout: Checkout,
  { orderId, method, now }: { orderId: Uuid; method: string; now: Date },
) {
  const { organizationId, eventId, tierId, quantity, customer, unitPriceCentavos, discountCentavos } = checkout;
  const { promoCodeId } = checkout;
  movePlaces(places, tierId, { sold: quantity, held: isHolding(checkout) ? -quantity : 0 });
  const ticketIds = await createOrder(tx, {
    organizationId,
    id: orderId,
    eventId,
    tierId,
    checkoutId: checkout.id,
    customer,
    quantity,
    unitPriceCentavos,
    discountCentavos,
    promoCodeId,
    paymentMethod: method,
    paidAt: now,
  });
  await sellSeats(tx, places, checkout.id, ticketIds);
  if (promoCodeId) await usePromoCode(tx, organizationId, promoCodeId, { wasHeld: isHolding(checkout) });
  await markCompleted(tx, organizationId, checkout.id);
  await savePlaces(tx, places, now);
}
