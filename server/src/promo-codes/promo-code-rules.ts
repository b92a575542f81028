import type { Places } from '../events/places.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Discount, PromoCode } from './promo-code.ts';
import { promoCodeRefusals } from './refusals.ts';

const MAX_PERCENT = 100;

/** @param amountHundredths hundredths of a percent or of a peso @throws Refusal 400 for more than 100 percent */
export function discountFrom({
  discountType,
  amountHundredths,
}: {
  discountType: Discount['type'];
  amountHundredths: number;
}): Discount {
  if (discountType === 'fixed_amount') return { type: discountType, amountCentavos: amountHundredths };
  if (amountHundredths > MAX_PERCENT * 100) throw promoCodeRefusals.percentage_too_large({ max: MAX_PERCENT });
  return { type: discountType, percentHundredths: amountHundredths };
}

/**
 * The tiers that a code opens, each once. The event is locked, so that none of them is deleted meanwhile.
 * @throws Refusal 404 for a tier that the event does not have
 */
export function openedTiers(sent: Uuid[] | null | undefined, { tiers }: Places): Uuid[] {
  const ids = [...new Set(sent ?? [])];
  const known = new Set(tiers.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw promoCodeRefusals.opened_tier_not_found({ tier_id: unknown });
  return ids;
}

/** @throws Refusal 400 for a code that neither gives a discount nor opens a tier */
export function requirePurpose({ discount, opensTierIds }: Pick<PromoCode, 'discount' | 'opensTierIds'>) {
  const amount = discount.type === 'percentage' ? discount.percentHundredths : discount.amountCentavos;
  if (amount === 0 && opensTierIds.length === 0) throw promoCodeRefusals.discount_required();
}

type Window = Pick<PromoCode, 'startsAt' | 'expiresAt'>;

/**
 * Checks the times after a request. An end that was stored before may lie in the past, a new one may not.
 * @param sent the times in the request
 * @throws Refusal 400 that names a sent field, when the code would end before it starts, or has already ended
 */
export function requireWindow({ startsAt, expiresAt }: Window, sent: Partial<Window>, now: Date) {
  if (sent.expiresAt && sent.expiresAt <= now) throw fieldRefusals.time_not_in_future({ field: 'expires_at' });
  if (!startsAt || !expiresAt || startsAt < expiresAt) return;
  throw fieldRefusals.fields_out_of_order(
    sent.startsAt
      ? { field: 'starts_at', relation: 'before', other: 'expires_at' }
      : { field: 'expires_at', relation: 'after', other: 'starts_at' },
  );
}
