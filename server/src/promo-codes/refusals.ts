import { Type } from 'typebox';
import {
  badRequest,
  conflict,
  declareRefusals,
  missing,
  notFound,
  RetryAfter,
  tooMany,
} from '../platform/refusals/declare-refusals.ts';

/** The code as stored, in upper case. */
const OfCode = { promo_code: Type.String() };

/** Why a buyer cannot use a code. */
export const promoUseRefusals = declareRefusals({
  promo_code_unknown: conflict({
    facts: OfCode,
    en: ({ promo_code }) => `Promo code ${promo_code} is not known for this event`,
    fil: ({ promo_code }) => `Walang promo code na ${promo_code} para sa event na ito`,
    cause: 'The event has no such promo code.',
    remedy: 'Type it again, or buy without one.',
  }),
  promo_code_inactive: conflict({
    facts: OfCode,
    en: ({ promo_code }) => `Promo code ${promo_code} is not active`,
    fil: ({ promo_code }) => `Hindi aktibo ang promo code na ${promo_code}`,
    cause: 'The organizer turned the code off.',
    remedy: 'Set `is_active` to true with `PUT /promo-codes/{id}`, or buy without one.',
  }),
  promo_code_not_started: conflict({
    facts: OfCode,
    en: ({ promo_code }) => `Promo code ${promo_code} cannot be used yet`,
    fil: ({ promo_code }) => `Hindi pa puwedeng gamitin ang promo code na ${promo_code}`,
    cause: '`starts_at` of the code is in the future.',
    remedy: 'Wait, or buy without one.',
  }),
  promo_code_expired: conflict({
    facts: OfCode,
    en: ({ promo_code }) => `Promo code ${promo_code} has expired`,
    fil: ({ promo_code }) => `Nag-expire na ang promo code na ${promo_code}`,
    cause: '`expires_at` of the code is in the past.',
    remedy: 'Buy without one.',
  }),
  promo_code_guesses: tooMany({
    facts: RetryAfter,
    en: 'Too many wrong promo codes were tried for this event. Try again later, or buy without one.',
    fil: 'Masyado nang maraming maling promo code ang sinubukan para sa event na ito. Subukan ulit mamaya, o bumili nang wala nito.',
    cause: 'Buyers of the event together sent about 100 unknown codes: some may be guessing.',
    remedy: 'Wait, or buy without a code. On its page each checkout may still enter one.',
  }),
  promo_code_used_up: conflict({
    facts: OfCode,
    temporary: true,
    en: ({ promo_code }) => `Promo code ${promo_code} has been used up`,
    fil: ({ promo_code }) => `Ubos na ang promo code na ${promo_code}`,
    cause: 'Paid orders and open checkouts have used the code as often as `usage_limit` allows.',
    remedy: 'Try again later, because an open checkout may end unpaid, or buy without one.',
  }),
});

export const promoCodeRefusals = declareRefusals({
  promo_code_not_found: notFound('Promo code'),
  promo_code_exists: conflict({
    facts: OfCode,
    en: ({ promo_code }) => `Promo code ${promo_code} already exists`,
    cause: 'The event already has this code. Upper and lower case make no difference.',
    remedy: 'Choose another code, or change the existing one.',
  }),
  usage_limit_too_small: conflict({
    facts: { used: Type.Integer(), held: Type.Integer() },
    en: ({ used, held }) => `usage_limit cannot be below the ${used} used and ${held} held`,
    cause: 'The code is used and held more often than the new limit allows.',
    remedy: 'Send a larger limit, or set `is_active` to false.',
  }),
  opened_tier_not_found: missing({
    facts: { tier_id: Type.String() },
    field: 'opens_tier_ids',
    en: ({ tier_id }) => `opens_tier_ids has ${tier_id}, which is no tier of this event`,
    cause: 'The event of the code has no tier with this id.',
    remedy: 'Send ids of its `ticket_tiers` from `GET /events/{id}`.',
  }),
  discount_required: badRequest({
    field: 'discount_amount',
    en: 'discount_amount must be at least 0.01, unless the code opens a tier',
    cause: 'A discount of 0 was sent, and the code opens no tier.',
    remedy: 'Send a discount, or the hidden tiers that the code opens as `opens_tier_ids`.',
  }),
  percentage_too_large: badRequest({
    facts: { max: Type.Integer() },
    field: 'discount_amount',
    en: ({ max }) => `discount_amount must be a number from 0.01 to ${max} for a percentage`,
    cause: 'A discount of more than the whole price was sent.',
    remedy: 'Send at most 100, or `discount_type` `fixed_amount`.',
  }),
});
