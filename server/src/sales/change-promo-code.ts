import type { Checkout, CheckoutLine } from '../checkouts/checkout.ts';
import { countPromoTry } from '../checkouts/queries.ts';
import { type Places, tierOf } from '../events/places.ts';
import { eventName } from '../events/sold-out-events.ts';
import type { Database, Queryable, Tx } from '../platform/database/database.ts';
import type { PromoCode } from '../promo-codes/promo-code.ts';
import { promoGuessesOf } from '../promo-codes/promo-guesses.ts';
import { PromoHolds, releasePromoCodes, requireKnownCode } from '../promo-codes/promo-holds.ts';
import { getPromoCode } from '../promo-codes/queries.ts';
import { normalCode } from '../values/code-text.ts';
import type { Uuid } from '../values/uuid.ts';
import { MOST_PROMO_TRIES, saleRefusals } from './refusals.ts';

/** While an event's codes are being guessed. A checkout holds places, so a guess costs more than a request. */
const MOST_WHILE_GUESSED = 1;

interface Try {
  organizationId: Uuid;
  eventId: Uuid;
  checkoutId: Uuid;
  code: string;
  /** The code that the checkout has. */
  ownId: Uuid | null;
  now: Date;
}

/**
 * Counts a promo code that is entered for a checkout, unless the checkout has it already.
 * @returns whether it is another one
 * @throws Refusal 409 when the code is unknown, after `MOST_PROMO_TRIES`, or after one while the event's codes are
 * being guessed
 */
export async function requireTry(
  db: Database,
  { organizationId, eventId, checkoutId, code, ownId, now }: Try,
): Promise<boolean> {
  if (await hasCode(db, { organizationId, promoCodeId: ownId }, code)) return false;
  const isGuessed = promoGuessesOf(db).waitSeconds(eventName(organizationId, eventId), now) > 0;
  const most = isGuessed ? MOST_WHILE_GUESSED : MOST_PROMO_TRIES;
  if (!(await countPromoTry(db, organizationId, checkoutId, most))) throw saleRefusals.too_many_promo_codes();
  await requireKnownCode(db, { organizationId, eventId, code, now });
  return true;
}

/** Whether the checkout has this code. */
export const hasCode = async (
  db: Queryable,
  { organizationId, promoCodeId }: Pick<Checkout, 'organizationId' | 'promoCodeId'>,
  code: string,
): Promise<boolean> => promoCodeId !== null && isCode(await getPromoCode(db, organizationId, promoCodeId), code);

const isCode = (own: PromoCode | undefined, entered: string): boolean => own?.code === normalCode(entered);

interface Discounted {
  /**
   * A buyer changes the order, or it was made in the shop: there hidden tiers need a code. A program sells them
   * without.
   */
  needsOpener: boolean;
  /** null removes the code; undefined keeps it, and so does the code that the checkout has. */
  promoCode: string | null | undefined;
  /** After the change. */
  lines: CheckoutLine[];
  subtotalCentavos: number;
  now: Date;
}

/**
 * The code and the discount of a checkout whose code or subtotal changes. Another code replaces the earlier one, whose
 * use is free again. A code that stays is computed again for another subtotal only. The event and the checkout are
 * locked.
 * @throws Refusal 409 with the reason when the code cannot be used, or when the earlier one opens a hidden tier that
 * the order still has: replacing it would free its use
 */
export async function discountFor(
  tx: Tx,
  places: Places,
  { organizationId, eventId, ...before }: Checkout,
  { needsOpener, promoCode, lines, subtotalCentavos, now }: Discounted,
): Promise<Pick<Checkout, 'promoCodeId' | 'discountCentavos'>> {
  const { promoCodeId, discountCentavos } = before;
  const earlier = promoCodeId ? await getPromoCode(tx, organizationId, promoCodeId) : undefined;
  const isKept = promoCode === undefined || (promoCode !== null && isCode(earlier, promoCode));
  if (isKept && (!earlier || subtotalCentavos === before.subtotalCentavos)) return { promoCodeId, discountCentavos };
  const needed = isKept || !needsOpener ? [] : openedByCode(places, lines, earlier);
  // Without this, the same code would be refused when this checkout holds its last use.
  if (promoCodeId) releasePromoCodes(tx, organizationId, [promoCodeId]);
  const code = isKept && earlier ? earlier.code : (promoCode ?? null);
  const promos = new PromoHolds(tx, organizationId, eventId);
  if (code !== null) await promos.load([code]);
  if (!needed.every((tierId) => promos.opens(code, tierId))) throw saleRefusals.promo_code_opens_tickets();
  if (code === null) return { promoCodeId: null, discountCentavos: 0 };
  const discount = promos.hold(promos.usable(code, now), subtotalCentavos);
  promos.save();
  return discount;
}

/** The hidden tiers of an order that its code opens. */
const openedByCode = (places: Places, lines: CheckoutLine[], earlier: PromoCode | undefined): Uuid[] =>
  lines.flatMap(({ tierId }) =>
    tierOf(places, tierId).hidden && earlier?.opensTierIds.includes(tierId) ? [tierId] : [],
  );
