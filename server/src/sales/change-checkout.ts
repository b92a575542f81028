import { deleteTicketAnswers } from '../checkouts/answer-queries.ts';
import type { SentAnswer } from '../checkouts/asked-questions.ts';
import type { Attendee } from '../checkouts/attendee.ts';
import { BuyerLimit } from '../checkouts/buyer-limit.ts';
import { saveChanges } from '../checkouts/change-queries.ts';
import { type Checkout, type CheckoutWithSeats, statusAt } from '../checkouts/checkout.ts';
import type { RequestedLine } from '../checkouts/checkout-request.ts';
import { checkAttendees } from '../checkouts/create-checkouts.ts';
import { saveSentAnswers } from '../checkouts/given-answers.ts';
import { limitsOf } from '../checkouts/order-limits.ts';
import { getCheckout, lockCheckout } from '../checkouts/queries.ts';
import { checkoutRefusals } from '../checkouts/refusals.ts';
import { releaseOverdueHolds } from '../checkouts/release-holds.ts';
import { replaceLines } from '../checkouts/replace-lines.ts';
import { changePlaces } from '../events/change-places.ts';
import { admissionsOf, type Places, savePlaces } from '../events/places.ts';
import type { PaymentProviders } from '../payments/providers.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { saveOfferQuantity } from '../waiting-list/offer-queries.ts';
import { discountFor, hasCode, requireTry } from './change-promo-code.ts';
import { closeAttempts } from './payment/close-attempts.ts';
import { saleRefusals } from './refusals.ts';

/** What the buyer changes. A field that is undefined stays as it is. */
export interface Changes {
  lines?: RequestedLine[] | undefined;
  otherSeats?: boolean | undefined;
  customer?: Partial<Checkout['customer']> | undefined;
  /** null removes the code. */
  promoCode?: string | null | undefined;
  attendees?: Attendee[] | undefined;
  /** The attendees' answers to questions about their tickets. */
  answers?: SentAnswer[] | undefined;
}

interface Change extends Changes {
  /** The caller: the buyer on the page, or a program. */
  by: 'buyer' | 'program';
  organizationId: Uuid;
  checkoutId: Uuid;
  holdSeconds: number;
  now: Date;
}

/**
 * Changes an open checkout before it is paid: either all of the changes are made or none is. Places that the checkout
 * gives back and takes count as one step, so no other buyer gets a place in between, and the end of the hold does not
 * move. The total and the discount are computed again; a code that can no longer be used refuses the change.
 *
 * A payment under way is closed first, because it is for the old total, unless only attendees change or the code stays:
 * if it was paid at that moment, the checkout is completed instead. The later of two changes wins, field by field. A
 * change that meets a payment, an expiry or a release is made before it or refused.
 * @throws Refusal 404; 400 as `saveSentAnswers`; 409 when it is not open, a payment began meanwhile, or as
 * `replaceLines` and `requireTry`; 503 when the provider does not answer
 */
export async function changeCheckout(
  db: Database,
  providers: PaymentProviders,
  change: Change,
): Promise<CheckoutWithSeats> {
  const { organizationId, checkoutId, promoCode, now } = change;
  const { eventId, status, promoCodeId: ownId } = await getCheckout(db, organizationId, checkoutId);
  // Before payments under way are closed, which takes two requests to the provider for each.
  const isKept =
    promoCode && !(await requireTry(db, { organizationId, eventId, checkoutId, code: promoCode, ownId, now }));
  const endsPayments = changesSale(isKept ? { ...change, promoCode: undefined } : change);
  if (status === 'open' && endsPayments) await closeAttempts(db, providers, change);
  await changePlaces(db, { organizationId, eventId }, async (tx, places) => {
    await releaseOverdueHolds(tx, places, now);
    const before = await lockCheckout(tx, organizationId, checkoutId);
    const is = statusAt(before, now);
    if (is !== 'open') throw checkoutRefusals.checkout_not_open({ status: is });
    // Since it was read, the code may have been removed, and a payment may have begun for the total without it.
    const isStillKept = !isKept || (await hasCode(tx, before, promoCode));
    if (before.paymentStarted && (endsPayments || !isStillKept)) throw saleRefusals.payment_under_way();
    const after = await changed(tx, places, before, change);
    saveChanges(tx, after);
    if (after.isOffer) saveOfferQuantity(tx, after);
    savePlaces(tx, places, now);
  });
  return getCheckout(db, organizationId, checkoutId);
}

/** Whether it can change what is paid, or who pays. */
const changesSale = ({ lines, otherSeats, customer, promoCode }: Changes): boolean =>
  lines !== undefined || otherSeats === true || customer !== undefined || promoCode !== undefined;

async function changed(tx: Tx, places: Places, before: Checkout, change: Change): Promise<Checkout> {
  const { lines = null, otherSeats = false, promoCode, now } = change;
  const customer = { ...before.customer, ...change.customer };
  let after = { ...before, customer };
  if (lines || otherSeats)
    after = await replaceLines(tx, places, after, { lines, otherSeats, byBuyer: change.by === 'buyer', now });
  const admissions = admissionsOf(places, after.lines);
  if (change.attendees) {
    checkAttendees(change.attendees, admissions);
    // The earlier answers may be about another attendee.
    deleteTicketAnswers(tx, after);
    await saveSentAnswers(tx, places, after, change.answers ?? []);
  }
  await requireWithinLimit(tx, places, { before, after, admissions, now });
  const { lines: ordered, subtotalCentavos } = after;
  const needsOpener = change.by === 'buyer' || before.channel === 'shop';
  const discount = await discountFor(tx, places, before, {
    needsOpener,
    promoCode,
    lines: ordered,
    subtotalCentavos,
    now,
  });
  return {
    ...after,
    ...discount,
    attendees: change.attendees ?? after.attendees,
    buyerPlaces: limitsOf(places, after.channel).perBuyer === null ? null : admissions,
  };
}

/**
 * `max_per_buyer`, or the shop's limit, if the buyer takes other places or is another one.
 * @throws Refusal 409
 */
async function requireWithinLimit(
  tx: Tx,
  places: Places,
  { before, after, admissions, now }: { before: Checkout; after: Checkout; admissions: number; now: Date },
) {
  const isSameBuyer = before.customer.email === after.customer.email && before.customer.phone === after.customer.phone;
  if (isSameBuyer && admissionsOf(places, before.lines) >= admissions) return;
  const asking = { ...after, replaces: after.id };
  const buyers = new BuyerLimit();
  await buyers.load(tx, places, [asking], now);
  buyers.check(places, asking, admissions);
}
