import { ApiError } from '../platform/refusals/errors.ts';

/** Why a code cannot be used now. */
const MESSAGES = {
  unknown: (code: string) => `Promo code ${code} is not known for this event`,
  inactive: (code: string) => `Promo code ${code} is not active`,
  early: (code: string) => `Promo code ${code} cannot be used yet`,
  expired: (code: string) => `Promo code ${code} has expired`,
  usedUp: (code: string) => `Promo code ${code} has been used up`,
  tooMany: (_code: string) => 'Too many promo codes were tried in this checkout',
};

/** 409. The page says it to the buyer in another language; a use that is held now may be free again later. */
export class PromoCodeRefused extends ApiError {
  readonly refusal: keyof typeof MESSAGES;
  readonly code: string;

  constructor(refusal: keyof typeof MESSAGES, code: string) {
    super(409, MESSAGES[refusal](code));
    this.refusal = refusal;
    this.code = code;
    this.passing = refusal === 'usedUp';
  }
}
