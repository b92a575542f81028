import { promoUseRefusals } from './refusals.ts';
import type { PromoCodeRow } from './tables.ts';

export const DISCOUNT_TYPES = ['percentage', 'fixed_amount'] as const;

/** Hundredths of a percent, which make 12.5 % exact, or centavos off the whole order. */
export type Discount =
  | { type: 'percentage'; percentHundredths: number }
  | { type: 'fixed_amount'; amountCentavos: number };

export interface PromoCode
  extends Omit<PromoCodeRow, 'organizationId' | 'discountType' | 'percentHundredths' | 'amountCentavos'> {
  discount: Discount;
}

/** At most the subtotal, so that no total is negative. A percentage is rounded half up to the centavo. */
export function discountCentavos(discount: Discount, subtotalCentavos: number): number {
  if (discount.type === 'fixed_amount') return Math.min(discount.amountCentavos, subtotalCentavos);
  // BigInt, because the product exceeds 2^53 for the subtotal of a stadium.
  return Number((BigInt(subtotalCentavos) * BigInt(discount.percentHundredths) + 5_000n) / 10_000n);
}

export const isUsedUp = ({ usageLimit, used, held }: Pick<PromoCode, 'usageLimit' | 'used' | 'held'>): boolean =>
  usageLimit !== null && used + held >= usageLimit;

/** @throws Refusal 409 with the reason if the code cannot be used now */
export function requireUsable(promo: PromoCode, now: Date) {
  const { code, isActive, startsAt, expiresAt } = promo;
  if (!isActive) throw promoUseRefusals.promo_code_inactive({ promo_code: code });
  if (startsAt && startsAt > now) throw promoUseRefusals.promo_code_not_started({ promo_code: code });
  if (expiresAt && expiresAt <= now) throw promoUseRefusals.promo_code_expired({ promo_code: code });
  if (isUsedUp(promo)) throw promoUseRefusals.promo_code_used_up({ promo_code: code });
}
