import { badRequest } from '../platform/refusals/errors.ts';
import type { Discount, PromoCode } from './promo-code.ts';

const MAX_PERCENT = 100;

/** `amountHundredths`: of a percent or of a peso. @throws ApiError 400 for more than 100 percent */
export function discountFrom({
  discountType,
  amountHundredths,
}: {
  discountType: Discount['type'];
  amountHundredths: number;
}): Discount {
  if (discountType === 'fixed_amount') return { type: discountType, amountCentavos: amountHundredths };
  if (amountHundredths > MAX_PERCENT * 100)
    throw badRequest(`discount_amount must be a number from 0.01 to ${MAX_PERCENT} for a percentage`);
  return { type: discountType, percentHundredths: amountHundredths };
}

type Window = Pick<PromoCode, 'startsAt' | 'expiresAt'>;

/**
 * `sent` is what the request says, the rest was stored before: an end that was not sent may lie in the past.
 * @throws ApiError 400 that names a field that was sent: the code would be over before it begins, or already is
 */
export function requireWindow({ startsAt, expiresAt }: Window, sent: Partial<Window>, now: Date) {
  if (sent.expiresAt && sent.expiresAt <= now) throw badRequest('expires_at must be in the future');
  if (!startsAt || !expiresAt || startsAt < expiresAt) return;
  throw badRequest(sent.startsAt ? 'starts_at must be before expires_at' : 'expires_at must be after starts_at');
}
