import type { Language } from '../values/language.ts';
import type { RefundRow } from './tables.ts';

export type RefundReason = RefundRow['reason'];

/** Why a payment is refunded: stored by name, shown in the reader's language. */
const DESCRIPTIONS: Record<RefundReason, Record<Language, string>> = {
  requested: { en: 'Requested by the organizer.', fil: 'Hiniling ng organizer.' },
  requested_by_buyer: { en: 'Requested by the buyer.', fil: 'Hiniling ng bumili.' },
  order_changed: { en: 'The tickets were changed to cheaper ones.', fil: 'Pinalitan ng mas mura ang mga ticket.' },
  event_cancelled: { en: 'The event was cancelled.', fil: 'Kinansela ang event.' },
  // The following reasons explain why a payment bought nothing.
  already_paid: { en: 'The checkout was already paid.', fil: 'Bayad na ang checkout na ito.' },
  wrong_amount: {
    en: 'The amount is not what the checkout costs.',
    fil: 'Hindi tugma ang halaga sa presyo ng checkout.',
  },
  released: {
    en: 'The organizer ended the reservation before the payment arrived.',
    fil: 'Tinapos ng organizer ang reservation bago pumasok ang bayad.',
  },
  event_over: { en: 'The event is over.', fil: 'Tapos na ang event.' },
  sold_to_others: {
    en: 'The payment arrived too late, and the tickets were sold to other buyers.',
    fil: 'Pumasok ang bayad nang tapos na ang oras, at naibenta na sa iba ang mga ticket.',
  },
  promo_code_used_up: {
    en: 'The payment arrived too late, and the promo code was used up by other buyers.',
    fil: 'Pumasok ang bayad nang tapos na ang oras, at naubos na ng iba ang promo code.',
  },
};

export const REFUND_REASONS = Object.keys(DESCRIPTIONS) as RefundReason[];

export const refundReasonIn = (language: Language, reason: RefundReason): string => DESCRIPTIONS[reason][language];
