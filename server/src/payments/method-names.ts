import type { Language } from '../values/language.ts';
import type { FREE, PaymentMethod } from '../values/payment-method.ts';

type Names = Record<PaymentMethod | typeof FREE, string>;

const english: Names = {
  CARD: 'Credit or debit card',
  GCASH: 'GCash',
  MAYA: 'Maya',
  GRABPAY: 'GrabPay',
  QRPH: 'QR Ph',
  BANK_TRANSFER: 'Bank transfer',
  FREE: 'Free',
};

/** Most are brand names, the same in every language. */
export const METHOD_NAMES: Record<Language, Names> = {
  en: english,
  fil: { ...english, CARD: 'Credit o debit card', FREE: 'Libre' },
};
