import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
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
