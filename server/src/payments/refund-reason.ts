import type { Language } from '../values/language.ts';
import type { RefundRow } from './tables.ts';

export type RefundReason = RefundRow['reason'];

/** Why money goes back: stored by its name, said in the reader's language. */
const SENTENCES: Record<RefundReason, Record<Language, string>> = {
  requested: { en: 'Requested by the organizer.', fil: 'Hiniling ng organizer.' },
  event_cancelled: { en: 'The event was cancelled.', fil: 'Kinansela ang event.' },
  // What follows is why money that arrived bought nothing.
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
    en: 'The payment arrived after the time to pay, and the places were sold to others.',
    fil: 'Pumasok ang bayad nang tapos na ang oras, at naibenta na sa iba ang mga tiket.',
  },
  promo_code_used_up: {
    en: 'The payment arrived after the time to pay, and the promo code was used up by others.',
    fil: 'Pumasok ang bayad nang tapos na ang oras, at naubos na ng iba ang promo code.',
  },
};

export const REFUND_REASONS = Object.keys(SENTENCES) as RefundReason[];

export const refundReasonIn = (language: Language, reason: RefundReason): string => SENTENCES[reason][language];
