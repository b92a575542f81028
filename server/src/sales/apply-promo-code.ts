import { type Checkout, statusAt } from '../checkouts/checkout.ts';
import { countPromoTry, getCheckout, lockCheckout, savePromoCodeOfCheckout } from '../checkouts/queries.ts';
import { releaseOverdueHolds } from '../checkouts/release-holds.ts';
import { changePlaces } from '../events/change-places.ts';
import { type Places, savePlaces, tierOf } from '../events/places.ts';
import { eventName } from '../events/sold-out-events.ts';
import type { PaymentProviders } from '../payments/providers.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { promoGuessesOf } from '../promo-codes/promo-guesses.ts';
import { PromoHolds, releasePromoCodes, requireKnownCode } from '../promo-codes/promo-holds.ts';
import { getPromoCode } from '../promo-codes/queries.ts';
import type { Uuid } from '../values/uuid.ts';
import { closeAttempts } from './payment/close-attempts.ts';
import { saleRefusals } from './refusals.ts';

interface Apply {
  organizationId: Uuid;
  checkoutId: Uuid;
  code: string;
  holdSeconds: number;
  now: Date;
}

/** Limit per checkout: more codes than any buyer is given. */
export const MOST_PROMO_TRIES = 20;
/** While an event's codes are being guessed. A checkout holds places, so a guess costs more than a request. */
const MOST_WHILE_GUESSED = 1;

/**
 * Applies the promo code that the buyer entered on the page. It replaces an earlier code, whose use is free again. A
 * payment under way is closed first, since it is for the old total. The usage limit counts uses held by other
 * checkouts; overdue holds are released before.
 * @throws Refusal 409 with the reason when the code cannot be used, or after `MOST_PROMO_TRIES`, or one while an event's codes are being
 * guessed, or when the earlier one opens a tier of the order and this one does not: the earlier code stays; 409 when the checkout is not open any more; 503 when the provider does not answer
 */
export async function applyPromoCode(db: Database, providers: PaymentProviders, apply: Apply): Promise<void> {
  const { organizationId, checkoutId, code, now } = apply;
  const { eventId, status } = await getCheckout(db, organizationId, checkoutId);
  const isGuessed = promoGuessesOf(db).waitSeconds(eventName(organizationId, eventId), now) > 0;
  const most = isGuessed ? MOST_WHILE_GUESSED : MOST_PROMO_TRIES;
  if (!(await countPromoTry(db, organizationId, checkoutId, most))) throw saleRefusals.too_many_promo_codes();
  // Before payments under way are closed, which takes two requests to the provider for each.
  await requireKnownCode(db, { organizationId, eventId, code, now });
  if (status === 'open') await closeAttempts(db, providers, apply);
  await changePlaces(db, { organizationId, eventId }, async (tx, places) => {
    await releaseOverdueHolds(tx, places, now);
    savePlaces(tx, places, now);
    const checkout = await lockCheckout(tx, organizationId, checkoutId);
    if (statusAt(checkout, now) !== 'open' || checkout.paymentStarted) throw saleRefusals.promo_code_while_paying();
    // Without this, entering the same code again would fail when this checkout holds its last use.
    if (checkout.promoCodeId) releasePromoCodes(tx, organizationId, [checkout.promoCodeId]);
    const promos = new PromoHolds(tx, organizationId, eventId);
    await promos.load([code]);
    await requireStaysOpen(tx, places, checkout, (tierId) => promos.opens(code, tierId));
    const discount = promos.hold(promos.usable(code, now), checkout.subtotalCentavos);
    promos.save();
    await savePromoCodeOfCheckout(tx, { ...checkout, ...discount });
  });
}

/** @throws Refusal 409 when a hidden tier of the order is open by its earlier code alone: replacing that would free its use */
async function requireStaysOpen(tx: Tx, places: Places, checkout: Checkout, opens: (tierId: Uuid) => boolean) {
  const hidden = checkout.lines.filter(({ tierId }) => tierOf(places, tierId).hidden);
  if (!checkout.promoCodeId || hidden.length === 0) return;
  const { opensTierIds } = await getPromoCode(tx, checkout.organizationId, checkout.promoCodeId);
  if (hidden.some(({ tierId }) => opensTierIds.includes(tierId) && !opens(tierId)))
    throw saleRefusals.promo_code_opens_tickets();
}
