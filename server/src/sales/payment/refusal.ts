import type { Language } from '../../values/language.ts';

/** Why money that arrived bought nothing: as it is stored with its refund, and as the API says it. */
export const REFUSALS = {
  alreadyPaid: 'The checkout was already paid.',
  wrongAmount: 'The amount is not what the checkout costs.',
  cancelled: 'The event was cancelled.',
  over: 'The event is over.',
  soldToOthers: 'The payment arrived after the time to pay, and the places were sold to others.',
  promoUsedUp: 'The payment arrived after the time to pay, and the promo code was used up by others.',
} as const;
type Refusal = keyof typeof REFUSALS;

const filipino: Record<Refusal, string> = {
  alreadyPaid: 'Bayad na ang checkout na ito.',
  wrongAmount: 'Hindi tugma ang halaga sa presyo ng checkout.',
  cancelled: 'Kinansela ang event.',
  over: 'Tapos na ang event.',
  soldToOthers: 'Pumasok ang bayad nang tapos na ang oras, at naibenta na sa iba ang mga tiket.',
  promoUsedUp: 'Pumasok ang bayad nang tapos na ang oras, at naubos na ng iba ang promo code.',
};

/** For the buyer. @param stored one of the sentences above; another, of an older version, is left out but in English */
export function refusalIn(language: Language, stored: string): string {
  if (language === 'en') return stored;
  const refusal = (Object.keys(REFUSALS) as Refusal[]).find((name) => REFUSALS[name] === stored);
  return refusal === undefined ? '' : filipino[refusal];
}
