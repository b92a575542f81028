import type { Language } from '../values/language.ts';
import type { OrderMethod } from '../values/payment-method.ts';

type Names = Record<OrderMethod, string>;

const english: Names = {
  CARD: 'Credit or debit card',
  GCASH: 'GCash',
  MAYA: 'Maya',
  GRABPAY: 'GrabPay',
  QRPH: 'QR Ph',
  BANK_TRANSFER: 'Bank transfer',
  CASH: 'Cash at the box office',
  COMP: 'Complimentary',
  EXTERNAL: 'Paid elsewhere',
  FREE: 'Free',
};

/** Most are brand names, the same in every language. */
export const METHOD_NAMES: Record<Language, Names> = {
  en: english,
  fil: {
    ...english,
    CARD: 'Credit o debit card',
    CASH: 'Cash sa box office',
    COMP: 'Handog ng organizer',
    EXTERNAL: 'Binayaran sa ibang paraan',
    FREE: 'Libre',
  },
};
